-- The secrets are not sealed with any key: nobody opens them.
INSERT INTO totp_secrets (member_id, secret_encrypted, created_at, confirmed_at, last_used_step) VALUES
  ('mbr_00000000000000000000000001', decode(repeat('32', 61), 'hex'), '2026-01-01', '2026-01-01', 58908960),
  ('mbr_00000000000000000000000002', decode(repeat('32', 61), 'hex'), '2026-01-01', NULL, NULL);
INSERT INTO recovery_codes (member_id, code_hash) VALUES
  ('mbr_00000000000000000000000001', decode(repeat('41', 32), 'hex')),
  ('mbr_00000000000000000000000001', decode(repeat('42', 32), 'hex'));
INSERT INTO passkeys (passkey_id, member_id, credential_id, public_key, counter, transports, name, created_at,
    last_used_at) VALUES
  ('psk_00000000000000000000000001', 'mbr_00000000000000000000000003', 'Y3JlZGVudGlhbA', decode('a5', 'hex'), 7,
   ARRAY['internal', 'hybrid'], 'Laptop', '2026-01-01', '2026-01-02'),
  ('psk_00000000000000000000000002', 'mbr_00000000000000000000000001', 'YW5vdGhlcg', decode('a5', 'hex'), 0,
   ARRAY[]::text[], 'Phone', '2026-01-01', NULL);
-- The token of the first is 43 times "B".
INSERT INTO sessions (session_id, token_hash, member_id, created_at, last_used_at, idle_ends_at, absolute_ends_at,
    confirmed_until, ip, needs_second_factor, user_agent) VALUES
  ('ses_00000000000000000000000003', sha256(convert_to(repeat('B', 43), 'UTF8')), 'mbr_00000000000000000000000001',
   '2026-01-01', '2026-01-01', '2126-01-01', '2126-01-01', NULL, '203.0.113.9', true, 'Mozilla/5.0 (X11; Linux x86_64)');
INSERT INTO passkey_challenges (session_id, purpose, challenge, ends_at) VALUES
  ('ses_00000000000000000000000003', 'prove', 'Y2hhbGxlbmdl', '2126-01-01'),
  ('ses_00000000000000000000000001', 'register', 'b3ZlciBzaW5jZQ', '2026-01-01');
