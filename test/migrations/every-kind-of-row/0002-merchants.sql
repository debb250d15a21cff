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

-- the refusal "Of yesterday.", sealed with 32 bytes of 1
INSERT INTO idempotency_keys (api_key_id, idempotency_key, request_hash, status_code, answer_encrypted, created_at) VALUES
  ('key_00000000000000000000000001', 'order-1001',
   sha256('["POST","/v1/invoices",{"amountCrypto":"1","chainCode":"local","tokenSymbol":"USDC"}]'), 422,
   '\x019508c8b3d11892fa1fc7f0c3b0cf7771b8cfa20e9f28be5dfca1b8a129a65b7c486bedeb8b5491f211879e61dc7579d0036aa96298459a6556872527bbd13a8e33a6aa5d55f3753a728f3cec3f5031d18334be60c27e5b318d4dedffa49701d3b62798c69bb2cdf2ce58d76e80c9e23096a56a0cd50370b7c49f825fe6e7a6ae5332c5c7abd6b02cf3cec253f5b7fb732fcbfe8a8cd8ace437',
   now());
