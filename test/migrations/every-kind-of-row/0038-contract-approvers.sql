INSERT INTO approver_addresses (operator_id, address, signature, valid_until, registered_at, policy_change_id, chain_code)
VALUES ('opr_00000000000000000000000001', '0x00000000000000000000000000000000000000ac', '0x', 1767484800, '2026-01-03', NULL, 'base');
