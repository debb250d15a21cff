/** A fact at its time, ISO 8601. Those about a transaction have its hash. */
interface DatedFact {
  readonly kind: string;
  readonly at: string;
  readonly txHash?: string | null;
}

/** An event and what it tells of are written in one database transaction, which hardly takes longer. */
const TRANSACTION_MS = 250;
/** What events tell of: bookings and orders. */
const TOLD: readonly string[] = ['payment_confirmed', 'ledger_entry', 'named_order'];

const atMs = ({ at }: DatedFact): number => Date.parse(at);

/** Returns the facts that must not stand after this one, although their time may be later. */
function causesOf(fact: DatedFact, facts: readonly DatedFact[]): readonly DatedFact[] {
  switch (fact.kind) {
    // It has the time at which its database transaction began.
    case 'event':
      return facts.filter((other) => TOLD.includes(other.kind) && atMs(other) <= atMs(fact) + TRANSACTION_MS);
    // The times of blocks are whole seconds, so a block may say an earlier time than the sending.
    case 'transaction_mined':
      return facts.filter(({ kind, txHash }) => kind === 'transaction_sent' && txHash === fact.txHash);
    default:
      return [];
  }
}

/** Puts facts in order of time, but each after its causes. */
export function inOrderOfCause<Fact extends DatedFact>(facts: readonly Fact[]): readonly Fact[] {
  return facts
    .map((fact) => {
      const causes = causesOf(fact, facts);
      return { fact, placeMs: Math.max(atMs(fact), ...causes.map(atMs)), isEffect: causes.length > 0 };
    })
    .toSorted((a, b) => a.placeMs - b.placeMs || Number(a.isEffect) - Number(b.isEffect))
    .map(({ fact }) => fact);
}
