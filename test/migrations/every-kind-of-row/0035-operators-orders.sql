INSERT INTO reconciliation_runs (origin, is_full, started_at) VALUES ('operator', true, '2026-01-02T03:04:05.678Z');

INSERT INTO outbox (kind, target_id) VALUES ('sweep', 'local'), ('reconciliation', '1');
