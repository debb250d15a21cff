INSERT INTO approver_addresses (operator_id, address, signature, valid_until, registered_at, policy_change_id, removed_at)
VALUES
  ('opr_00000000000000000000000001', '0x00000000000000000000000000000000000000aa', '0x' || repeat('a1', 65), 1767484800,
   '2026-01-03', 'pol_00000000000000000000000005', NULL),
  ('opr_00000000000000000000000001', '0x00000000000000000000000000000000000000ab', '0x' || repeat('a1', 65), 1767484800,
   '2026-01-03', NULL, '2026-01-04');
