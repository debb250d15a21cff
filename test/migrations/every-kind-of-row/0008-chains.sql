-- one is read, the other halted
INSERT INTO chain_cursors (chain_code, height, block_hash, block_time, fence, caught_up_at, finalized_height, untraced_at,
    read_from, verified_height, verified_hash, verified_time, agreed_time) VALUES
  ('local', 120, '0x' || repeat('12', 32), '2026-01-05', 4, '2026-01-05', 116, '2026-01-05', 'http://127.0.0.1:1', 112,
   '0x' || repeat('11', 32), '2026-01-05', '2026-01-05');
INSERT INTO chain_cursors (chain_code, height, block_hash, block_time, halted_at, halted_reason, resume_requested_at,
    resume_problem) VALUES
  ('BSC', 70, '0x' || repeat('70', 32), '2026-01-05', '2026-01-05', 'block 66 was final and is another now', '2026-01-05',
   'no RPC has block 66');
INSERT INTO blocks (chain_code, block_number, block_hash, parent_hash, block_time) VALUES
  ('local', 119, '0x' || repeat('19', 32), '0x' || repeat('18', 32), '2026-01-05'),
  ('local', 120, '0x' || repeat('12', 32), '0x' || repeat('19', 32), '2026-01-05');
INSERT INTO chain_wakes (chain_code, kind, target_id, at_height, after_time) VALUES
  ('local', 'invoice', 'inv_00000000000000000000000001', NULL, '2026-01-06'),
  ('local', 'withdrawal', 'wd_00000000000000000000000003', 123, NULL);

-- 1 to 6 in tokens; 5 goes back to who paid, 6 came to the hot wallet
INSERT INTO transfers (chain_code, token_symbol, block_number, block_hash, block_time, tx_hash, tx_index, position, log_index,
    from_address, to_address, amount_atomic, invoice_id, ever_confirmed, booking, booking_revision, swept_by, shown_only_by,
    denied_by, denied_at)
  SELECT 'local', 'USDC', 110, '0x' || repeat('10', 32), '2026-01-01 12:00Z', '0x' || repeat('a' || n, 32), n, 0, n,
         '0x00000000000000000000000000000000000000cc',
         CASE WHEN invoice IS NULL THEN '0x00000000000000000000000000000000000000b1'
              ELSE '0x000000000000000000000000000000000000de0' || invoice END,
         amount, 'inv_0000000000000000000000000' || invoice, booking <> 'none', booking, (booking <> 'none')::int, swept_by,
         shown_only_by, denied_by, denied_at::timestamptz
    FROM (VALUES
      (1, 4, 100000000, 'credited', 1, NULL, NULL, NULL),
      (2, 5, 30000000, 'held', NULL, NULL, NULL, NULL),
      (3, 2, 40000000, 'none', NULL, 'http://127.0.0.1:1', 'http://127.0.0.1:2', '2026-01-05'),
      (4, 6, 5000000, 'credited', NULL, NULL, NULL, NULL),
      (5, 5, 20000000, 'refunding', NULL, NULL, NULL, NULL),
      (6, NULL, 500000000, 'treasury', NULL, NULL, NULL, NULL)
    ) AS seen (n, invoice, amount, booking, swept_by, shown_only_by, denied_by, denied_at)
   ORDER BY n;
-- one that a reorganisation removed: its change of standing is written down by a trigger
UPDATE transfers SET canonical = false, revision = 2, reverted_height = 112, reverted_at = '2026-01-02' WHERE transfer_id = 4;
-- one that an audit found
INSERT INTO transfers (chain_code, token_symbol, block_number, block_hash, block_time, tx_index, position, to_address,
    amount_atomic, invoice_id, ever_confirmed, booking, booking_revision) VALUES
  ('local', 'ETH', 115, '0x' || repeat('15', 32), '2026-01-02', 1000000, 0, '0x000000000000000000000000000000000000de08',
   12600000000000000, 'inv_00000000000000000000000008', true, 'credited', 1);
INSERT INTO native_audits (invoice_id, chain_code, watched_from, due_after, retry_at, finished_at, block_number, block_hash,
    balance_atomic, counted_atomic, round) VALUES
  ('inv_00000000000000000000000008', 'local', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', 115,
   '0x' || repeat('15', 32), 12600000000000000, 0, 0),
  ('inv_00000000000000000000000008', 'local', '2026-01-01', '2026-01-02', NULL, NULL, NULL, NULL, NULL, NULL, 1);

INSERT INTO block_readings (chain_code, from_number, rpc) VALUES ('local', 110, 'http://127.0.0.1:1');
INSERT INTO rpc_omissions (chain_code, rpc, omitted) VALUES ('local', 'http://127.0.0.1:2', 3);
INSERT INTO chain_disputes (chain_code, about, height, reason, since) VALUES
  ('local', 'blocks', 117, 'http://127.0.0.1:2 has another block', '2026-01-05'),
  ('local', 'time', 118, 'http://127.0.0.1:2 says another time', '2026-01-05');
INSERT INTO asset_readings (chain_code, token_symbol, address, read_until, stopped_at) VALUES
  ('local', 'USDC', '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0', NULL, NULL),
  ('local', 'DAI', '0xdadadadadadadadadadadadadadadadadadadada', 90, '2026-01-02');
INSERT INTO unread_ranges (chain_code, token_symbol, from_number, to_number, not_before, read_from, made_before) VALUES
  ('local', 'USDC', 80, 90, '2026-01-01', NULL, '2026-01-02'),
  ('local', 'USDC', 70, 79, NULL, 'http://127.0.0.1:1', NULL);

INSERT INTO known_assets (chain_code, chain_id, token_symbol, address, decimals) VALUES
  ('local', 31337, 'ETH', NULL, 18),
  ('local', 31337, 'USDC', '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0', 6);
INSERT INTO chain_reports (chain_code, mismatch, mismatch_at, rpcs, rpcs_at, wallets, wallets_at) VALUES
  ('local', NULL, NULL,
   '[{"origin":"http://127.0.0.1:1","status":"up","reason":null,"headNumber":120,"behindBlocks":0,"consecutiveFailures":0,
      "lastError":null,"lastSuccessAtMs":1767571200000,"lastLatencyMs":38}]', '2026-01-05',
   '[{"address":"0x00000000000000000000000000000000000000b1","tokenSymbol":"USDC","balanceAtomic":"450000000"}]', '2026-01-05'),
  ('BSC', 'the chain answers 97 for its id', '2026-01-05', '[]', NULL, '[]', NULL);
