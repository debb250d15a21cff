UPDATE withdrawals SET refused_since = '2026-01-03' WHERE withdrawal_id = (SELECT min(withdrawal_id) FROM withdrawals);
