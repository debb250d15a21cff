INSERT INTO policy_changes (policy_change_id, kind, merchant_id, object_id, part, change, status, requested_by_kind,
    requested_by, requested_at, holds_from) VALUES
  ('pol_00000000000000000000000006', 'member_role', 'mer_00000000000000000000000001', 'ivt_00000000000000000000000001',
   '', '{"email":"eve@shop.example","role":"finance"}', 'waiting', 'merchant', 'mer_00000000000000000000000001',
   '2026-01-03', '2126-01-04');
-- The token of the first is 43 times "A".
INSERT INTO invitations (invitation_id, kind, token_hash, merchant_id, operator_id, email, role, member_id, made_by_kind,
    made_by, made_by_credential, made_at, expires_at, policy_change_id, used_at, withdrawn_at) VALUES
  ('ivt_00000000000000000000000001', 'invitation', sha256(convert_to(repeat('A', 43), 'UTF8')),
   'mer_00000000000000000000000001', NULL, 'eve@shop.example', 'finance', NULL, 'merchant',
   'mer_00000000000000000000000001', 'mbr_00000000000000000000000001', '2026-01-03', '2026-01-10',
   'pol_00000000000000000000000006', NULL, NULL),
  ('ivt_00000000000000000000000002', 'reset', decode(repeat('33', 32), 'hex'), NULL, 'opr_00000000000000000000000001',
   'ann@shop.example', NULL, 'mbr_00000000000000000000000003', 'cli', 'ann', NULL, '2026-01-03', '2026-01-04', NULL,
   '2026-01-03', NULL),
  ('ivt_00000000000000000000000003', 'invitation', decode(repeat('44', 32), 'hex'), 'mer_00000000000000000000000001',
   NULL, 'eve@shop.example', 'owner', NULL, 'operator', 'opr_00000000000000000000000001',
   'key_00000000000000000000000002', '2026-01-02', '2026-01-09', NULL, NULL, '2026-01-03');
UPDATE members SET policy_change_id = 'pol_00000000000000000000000006' WHERE member_id = 'mbr_00000000000000000000000002';
