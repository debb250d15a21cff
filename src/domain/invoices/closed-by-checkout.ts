/** What `settle` is told of an invoice besides its transfers and orders. */
export interface SettlementContext {
  /** A payment may be unseen: native coin in blocks without traces, until the audit; a token that was listed later. */
  readonly auditDue: boolean;
  /** When its checkout was cancelled, or completed by another of its invoices, epoch ms; absent: neither. */
  readonly closedAtMs?: number;
}

/**
 * Says whether an invoice can't be completed any more, because its checkout ended otherwise: money that comes to it is
 * held. If its own time had ended before, and without enough payment, it stays as it ended.
 *
 * @param isEnough whether what was paid would complete it.
 */
export function isClosedByCheckout(
  { closedAtMs }: SettlementContext,
  { expiresAtMs }: { readonly expiresAtMs: number },
  isEnough: boolean,
): boolean {
  return closedAtMs !== undefined && (closedAtMs < expiresAtMs || isEnough);
}
