INSERT INTO audit_log (actor_kind, actor_id, ip, action, object_kind, object_id, reason, before, after, api_key_id) VALUES
  ('operator', 'opr_00000000000000000000000001', '192.0.2.7', 'withdrawal.approve', 'withdrawal',
   'wd_00000000000000000000000002', 'as agreed', '{"status":"pending_approval"}', '{"status":"approved"}',
   'key_00000000000000000000000002'),
  ('merchant', 'mer_00000000000000000000000001', '192.0.2.8', 'api_key.set_status', 'api_key',
   'key_00000000000000000000000004', NULL, NULL, NULL, 'key_00000000000000000000000001'),
  ('cli', 'ann', NULL, 'merchant.create', 'merchant', 'mer_00000000000000000000000001', NULL, NULL, NULL, NULL),
  ('system', 'reconciliation', NULL, 'asset.freeze', 'asset', 'BSC/USDT', NULL, NULL, NULL, NULL);
