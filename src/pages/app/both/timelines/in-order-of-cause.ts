/** A fact with its time (ISO 8601). A fact about a transaction has its hash. */
interface DatedFact {
  readonly kind: string;
  readonly at: string;
  readonly txHash?: string | null;
}

/** One database transaction writes an event and its causes. It hardly takes longer than this. */
const TRANSACTION_MS = 250;
/** The facts that cause events: bookings and orders. */
const CAUSES_OF_EVENTS: readonly string[] = ['payment_confirmed', 'ledger_entry', 'named_order'];

const atMs = ({ at }: DatedFact): number => Date.parse(at);

/** Returns the causes of a fact. They must stand before it, although their time may be later. */
function causesOf(fact: DatedFact, facts: readonly DatedFact[]): readonly DatedFact[] {
  switch (fact.kind) {
    // An event has the time at which its database transaction began.
    case 'event':
      return facts.filter(
        (other) => CAUSES_OF_EVENTS.includes(other.kind) && atMs(other) <= atMs(fact) + TRANSACTION_MS,
      );
    // A block's time is in whole seconds, so it may be earlier than the time of sending.
    case 'transaction_mined':
      return facts.filter(({ kind, txHash }) => kind === 'transaction_sent' && txHash === fact.txHash);
    default:
      return [];
  }
}

/** Sorts facts by time, but puts each after its causes. */
export function inOrderOfCause<Fact extends DatedFact>(facts: readonly Fact[]): readonly Fact[] {
  return facts
    .map((fact) => {
      const causes = causesOf(fact, facts);
      return { fact, placeMs: Math.max(atMs(fact), ...causes.map(atMs)), isEffect: causes.length > 0 };
    })
    .toSorted((a, b) => a.placeMs - b.placeMs || Number(a.isEffect) - Number(b.isEffect))
    .map(({ fact }) => fact);
}
