INSERT INTO deposit_xpubs (first_index, fingerprint, pinned_at) VALUES
  (0, repeat('a1', 32), '2026-01-01'),
  (5000, repeat('b2', 32), '2026-01-05');
