INSERT INTO reconciliation_differences (kind, chain_code, token_symbol, subject, expected_atomic, found_atomic, words,
    first_seen_at, last_seen_at, gone_at, frozen_atomic) VALUES
  ('deposit_address', 'local', 'USDC', 'inv_00000000000000000000000004', 0, 0, 'words', '2026-01-05', '2026-01-05', NULL, NULL);
