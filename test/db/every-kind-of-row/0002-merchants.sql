INSERT INTO merchants (merchant_id, name, status, tolerance_bps, accept_late) VALUES
  ('mer_00000000000000000000000001', 'A shop', 'active', 50, true),
  ('mer_00000000000000000000000002', 'A shop that was closed', 'suspended', NULL, false);
INSERT INTO operators (operator_id, name) VALUES ('opr_00000000000000000000000001', 'Day shift');

INSERT INTO api_keys (api_key_id, merchant_id, operator_id, name, status, scopes, start, last4, ips, withdrawal_addresses,
    rate_limits, approved_at, expires_at, last_used_at, last_used_ip, whitelist_ends_at) VALUES
  ('key_00000000000000000000000001', 'mer_00000000000000000000000001', NULL, 'server', 'approved',
   '{invoices:read,invoices:write,withdrawals:read,withdrawals:write,balances:read,webhooks:read,webhooks:write,keys:write}',
   'qk_0El6', 'pSdv', '{127.0.0.0/8,::1/128}',
   '[{"chainCode":"local","address":"0x00000000000000000000000000000000000000aa","label":"bank","effectiveAtMs":1767225600000}]',
   '{"default":1000,"POST /v1/withdrawals":null}', '2026-01-01', '2126-01-01', '2026-01-02', '192.0.2.8', '2126-01-02'),
  ('key_00000000000000000000000002', NULL, 'opr_00000000000000000000000001', 'console', 'approved',
   '{merchants:write,keys:approve,withdrawals:approve,operations:write,reports:read}',
   'qo_0TWD', '1N4J', '{}', '[]', NULL, '2026-01-01', NULL, NULL, NULL, NULL),
  ('key_00000000000000000000000003', 'mer_00000000000000000000000001', NULL, 'new', 'pending',
   '{invoices:read}', 'qk_0000', '0003', '{}', '[]', NULL, NULL, NULL, NULL, NULL, NULL),
  ('key_00000000000000000000000004', 'mer_00000000000000000000000001', NULL, 'old', 'disabled',
   '{invoices:read}', 'qk_0000', '0004', '{}', '[]', NULL, '2026-01-01', NULL, NULL, NULL, NULL),
  ('key_00000000000000000000000005', 'mer_00000000000000000000000002', NULL, 'lost', 'revoked',
   '{invoices:read}', 'qk_0000', '0005', '{}', '[]', NULL, '2026-01-01', NULL, NULL, NULL, NULL);
-- the merchant's key is being regenerated: both secrets are live
INSERT INTO api_key_hashes (key_hash, api_key_id, expires_at) VALUES
  (sha256('qk_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd2913pSdv'), 'key_00000000000000000000000001', NULL),
  (sha256('the one before'), 'key_00000000000000000000000001', '2126-01-01'),
  (sha256('qo_0TWD4V5tkyUQGc5qXvlBDd2Fj97aqsMoBGJJjsttG4I1K1N4J'), 'key_00000000000000000000000002', NULL);

-- the answer is {"ok":true,"data":{"of":"yesterday"}}, sealed with 32 bytes of 1
INSERT INTO idempotency_keys (api_key_id, idempotency_key, request_hash, status_code, answer_encrypted, created_at) VALUES
  ('key_00000000000000000000000001', 'order-1001',
   sha256('["POST","/v1/invoices",{"amountCrypto":"1","chainCode":"local","tokenSymbol":"USDC"}]'), 201,
   '\x011e3fdae7e0e4d26b0e52cd661fa34579de38f1f7d1037fd5e7f529e7fba21f87f48572e3ba65f75e483f20717aceb015f297f05df6ce34fd982b0d198c499e3ed6',
   now());
