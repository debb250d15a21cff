/** A fact at its time, ISO 8601. */
interface DatedFact {
  readonly kind: string;
  readonly at: string;
}

/** An event and the bookings that it tells of are written in one database transaction, which hardly takes longer. */
const TRANSACTION_MS = 250;
/** What events tell of. */
const TOLD: readonly string[] = ['payment_confirmed', 'ledger_entry'];

/**
 * Puts each event after the bookings of its transaction: the event has the time of the transaction's beginning, a moment
 * before them. All else stays in order of time.
 */
export function inOrderOfCause<Fact extends DatedFact>(facts: readonly Fact[]): readonly Fact[] {
  const placeOf = ({ kind, at }: Fact): number => {
    const atMs = Date.parse(at);
    if (kind !== 'event') return atMs;
    const booked = facts.filter((other) => TOLD.includes(other.kind)).map((other) => Date.parse(other.at));
    return Math.max(atMs, ...booked.filter((bookedMs) => bookedMs <= atMs + TRANSACTION_MS));
  };
  return facts
    .map((fact) => ({ fact, place: placeOf(fact) }))
    .toSorted(
      (a, b) => a.place - b.place || Number(a.fact.kind === 'event') - Number(b.fact.kind === 'event'),
    )
    .map(({ fact }) => fact);
}
