INSERT INTO outside_payments (chain_code, tx_hash, ordinal, from_address, token_symbol, amount_atomic, to_address,
    block_number, block_time, frozen_at) VALUES
  ('local', '0x' || repeat('1f', 32), 0, '0x00000000000000000000000000000000000000b1', 'USDC', 1,
   '0x00000000000000000000000000000000000000ad', 106, '2026-01-03', '2026-01-03'),
  ('local', '0x' || repeat('1f', 32), 1, '0x00000000000000000000000000000000000000b1', 'USDC', 1,
   '0x00000000000000000000000000000000000000ad', 106, '2026-01-03', NULL);
