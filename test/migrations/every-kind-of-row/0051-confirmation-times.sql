UPDATE transfers SET confirmed_at = '2026-01-03' WHERE transfer_id = (SELECT min(transfer_id) FROM transfers WHERE ever_confirmed);
