INSERT INTO merchant_profiles (merchant_id, contact, color, logo_url, frame_origins) VALUES
  ('mer_00000000000000000000000001', 'help@shop.example', '#0f766e', 'data:image/jpeg;base64,/9j/', '{https://shop.example}'),
  ('mer_00000000000000000000000002', NULL, NULL, NULL, '{}');
UPDATE invoices SET description = 'Two coffees and a cake' WHERE invoice_id =
  (SELECT min(invoice_id) FROM invoices);
