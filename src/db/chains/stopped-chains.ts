/**
 * The codes of the chains where a payment would not count now, as an SQL expression: they are halted, or do not match
 * their configuration. Null: there is none.
 */
export const STOPPED_CHAINS = `(SELECT array_agg(s.chain_code) FROM (
  SELECT chain_code FROM chain_cursors WHERE halted_reason IS NOT NULL
  UNION SELECT chain_code FROM chain_reports WHERE mismatch IS NOT NULL) s)`;
