-- 1: done, 2: failed, 3: lost, and two that are open
INSERT INTO movements (chain_code, kind, from_address, contract_address, destination, outcome, ended_at) VALUES
  ('local', 'sweep', '0x000000000000000000000000000000000000de04', NULL, NULL, 'done', '2026-01-04'),
  ('local', 'fund', '0x00000000000000000000000000000000000000b2', NULL, NULL, 'failed', '2026-01-04'),
  ('local', 'cold', '0x00000000000000000000000000000000000000b1', NULL, NULL, 'lost', '2026-01-04'),
  ('local', 'batch', '0x00000000000000000000000000000000000000b2', NULL, NULL, NULL, NULL),
  ('local', 'deploy', '0x00000000000000000000000000000000000000b2', '0x00000000000000000000000000000000000000dd',
   '0x00000000000000000000000000000000000000b1', NULL, NULL);
INSERT INTO movement_parts (movement_id, chain_code, token_symbol, subject_address, from_address, to_address, amount_atomic,
    outcome) VALUES
  (1, 'local', 'USDC', '0x000000000000000000000000000000000000de04', '0x000000000000000000000000000000000000de04',
   '0x00000000000000000000000000000000000000b1', 100000000, 'done'),
  (4, 'local', 'USDC', '0x000000000000000000000000000000000000de05', '0x000000000000000000000000000000000000de05',
   '0x00000000000000000000000000000000000000b1', 30000000, NULL);
INSERT INTO sent_transactions (chain_code, tx_hash, from_address, nonce, raw_transaction, movement_id, max_fee_per_gas_wei,
    max_cost_wei, purpose, token_symbol, amount_atomic, to_address)
  SELECT 'local', '0x' || repeat('c' || movement_id, 32), from_address, 10 + movement_id, '0x04', movement_id, 2000000000,
         100000000000000, kind, CASE WHEN kind IN ('sweep', 'fund', 'cold') THEN 'USDC' END,
         CASE WHEN kind IN ('sweep', 'fund', 'cold') THEN 1000000 END,
         CASE WHEN kind IN ('sweep', 'fund', 'cold') THEN '0x00000000000000000000000000000000000000b1' END
    FROM movements;
UPDATE sent_transactions SET block_number = 111, block_hash = '0x' || repeat('e1', 32), block_time = '2026-01-04',
    succeeded = movement_id = 1, gas_used = 50000, effective_gas_price_wei = 1000000000, revision = 1,
    proven = movement_id = 1, fee_wei = 50000000000000, moved_revision = 1 WHERE movement_id IN (1, 2);
UPDATE sent_transactions SET superseded_by = '0x' || repeat('cf', 32), foreign_hash = '0x' || repeat('cf', 32)
 WHERE movement_id = 3;
