INSERT INTO wallets (chain_code, address, role, next_nonce) VALUES
  ('local', '0x00000000000000000000000000000000000000b1', 'hot', 9),
  ('local', '0x00000000000000000000000000000000000000b2', 'sweep', 3),
  ('local', '0x000000000000000000000000000000000000de04', 'deposit', NULL);
