INSERT INTO notices (kind, subject, what, todo, opened_at, tell_from, closed_at)
VALUES
  ('freeze', 'base/USDC', 'USDC on base is frozen.', 'Look.', '2026-01-03', '2026-01-03', NULL),
  ('halt', 'base', 'The chain base is halted.', 'Look.', '2026-01-03', '2026-01-03', '2026-01-04');
INSERT INTO notice_sends (notice_id, state, receiver, attempt_count, next_attempt_at, sent_at, given_up_at)
SELECT notice_id, state, '00112233aabbccdd', 1, '2026-01-03'::timestamptz, '2026-01-03'::timestamptz, NULL::timestamptz
  FROM notices, unnest(ARRAY['open', 'over']) AS state
UNION ALL
SELECT notice_id, 'open', 'ffeeddccbbaa0011', 5, '2026-01-03', NULL, '2026-01-04' FROM notices;
