INSERT INTO custody_addresses (chain_code, address, touched_block, checked_block) VALUES
  ('local', '0x000000000000000000000000000000000000de04', 111, 116),
  ('local', '0x000000000000000000000000000000000000de05', 110, NULL);
INSERT INTO address_rounds (chain_code, ended_at, ended_address, turn_address) VALUES
  ('local', '2026-01-02', '0x000000000000000000000000000000000000de03', '0x000000000000000000000000000000000000de02');
INSERT INTO reconciliation_runs (origin, is_full, started_at, finished_at, outcome, summary, chains, counts, posting_id,
    entry_id, invoice_id)
  SELECT origin, is_full, '2026-01-05', finished_at::timestamptz, outcome, outcome,
         format('[{"chainCode":"local","blockNumber":116,"blockHash":"0x%s","addresses":2,"problem":null}]',
                repeat('11', 32))::jsonb, '{"invoices":8}', 4, 2,
         'inv_00000000000000000000000008'
    FROM (VALUES
      ('cli', true, '2026-01-05', 'clean'), ('schedule', false, '2026-01-05', 'incomplete'),
      ('schedule', false, '2026-01-05', 'overtaken'), ('schedule', false, '2026-01-05', 'differences'),
      ('schedule', false, NULL, NULL)
    ) AS made (origin, is_full, finished_at, outcome);
INSERT INTO reconciliation_differences (kind, chain_code, token_symbol, subject, expected_atomic, found_atomic, words,
    first_seen_at, last_seen_at, gone_at, frozen_atomic) VALUES
  ('balance', 'local', 'USDC', '0x000000000000000000000000000000000000de04', 0, 1, 'words', '2026-01-05', '2026-01-05', NULL, 1),
  ('account', 'local', 'USDC', '1', 0, 1, 'words', '2026-01-05', '2026-01-05', NULL, 1),
  ('entry', 'local', 'USDC', '1', 0, 1, 'words', '2026-01-05', '2026-01-05', NULL, 1),
  ('custody', 'local', 'USDC', 'custody_hot', 0, 1, 'words', '2026-01-05', '2026-01-05', NULL, 1),
  ('reserved', 'local', 'USDC', 'mer_00000000000000000000000001', 0, 1, 'words', '2026-01-05', '2026-01-05', NULL, 1),
  ('invoice_money', 'local', 'USDC', 'inv_00000000000000000000000004', 0, 1, 'words', '2026-01-05', '2026-01-05', NULL, 1),
  ('invoice_status', 'local', 'USDC', 'inv_00000000000000000000000004', 0, 1, 'words', '2026-01-04', '2026-01-04',
   '2026-01-05', NULL);
