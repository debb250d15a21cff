INSERT INTO events (event_id, merchant_id, invoice_id, withdrawal_id, type, dedupe_key, occurred_at, body) VALUES
  ('evt_00000000000000000000000001', 'mer_00000000000000000000000001', 'inv_00000000000000000000000004', NULL,
   'invoice.completed', 'invoice.completed/inv_00000000000000000000000004', '2026-01-01',
   '{"id":"evt_00000000000000000000000001","event":"invoice.completed","createdAt":"2026-01-01T00:00:00.000Z","data":{}}'),
  ('evt_00000000000000000000000002', 'mer_00000000000000000000000001', NULL, 'wd_00000000000000000000000004',
   'withdrawal.completed', 'withdrawal.completed/wd_00000000000000000000000004', '2026-01-03',
   '{"id":"evt_00000000000000000000000002","event":"withdrawal.completed","createdAt":"2026-01-03T00:00:00.000Z","data":{}}');

-- their secrets are sealed with 32 bytes of 1
INSERT INTO webhook_endpoints (endpoint_id, merchant_id, url, events, description, status, disabled_reason, secret_encrypted,
    created_at, last_success_at, consecutive_failures, deleted_at, previous_secret_encrypted, legacy_switches_at, failing_since,
    failing_told_at, generation)
  SELECT 'we_0000000000000000000000000' || n, 'mer_00000000000000000000000001', 'https://shop.example/hooks/' || n,
         '{invoice.completed,withdrawal.completed}', 'the shop', status, reason,
         '\x0166e844b4e8c23de12e31d5e01f45300cb29d00ec9e3bd66fe09f5a32fc341497527f5b674b2c7a81b34549b44d1d0755457c2ac0295d721260be3748a98a561d13aa23573e5c96dd96284afcdb41',
         '2026-01-01', '2026-01-02', failures, deleted_at::timestamptz, previous::bytea, switches_at::timestamptz,
         failing_since::timestamptz, failing_since::timestamptz, generation
    FROM (VALUES
      (1, 'enabled', NULL, 0, NULL,
       '\x01b2a15e4f77ccfc9d578228b6de40c6551354af77ffde6cf68efd5a69046f6414906f1074f92dc433141080dc8ef8e658aa4e1e15591b3767cda4c692f03c5aa330776723d79a81b30541356ece3a',
       '2126-01-01', NULL, 0),
      (2, 'disabled', 'it failed for 5 days', 12, NULL, NULL, NULL, '2026-01-02', 1),
      (3, 'enabled', NULL, 0, '2026-01-03', NULL, NULL, NULL, 0)
    ) AS made (n, status, reason, failures, deleted_at, previous, switches_at, failing_since, generation);
INSERT INTO endpoint_closings (endpoint_id, generation, reason, closed_at, finished_at) VALUES
  ('we_00000000000000000000000002', 0, 'it was disabled', '2026-01-02', '2026-01-02');

INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, status, attempt_count, next_attempt_at, created_at,
    finished_at, redelivery_of, origin, cancel_reason, leased_until, queued_at, workflow_checked_at)
  SELECT 'dlv_0000000000000000000000000' || n, 'evt_0000000000000000000000000' || event, 'we_0000000000000000000000000' || endpoint,
         'mer_00000000000000000000000001', status, attempts, next_at::timestamptz, '2026-01-03', finished_at::timestamptz,
         redelivery_of, origin, cancel_reason, leased_until::timestamptz, queued_at::timestamptz, next_at::timestamptz
    FROM (VALUES
      (1, 1, 1, 'succeeded', 2, NULL, '2026-01-03', NULL, 'event', NULL, NULL, NULL),
      (2, 1, 2, 'cancelled', 1, NULL, '2026-01-03', NULL, 'event', 'it was disabled', NULL, NULL),
      (3, 2, 1, 'pending', 1, '2026-01-04', NULL, NULL, 'recovery', NULL, '2026-01-04', NULL),
      (4, 1, 1, 'failed', 5, NULL, '2026-01-04', 'dlv_00000000000000000000000001', 'redelivery', NULL, NULL, NULL),
      (5, 2, 1, 'pending', 0, '2026-01-04', NULL, 'dlv_00000000000000000000000003', 'test', NULL, NULL, '2026-01-04')
    ) AS made (n, event, endpoint, status, attempts, next_at, finished_at, redelivery_of, origin, cancel_reason, leased_until,
               queued_at)
   ORDER BY n;
INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, error_class, error_message,
    request_headers, response_headers, response_body)
  SELECT 'dlv_0000000000000000000000000' || delivery, number, '2026-01-03', 120, status_code, error_class, error_class,
         '{"X-Service-Event":"invoice.completed"}', '{"content-type":"text/plain"}', 'said'
    FROM (VALUES
      (1, 1, 500, 'status'), (1, 2, 200, NULL), (2, 1, NULL, 'url_not_allowed'), (4, 1, NULL, 'dns'), (4, 2, NULL, 'connect'),
      (4, 3, NULL, 'tls'), (4, 4, NULL, 'timeout'), (4, 5, 302, 'redirect')
    ) AS made (delivery, number, status_code, error_class);
-- under way, or cut off by a crash
INSERT INTO delivery_attempts (delivery_id, number, started_at) VALUES ('dlv_00000000000000000000000003', 1, '2026-01-04');
