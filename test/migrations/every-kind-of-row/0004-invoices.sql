INSERT INTO invoices (invoice_id, public_id, merchant_id, chain_code, token_symbol, token_decimals, amount_atomic,
    tolerance_bps, accept_late, confirmations_required, deposit_index, deposit_address, metadata, created_at, expires_at,
    status, amount_paid_atomic)
  SELECT 'inv_0000000000000000000000000' || n, 'pay_000000000000000000000000000000000000000' || n,
         'mer_00000000000000000000000001', 'local', 'USDC', 6, 100000000, 50, true, 3, n,
         '0x000000000000000000000000000000000000de0' || n, '{"order":7,"gift":true}', '2026-01-01', '2026-01-02', status, paid
    FROM (VALUES
      (1, 'pending', 0), (2, 'underpaid', 40000000), (3, 'paid', 100000000), (4, 'completed', 100000000),
      (5, 'expired', 0), (6, 'failed', 0), (7, 'cancelled', 0)
    ) AS made (n, status, paid);
-- one in a native coin, asked for in fiat: of each column a value
INSERT INTO invoices (invoice_id, public_id, merchant_id, chain_code, token_symbol, token_decimals, amount_atomic,
    amount_fiat_cents, fiat_currency, rate, rate_source, rate_as_of, tolerance_bps, accept_late, confirmations_required,
    deposit_index, deposit_address, merchant_reference, metadata, redirect_url, created_at, expires_at, status,
    amount_paid_atomic, overpaid, tx_hash, paid_at, completed_at, workflow_checked_at) VALUES
  ('inv_00000000000000000000000008', 'pay_0000000000000000000000000000000000000008', 'mer_00000000000000000000000001',
   'local', 'ETH', 18, 12500000000000000, 2500, 'USD', '2000', 'coinbase', '2026-01-01', 0, false, 3,
   8, '0x000000000000000000000000000000000000de08', 'order-1008', '{}', 'https://shop.example/thanks', '2026-01-01',
   '2026-01-02', 'completed', 12600000000000000, true, '0x' || repeat('a8', 32), '2026-01-01', '2026-01-01', '2026-01-02');
SELECT setval('deposit_index_seq', 8);

INSERT INTO invoice_orders (invoice_id, kind, transfer_ids) VALUES
  ('inv_00000000000000000000000007', 'cancel', '{}'),
  ('inv_00000000000000000000000005', 'accept', '{2}');
