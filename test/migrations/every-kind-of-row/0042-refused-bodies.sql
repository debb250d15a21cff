UPDATE deliveries SET body_refused_at = '2026-01-03' WHERE delivery_id = (SELECT min(delivery_id) FROM deliveries);
