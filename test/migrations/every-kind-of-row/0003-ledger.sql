INSERT INTO ledger_accounts (kind, merchant_id, chain_code, token_symbol) VALUES
  ('available', 'mer_00000000000000000000000001', 'local', 'USDC'),
  ('held', 'mer_00000000000000000000000001', 'local', 'USDC'),
  ('reserved', 'mer_00000000000000000000000001', 'local', 'USDC'),
  ('deficit', 'mer_00000000000000000000000001', 'local', 'USDC'),
  ('custody_deposit', NULL, 'local', 'USDC'),
  ('custody_hot', NULL, 'local', 'USDC'),
  ('custody_cold', NULL, 'local', 'USDC'),
  ('treasury', NULL, 'local', 'USDC'),
  ('custody_gas', NULL, 'local', 'ETH'),
  ('treasury', NULL, 'local', 'ETH'),
  ('gas', NULL, 'local', 'ETH');

INSERT INTO ledger_entries (cause, kind, invoice_id, withdrawal_id, transfer_id) VALUES
  ('transfer/1/1', 'credit', 'inv_00000000000000000000000004', NULL, 1),
  ('transfer/2/1', 'hold', 'inv_00000000000000000000000005', NULL, 2),
  ('withdrawal/wd_00000000000000000000000003/reserve', 'reserve', NULL, 'wd_00000000000000000000000003', NULL),
  ('transfer/6/1', 'top_up', NULL, NULL, 6),
  ('transaction/0xc0/1/move', 'move', NULL, NULL, NULL),
  ('transfer/9/1', 'top_up', NULL, NULL, 9),
  ('transaction/0xf0/1/gas', 'gas', NULL, NULL, NULL),
  ('transfer/4/2', 'reverse', 'inv_00000000000000000000000006', NULL, 4);
INSERT INTO ledger_postings (entry_id, account_id, amount)
  SELECT e.entry_id, a.account_id, p.amount
    FROM (VALUES
      ('transfer/1/1', 'USDC', 'custody_deposit', 100000000), ('transfer/1/1', 'USDC', 'available', -100000000),
      ('transfer/2/1', 'USDC', 'custody_deposit', 30000000), ('transfer/2/1', 'USDC', 'held', -30000000),
      ('withdrawal/wd_00000000000000000000000003/reserve', 'USDC', 'available', 20000000),
      ('withdrawal/wd_00000000000000000000000003/reserve', 'USDC', 'reserved', -20000000),
      ('transfer/6/1', 'USDC', 'custody_hot', 500000000), ('transfer/6/1', 'USDC', 'treasury', -500000000),
      ('transaction/0xc0/1/move', 'USDC', 'custody_cold', 50000000),
      ('transaction/0xc0/1/move', 'USDC', 'custody_hot', -50000000),
      ('transfer/9/1', 'ETH', 'custody_gas', 1000000000000000000), ('transfer/9/1', 'ETH', 'treasury', -1000000000000000000),
      ('transaction/0xf0/1/gas', 'ETH', 'gas', 21000000000000), ('transaction/0xf0/1/gas', 'ETH', 'custody_gas', -21000000000000),
      ('transfer/4/2', 'USDC', 'deficit', 5000000), ('transfer/4/2', 'USDC', 'custody_deposit', -5000000)
    ) AS p (cause, token_symbol, kind, amount)
    JOIN ledger_entries e ON e.cause = p.cause
    JOIN ledger_accounts a ON a.token_symbol = p.token_symbol AND a.kind = p.kind
   ORDER BY e.entry_id;
