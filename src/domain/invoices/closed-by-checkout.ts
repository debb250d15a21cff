/** The facts, besides transfers and orders, that `settle` gets about an invoice. */
export interface SettlementContext {
  /** A payment may be unseen: native coin in blocks without traces, until the audit; a token that was listed later. */
  readonly auditDue: boolean;
  /** When its checkout was cancelled, or completed by another of its invoices, epoch ms; absent: neither. */
  readonly closedAtMs?: number;
}

/**
 * Says whether an invoice can't be completed any more, because its checkout ended without it. Its money is held then.
 * An invoice that had expired before, without enough payment, stays expired.
 *
 * @param isEnough whether the payments would complete the invoice.
 */
export function isClosedByCheckout(
  { closedAtMs }: SettlementContext,
  { expiresAtMs }: { readonly expiresAtMs: number },
  isEnough: boolean,
): boolean {
  return closedAtMs !== undefined && (closedAtMs < expiresAtMs || isEnough);
}
