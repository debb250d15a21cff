-- by a key, whose operator brought it; by a contract, at the command line
INSERT INTO approval_signatures (withdrawal_id, approver, signature, valid_until, operator_id, given_at) VALUES
  ('wd_00000000000000000000000002', '0x00000000000000000000000000000000000000c1', '0x' || repeat('a1', 65), 1767484800,
   'opr_00000000000000000000000001', '2026-01-03'),
  ('wd_00000000000000000000000003', '0x00000000000000000000000000000000000000c2', '0x', 1767484800, NULL, '2026-01-03');
