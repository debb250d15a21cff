INSERT INTO withdrawals (withdrawal_id, merchant_id, kind, invoice_id, chain_code, token_symbol, token_decimals, amount_atomic,
    address, merchant_reference, metadata, created_at, approvals_required)
  SELECT 'wd_0000000000000000000000000' || n, 'mer_00000000000000000000000001', kind, invoice_id, 'local', 'USDC', 6,
         n * 10000000, '0x00000000000000000000000000000000000000aa', 'payout-' || n, '{"month":"January"}', '2026-01-03',
         approvals_required
    FROM (VALUES
      (1, 'payout', NULL, 2), (2, 'payout', NULL, 1), (3, 'payout', NULL, 1), (4, 'payout', NULL, 1), (5, 'payout', NULL, 1),
      (6, 'payout', NULL, 1), (7, 'payout', NULL, 1), (8, 'payout', NULL, 1),
      (9, 'refund', 'inv_00000000000000000000000005', 1)
    ) AS asked (n, kind, invoice_id, approvals_required);
INSERT INTO invoice_orders (invoice_id, kind, transfer_ids, withdrawal_id) VALUES
  ('inv_00000000000000000000000005', 'refund', '{5}', 'wd_00000000000000000000000009');

INSERT INTO withdrawal_limits (merchant_id, chain_code, token_symbol, token_decimals, per_withdrawal_atomic, per_day_atomic,
    two_approvals_above_atomic, auto_approve_below_atomic) VALUES
  ('mer_00000000000000000000000001', 'local', 'USDC', 6, 1000000000, 5000000000, 500000000, 10000000);
INSERT INTO withdrawal_approvals (withdrawal_id, operator_id, approved_at) VALUES
  ('wd_00000000000000000000000001', 'opr_00000000000000000000000001', '2026-01-03'),
  ('wd_00000000000000000000000002', 'opr_00000000000000000000000001', '2026-01-03'),
  ('wd_00000000000000000000000003', NULL, '2026-01-03');

-- Each goes the way of its kind: what is approved is kept by a trigger, then it is signed.
UPDATE withdrawals SET status = 'approved', approved_at = '2026-01-03'
 WHERE withdrawal_id ~ '[23489]$';
INSERT INTO sent_transactions (chain_code, tx_hash, from_address, nonce, raw_transaction, withdrawal_id, max_fee_per_gas_wei,
    max_cost_wei, purpose, token_symbol, amount_atomic, to_address, first_sent_at, last_sent_at, block_number, block_hash,
    block_time, succeeded, gas_used, effective_gas_price_wei, revision, proven, fee_wei, booked_fee_wei, booked_revision)
  SELECT 'local', '0x' || repeat('b' || n, 32), '0x00000000000000000000000000000000000000b1', n, '0x02', withdrawal_id,
         2000000000, 100000000000000, 'payment', token_symbol, amount_atomic, address, '2026-01-03', '2026-01-03',
         100 + n, '0x' || repeat('e' || n, 32), '2026-01-03', succeeded, 50000, 1000000000, 1, succeeded, 50000000000000,
         50000000000000, 1
    FROM (VALUES (4, true), (8, false)) AS mined (n, succeeded)
    JOIN withdrawals ON withdrawal_id = 'wd_0000000000000000000000000' || n;
-- one is out; a transaction from outside has the nonce of the refund's first, and its second was found on the chain
INSERT INTO sent_transactions (chain_code, tx_hash, from_address, nonce, raw_transaction, withdrawal_id, max_fee_per_gas_wei,
    max_cost_wei, purpose, token_symbol, amount_atomic, to_address, superseded_by, foreign_hash, adopted)
  SELECT 'local', '0x' || repeat(hash, 32), '0x00000000000000000000000000000000000000b1', nonce, '0x02', withdrawal_id,
         2000000000, 100000000000000, 'payment', token_symbol, amount_atomic, address, outside, outside, adopted
    FROM (VALUES (3, 'b3', 3, NULL, false), (9, 'b9', 5, '0x' || repeat('0f', 32), false), (9, 'ba', 6, NULL, true))
           AS signed (n, hash, nonce, outside, adopted)
    JOIN withdrawals ON withdrawal_id = 'wd_0000000000000000000000000' || n;
UPDATE withdrawals SET status = 'broadcast', waiting_reason = 'The chain asks for 90 gwei', waiting_code = 'fees_too_high',
    wait_until = '2026-01-04', workflow_checked_at = '2026-01-04' WHERE withdrawal_id ~ '[39]$';
UPDATE withdrawals SET status = 'completed', completed_at = '2026-01-03' WHERE withdrawal_id ~ '4$';
UPDATE withdrawals SET status = 'rejected', failure_reason = 'not known to us' WHERE withdrawal_id ~ '5$';
UPDATE withdrawals SET status = 'cancelled' WHERE withdrawal_id ~ '6$';
UPDATE withdrawals SET status = 'stopped', failure_reason = 'asked to' WHERE withdrawal_id ~ '7$';
UPDATE withdrawals SET status = 'failed', failure_reason = 'the token refused it' WHERE withdrawal_id ~ '8$';
-- what failed for good is replaced by a transaction that moves nothing
INSERT INTO sent_transactions (chain_code, tx_hash, from_address, nonce, raw_transaction, withdrawal_id, replaces,
    max_fee_per_gas_wei, max_cost_wei, purpose) VALUES
  ('local', '0x' || repeat('bf', 32), '0x00000000000000000000000000000000000000b1', 8, '0x02', 'wd_00000000000000000000000008',
   '0x' || repeat('b8', 32), 1000000000, 100000000000000, 'fill');

INSERT INTO asset_freezes (chain_code, token_symbol, reason, actor_kind, actor_id, frozen_at) VALUES
  ('local', 'ETH', 'looked into', 'operator', 'opr_00000000000000000000000001', '2026-01-03'),
  ('BSC', 'BNB', 'looked into', 'cli', 'ann', '2026-01-03'),
  ('BSC', 'USDT', 'the books differ', 'system', 'reconciliation', '2026-01-03');
INSERT INTO outside_payments (chain_code, tx_hash, ordinal, from_address, token_symbol, amount_atomic, to_address,
    block_number, block_time, pays, not_of) VALUES
  ('local', '0x' || repeat('0f', 32), 0, '0x00000000000000000000000000000000000000b1', 'USDC', 90000000,
   '0x00000000000000000000000000000000000000aa', 105, '2026-01-03', 'wd_00000000000000000000000009',
   '{wd_00000000000000000000000003}');
