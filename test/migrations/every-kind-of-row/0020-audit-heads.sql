INSERT INTO audit_heads (number, made_at, is_whole, previous, chains, parts_hash, hash, signer, signature) VALUES
  (1, '2026-01-03', true, decode(repeat('00', 32), 'hex'), 1, decode(repeat('a1', 32), 'hex'),
   decode(repeat('b1', 32), 'hex'), '0x00000000000000000000000000000000000000c1', '0x' || repeat('c1', 65));
INSERT INTO audit_head_parts (chain, number, length, head) VALUES
  ('note/gone', 1, 1, decode(repeat('d1', 32), 'hex'));
INSERT INTO reconciliation_differences (kind, chain_code, token_symbol, subject, expected_atomic, found_atomic, words,
    first_seen_at, last_seen_at) VALUES
  ('hash_chain', '', '', 'operator/opr_00000000000000000000000001', 3, 1, 'words', '2026-01-04', '2026-01-04');
