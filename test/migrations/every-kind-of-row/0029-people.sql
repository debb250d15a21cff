INSERT INTO members (member_id, merchant_id, operator_id, email, name, password_hash, role, status) VALUES
  ('mbr_00000000000000000000000001', 'mer_00000000000000000000000001', NULL, 'ann@shop.example', 'Ann',
   '$argon2id$v=19$m=19456,t=2,p=1$gwjYdFlODoqy3kLeWIPuKw$tVYSeVooLxawkNgptPkcNZIHB0ZnjANEG5YdHztlWBI', 'owner', 'active'),
  ('mbr_00000000000000000000000002', 'mer_00000000000000000000000001', NULL, 'bob@shop.example', 'Bob',
   '$argon2id$v=19$m=19456,t=2,p=1$gwjYdFlODoqy3kLeWIPuKw$tVYSeVooLxawkNgptPkcNZIHB0ZnjANEG5YdHztlWBI', 'viewer',
   'disabled'),
  ('mbr_00000000000000000000000003', NULL, 'opr_00000000000000000000000001', 'ann@shop.example', 'Ann',
   '$argon2id$v=19$m=19456,t=2,p=1$gwjYdFlODoqy3kLeWIPuKw$tVYSeVooLxawkNgptPkcNZIHB0ZnjANEG5YdHztlWBI', 'manager', 'active');
-- The token of the first is 43 times "A".
INSERT INTO sessions (session_id, token_hash, member_id, created_at, last_used_at, idle_ends_at, absolute_ends_at,
    confirmed_until, ip) VALUES
  ('ses_00000000000000000000000001', sha256(convert_to(repeat('A', 43), 'UTF8')), 'mbr_00000000000000000000000001',
   '2026-01-01', '2026-01-02', '2126-01-02', '2126-01-03', NULL, '203.0.113.9'),
  ('ses_00000000000000000000000002', decode(repeat('22', 32), 'hex'), 'mbr_00000000000000000000000003', '2026-01-01',
   '2026-01-01', '2026-01-01 00:30', '2026-01-01 12:00', '2026-01-01 00:10', '203.0.113.9');
