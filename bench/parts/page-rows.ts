/** Merchants besides the one that has most. Each has a few of everything. */
export const OTHER_MERCHANTS = 3_000;
/** One invoice in so many is another merchant's. */
export const OTHERS_SHARE = 11;

const OTHER = `'mer_' || lpad((1 + i.deposit_index / ${OTHERS_SHARE} % ${OTHER_MERCHANTS})::text, 26, '0')`;
const HASH = (text: string): string => `'0x' || encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const HOT = `'0x${'40'.repeat(20)}'`;

/** The other merchants, with what each has: keys, people, endpoints, limits. Some are unwell, and some wait. */
const PARTIES = `
  INSERT INTO merchants (merchant_id, name, status, created_at)
  SELECT 'mer_' || lpad(n::text, 26, '0'), 'Shop number ' || n, CASE WHEN n % 100 = 0 THEN 'suspended' ELSE 'active' END,
         now() - make_interval(hours => n) FROM generate_series(1, ${OTHER_MERCHANTS}) n;
  INSERT INTO webhook_endpoints (endpoint_id, merchant_id, url, events, secret_encrypted, created_at, status, disabled_reason,
         failing_since, consecutive_failures, last_success_at)
  SELECT 'we_' || lpad((1000 + row_number() OVER (ORDER BY merchant_id))::text, 26, '0'), merchant_id,
         'https://' || substr(md5(merchant_id), 1, 8) || '.example/hooks', ARRAY['*'], '\\x00'::bytea, created_at,
         CASE WHEN n % 150 = 3 THEN 'disabled' ELSE 'enabled' END, CASE WHEN n % 150 = 3 THEN 'it failed for 5 days' END,
         CASE WHEN n % 150 IN (3, 7) THEN now() - interval '2 days' END, CASE WHEN n % 150 IN (3, 7) THEN 40 ELSE 0 END, now()
    FROM (SELECT *, abs(hashtext(merchant_id)) AS n FROM merchants) m;
  INSERT INTO api_keys (api_key_id, merchant_id, name, status, scopes, start, last4, created_at)
  SELECT 'key_' || lpad((which * 1000000 + row_number() OVER (ORDER BY merchant_id))::text, 26, '0'), merchant_id, 'Till',
         CASE WHEN which = 2 AND abs(hashtext(merchant_id)) % 100 = 1 THEN 'pending' ELSE 'approved' END,
         ARRAY['invoices:read', 'invoices:write'], 'qk_abc', 'wxyz', created_at
    FROM merchants, generate_series(1, 2) which;
  INSERT INTO members (member_id, merchant_id, email, name, password_hash, role)
  SELECT 'mbr_' || substr(merchant_id, 5), merchant_id, substr(merchant_id, 5) || '@shop.example', 'Ann', '$argon2id$none', 'owner'
    FROM merchants;
  INSERT INTO operators (operator_id, name) SELECT 'opr_' || lpad(n::text, 26, '0'), 'Operator ' || n FROM generate_series(1, 20) n;
  INSERT INTO withdrawal_limits (merchant_id, chain_code, token_symbol, token_decimals, per_day_atomic)
  SELECT merchant_id, 'local', 'USDC', 6, 1000000000000 FROM merchants;
  INSERT INTO policy_changes (policy_change_id, kind, merchant_id, object_id, part, change, requested_by_kind, requested_by,
         requested_at, holds_from)
  SELECT 'pol_' || lpad(n::text, 26, '0'), 'withdrawal_limit', m.merchant_id, m.merchant_id, 'local/USDC/perDayAtomic',
         '{"chainCode":"local","tokenSymbol":"USDC","decimals":6,"field":"perDayAtomic","from":"1000000000000","to":null}',
         'operator', 'opr_00000000000000000000000001', now(), now() + interval '1 day'
    FROM (SELECT merchant_id, row_number() OVER (ORDER BY merchant_id) AS n FROM merchants) m WHERE n % 100 = 5;`;

/** Most invoices are completed, over a year, some expired. Of the expired ones some have money that came late. */
const INVOICES = `
  UPDATE invoices i SET
         merchant_id = CASE WHEN deposit_index % ${OTHERS_SHARE} = 10 THEN ${OTHER} ELSE merchant_id END,
         status = CASE WHEN deposit_index % 10 < 7 THEN 'completed' WHEN deposit_index % 10 < 9 THEN 'expired'
                       WHEN deposit_index % 1000 = 9 THEN 'paid' ELSE status END,
         amount_paid_atomic = CASE WHEN deposit_index % 10 < 7 OR deposit_index % 1000 = 9 THEN amount_atomic ELSE 0 END,
         paid_at = CASE WHEN deposit_index % 10 < 7 THEN created_at END,
         completed_at = CASE WHEN deposit_index % 10 < 7 THEN now() - make_interval(hours => deposit_index % 8760) END;
  INSERT INTO chain_cursors (chain_code, height, block_hash, block_time, caught_up_at, finalized_height)
  VALUES ('local', 2000000, '0x${'b1'.repeat(32)}', now(), now() + interval '1 hour', 1999900)
  ON CONFLICT (chain_code) DO UPDATE SET height = excluded.height, block_hash = excluded.block_hash,
         block_time = excluded.block_time, caught_up_at = excluded.caught_up_at, finalized_height = excluded.finalized_height;
  INSERT INTO transfers (chain_code, token_symbol, block_number, block_hash, block_time, tx_hash, tx_index, position, log_index,
         from_address, to_address, amount_atomic, invoice_id, ever_confirmed, booking, seen_at)
  SELECT chain_code, token_symbol, CASE booking WHEN 'none' THEN 1999999 ELSE deposit_index END, '0x${'b2'.repeat(32)}', created_at,
         ${HASH(`'payment ' || deposit_index`)}, 0, 0, 0, '0x${'4d'.repeat(20)}', deposit_address, amount_atomic, invoice_id,
         booking <> 'none', booking, created_at
    FROM (SELECT *, CASE WHEN status = 'completed' THEN 'credited' WHEN status = 'paid' THEN 'none'
                         WHEN deposit_index % 100 = 8 THEN 'held' END AS booking FROM invoices) i
   WHERE booking IS NOT NULL ORDER BY invoice_id;
  INSERT INTO checkouts (checkout_id, public_id, merchant_id, amount_fiat_cents, fiat_currency, assets, metadata, checkout_url,
         quote_seconds, created_at, expires_at, status, merchant_reference)
  SELECT 'chk_' || substr(invoice_id, 5), 'cs_' || substr(public_id, 5), merchant_id, 2500, 'USD',
         '[{"chainCode":"local","tokenSymbol":"USDC"}]', '{}', 'https://pay.example.com/pay/cs_' || substr(public_id, 5), 900,
         created_at, expires_at, CASE WHEN deposit_index % 20 = 4 THEN 'open' ELSE 'expired' END, merchant_reference
    FROM invoices WHERE deposit_index % 10 = 4;`;

/** A withdrawal for every tenth invoice: nearly all are paid, some wait for somebody. Their requests are in the audit log. */
const WITHDRAWALS = `
  INSERT INTO wallets (chain_code, address, role, next_nonce) VALUES ('local', ${HOT}, 'hot', 2000000) ON CONFLICT DO NOTHING;
  INSERT INTO chain_reports (chain_code, wallets, wallets_at) VALUES ('local',
         '[{"address":"0x${'40'.repeat(20)}","tokenSymbol":"USDC","balanceAtomic":"900000000000"}]', now())
  ON CONFLICT (chain_code) DO UPDATE SET wallets = excluded.wallets, wallets_at = excluded.wallets_at;
  INSERT INTO withdrawals (withdrawal_id, merchant_id, status, chain_code, token_symbol, token_decimals, amount_atomic, address,
         merchant_reference, metadata, created_at, approved_at, completed_at, failure_reason, waiting_reason, waiting_code)
  SELECT 'wd_' || substr(invoice_id, 5), merchant_id, s.status, chain_code, token_symbol, token_decimals, amount_atomic,
         '0x' || substr(md5((deposit_index % 10000)::text) || md5('a'), 1, 40), merchant_reference, '{}', created_at,
         CASE WHEN s.status <> 'pending_approval' THEN created_at END, CASE WHEN s.status = 'completed' THEN created_at END,
         CASE WHEN s.status IN ('failed', 'rejected') THEN 'not known' END,
         CASE WHEN s.status = 'approved' THEN 'the hot wallet has too little' END,
         CASE WHEN s.status = 'approved' THEN 'no_tokens' END
    FROM invoices, LATERAL (SELECT CASE deposit_index / 10 % 1000 WHEN 0 THEN 'pending_approval' WHEN 1 THEN 'approved'
           WHEN 2 THEN 'broadcast' WHEN 3 THEN 'failed' WHEN 4 THEN 'rejected' ELSE 'completed' END AS status) s
   WHERE deposit_index % 10 = 3;
  INSERT INTO sent_transactions (chain_code, tx_hash, from_address, nonce, raw_transaction, withdrawal_id, max_fee_per_gas_wei,
         max_cost_wei, signed_at, first_sent_at, block_number, block_hash, block_time, succeeded, gas_used,
         effective_gas_price_wei, token_symbol, amount_atomic, to_address, proven, fee_wei, booked_fee_wei, booked_revision)
  SELECT chain_code, ${HASH('withdrawal_id')}, ${HOT}, row_number() OVER (ORDER BY withdrawal_id), '0x02', withdrawal_id, 7, 7,
         created_at, created_at, 1999990, '0x${'b3'.repeat(32)}', created_at, true, 21000, 7, token_symbol, amount_atomic, address,
         true, 147000, 147000, 0
    FROM withdrawals WHERE status IN ('completed', 'broadcast');
  INSERT INTO audit_log (at, actor_kind, actor_id, ip, action, object_kind, object_id, api_key_id, chain_place, row_hash)
  SELECT created_at, 'merchant', merchant_id, '203.0.113.7', 'withdrawal.create', 'withdrawal', withdrawal_id,
         'mbr_' || substr(merchant_id, 5), row_number() OVER (ORDER BY withdrawal_id), '\\x00'::bytea FROM withdrawals ORDER BY withdrawal_id;
  INSERT INTO merchant_audit (merchant_id, audit_id) SELECT actor_id, audit_id FROM audit_log;`;

/** The ledger: an entry for each payment and each withdrawal, with the balances of their accounts. */
const LEDGER = `
  INSERT INTO ledger_accounts (kind, merchant_id, chain_code, token_symbol)
  SELECT kind, merchant_id, 'local', 'USDC' FROM merchants, (VALUES ('available'), ('held'), ('reserved'), ('deficit')) k (kind)
  UNION ALL SELECT kind, NULL, 'local', 'USDC' FROM (VALUES ('custody_deposit'), ('custody_hot')) k (kind);
  INSERT INTO ledger_entries (cause, kind, invoice_id, transfer_id, created_at)
  SELECT 'transfer/' || transfer_id, CASE booking WHEN 'held' THEN 'transfer_none_to_held' ELSE 'transfer_none_to_credited' END,
         invoice_id, transfer_id, seen_at FROM transfers WHERE booking <> 'none' ORDER BY transfer_id;
  INSERT INTO ledger_entries (cause, kind, withdrawal_id, created_at)
  SELECT 'withdrawal/' || withdrawal_id, 'withdrawal_reserved', withdrawal_id, created_at FROM withdrawals ORDER BY withdrawal_id;
  INSERT INTO ledger_postings (posting_id, entry_id, account_id, amount, balance_after, chain_place, row_hash)
  SELECT 2 * e.entry_id, e.entry_id, a.account_id, -t.amount_atomic,
         sum(t.amount_atomic) OVER (PARTITION BY a.account_id ORDER BY e.entry_id), 2 * e.entry_id, '\\x00'::bytea
    FROM ledger_entries e JOIN transfers t USING (transfer_id) JOIN invoices i ON i.invoice_id = t.invoice_id
    JOIN ledger_accounts a ON a.merchant_id = i.merchant_id AND a.kind = CASE t.booking WHEN 'held' THEN 'held' ELSE 'available' END
  UNION ALL
  SELECT 2 * e.entry_id + 1, e.entry_id, a.account_id, t.amount_atomic,
         sum(t.amount_atomic) OVER (ORDER BY e.entry_id), 2 * e.entry_id + 1, '\\x00'::bytea
    FROM ledger_entries e JOIN transfers t USING (transfer_id) JOIN ledger_accounts a ON a.kind = 'custody_deposit'
  UNION ALL
  SELECT 2 * e.entry_id + (a.kind = 'reserved')::int, e.entry_id, a.account_id,
         CASE a.kind WHEN 'reserved' THEN -w.amount_atomic ELSE w.amount_atomic END, w.amount_atomic, 2 * e.entry_id, '\\x00'::bytea
    FROM ledger_entries e JOIN withdrawals w USING (withdrawal_id)
    JOIN ledger_accounts a ON a.merchant_id = w.merchant_id AND a.kind IN ('available', 'reserved')
  ORDER BY 1;
  UPDATE ledger_accounts a SET balance = s.sum
    FROM (SELECT account_id, abs(sum(amount)) AS sum FROM ledger_postings GROUP BY account_id) s WHERE s.account_id = a.account_id;
  SELECT setval('ledger_posting_id_seq', (SELECT max(posting_id) FROM ledger_postings));`;

/** Each event was delivered to one endpoint; one delivery in 50 failed, in several ways. */
const WEBHOOKS = `
  UPDATE events e SET merchant_id = i.merchant_id,
         type = CASE WHEN i.status = 'completed' THEN 'invoice.completed' ELSE e.type END,
         -- The API refuses a body that is not of the type on record.
         body = CASE WHEN i.status = 'completed' THEN replace(e.body, '"invoice.created"', '"invoice.completed"') ELSE e.body END
    FROM invoices i WHERE i.invoice_id = e.invoice_id AND (i.merchant_id <> e.merchant_id OR i.status = 'completed');
  INSERT INTO events (event_id, merchant_id, withdrawal_id, type, dedupe_key, occurred_at, body)
  SELECT 'evt_' || substr(withdrawal_id, 4, 25) || 'z', merchant_id, withdrawal_id, 'withdrawal.' || status, withdrawal_id,
         created_at, '{}' FROM withdrawals WHERE status IN ('completed', 'rejected');
  INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, status, outcome, attempt_count, created_at, finished_at)
  SELECT 'dlv_' || substr(e.event_id, 5), e.event_id, w.endpoint_id, e.merchant_id, f.status, f.outcome, 1, e.occurred_at, e.occurred_at
    FROM events e JOIN webhook_endpoints w USING (merchant_id),
         LATERAL (SELECT abs(hashtext(e.event_id)) % 500 AS n) h,
         LATERAL (SELECT CASE WHEN h.n < 10 THEN 'failed' ELSE 'succeeded' END AS status,
                         CASE WHEN h.n < 4 THEN 'timeout' WHEN h.n < 9 THEN '5xx' WHEN h.n < 10 THEN 'dns' ELSE '2xx' END AS outcome) f;
  INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, error_class, request_headers)
  SELECT delivery_id, 1, created_at, 40, CASE outcome WHEN '2xx' THEN 200 WHEN '5xx' THEN 500 END,
         CASE outcome WHEN '2xx' THEN NULL WHEN '5xx' THEN 'status' ELSE outcome END, '{}'
    FROM deliveries;`;

/** Three months of reconciliation, of which something is open. */
const RUNS = `
  INSERT INTO reconciliation_runs (origin, is_full, started_at, finished_at, outcome, summary)
  SELECT 'schedule', n % 24 = 0, now() - make_interval(hours => 2160 - n), now() - make_interval(hours => 2160 - n), 'clean',
         'Everything agrees.' FROM generate_series(1, 2160) n;
  INSERT INTO reconciliation_differences (kind, chain_code, token_symbol, subject, expected_atomic, found_atomic, words,
         first_seen_at, last_seen_at)
  VALUES ('balance', 'local', 'USDC', ${HOT}, 100, 90, 'The hot wallet has 0.00001 USDC less than the books say.', now(), now());`;

/** Everything that the pages show besides open invoices, in the order in which it is made. */
export const PAGE_ROWS: Readonly<Record<string, string>> = {
  'merchants, keys, people and endpoints': PARTIES,
  'payments and checkouts': INVOICES,
  withdrawals: WITHDRAWALS,
  ledger: LEDGER,
  'events and deliveries': WEBHOOKS,
  reconciliation: RUNS,
};
