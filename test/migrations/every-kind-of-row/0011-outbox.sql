INSERT INTO outbox (kind, target_id, unproven) VALUES
  ('invoice', 'inv_00000000000000000000000001', false),
  ('withdrawal', 'wd_00000000000000000000000003', false),
  ('delivery', 'dlv_00000000000000000000000003', true);
