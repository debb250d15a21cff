import { NEW_INVOICE_ID, type OwnColumns } from './open-invoices.js';

/**
 * Merchants besides the largest one. The rows are told apart by remainders of numbers. This number shares no factor with
 * their divisors, so each merchant has some rows of every kind.
 */
const OTHER_MERCHANTS = 2_999;
/** One in this many invoices belongs to another merchant. */
export const OTHERS_SHARE = 11;

const DAYS = 365;
export const YEAR_MS = DAYS * 24 * 3_600_000;
const SMALL = OTHER_MERCHANTS - 1;
/** One of the other merchants. It has few invoices, and opens the same pages. */
export const SMALL_MERCHANT = `mer_${String(SMALL).padStart(26, '0')}`;

/** Returns the numbers of the invoices that pages show: the newest ones, and all of the small merchant. */
export function shownInvoices(count: number, newest: number): readonly number[] {
  const ofSmall = (i: number): boolean =>
    i % OTHERS_SHARE === OTHERS_SHARE - 1 && 1 + (Math.floor(i / OTHERS_SHARE) % OTHER_MERCHANTS) === SMALL;
  return Array.from({ length: count }, (_, i) => i).filter((i) => i >= count - newest || ofSmall(i));
}
const HASH = (text: string): string => `'0x' || encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
/** A figure from 0 to 9999 that looks random. The same number always gives the same figure. */
const FIGURE = (number: string): string => `(abs(hashint4(${number})::bigint) % 10000)`;
const HOT = `'0x${'40'.repeat(20)}'`;

/** The other merchants, with their keys, people, endpoints and limits. Some endpoints fail, and some requests wait. */
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

/** An invoice of the last day may be open. Of the older ones most are completed, and nearly all others have expired. */
const STATUS = (count: number): string => `
  CASE WHEN i >= ${count - Math.ceil(count / DAYS)} THEN
         CASE WHEN ${FIGURE('i')} < 6000 THEN 'completed' WHEN ${FIGURE('i')} < 9300 THEN 'pending' WHEN ${FIGURE('i')} < 9700 THEN 'paid'
              WHEN ${FIGURE('i')} < 9900 THEN 'underpaid' ELSE 'cancelled' END
       WHEN ${FIGURE('i')} < 7400 THEN 'completed' WHEN ${FIGURE('i')} < 9900 THEN 'expired'
       WHEN ${FIGURE('i')} < 9985 THEN 'cancelled' ELSE 'failed' END`;
const IS_PAID = (count: number): string => `(${STATUS(count)}) IN ('completed', 'paid')`;
const TYPE = (count: number): string => `
  'invoice.' || CASE ${STATUS(count)} WHEN 'pending' THEN 'created' WHEN 'cancelled' THEN 'created' ELSE ${STATUS(count)} END`;
const OTHER = `'mer_' || lpad((1 + i / ${OTHERS_SHARE} % ${OTHER_MERCHANTS})::text, 26, '0')`;
const MERCHANT = `CASE WHEN i % ${OTHERS_SHARE} = ${OTHERS_SHARE - 1} THEN ${OTHER} ELSE t.merchant_id END`;

/**
 * Returns the columns that make a year of business out of copies of one invoice. The event of each invoice is the one that
 * ended it. Two in 500 invoices are in a coin that few use.
 */
export function yearOfInvoices(count: number): OwnColumns {
  const isCoin = 'i % 500 IN (3, 4)';
  return {
    invoices: {
      merchant_id: MERCHANT,
      status: STATUS(count),
      token_symbol: `CASE WHEN ${isCoin} THEN 'ETH' ELSE t.token_symbol END`,
      token_decimals: `CASE WHEN ${isCoin} THEN 18 ELSE t.token_decimals END`,
      amount_atomic: `t.amount_atomic * CASE WHEN ${isCoin} THEN 1000000000 ELSE 1 END`,
      amount_paid_atomic: `CASE WHEN ${IS_PAID(count)} THEN t.amount_atomic * CASE WHEN ${isCoin} THEN 1000000000 ELSE 1 END ELSE 0 END`,
      tx_hash: `CASE WHEN ${IS_PAID(count)} THEN ${HASH(`'payment ' || i`)} END`,
      paid_at: `CASE WHEN ${IS_PAID(count)} THEN n.made_at + interval '2 minutes' END`,
      completed_at: `CASE WHEN (${STATUS(count)}) = 'completed' THEN n.made_at + interval '5 minutes' END`,
      checkout_id: `CASE WHEN i % 10 = 4 THEN 'chk_' || substr(${NEW_INVOICE_ID}, 5) END`,
    },
    events: {
      merchant_id: MERCHANT,
      type: TYPE(count),
      // The API refuses a body with another type or another invoice than its row has.
      body: `replace(replace(t.body, t.invoice_id, ${NEW_INVOICE_ID}), '"invoice.created"', '"' || ${TYPE(count)} || '"')`,
    },
  };
}

/** The payments of the invoices, some of them late and held. And the checkouts: every tenth invoice was made by one. */
const INVOICES = `
  TRUNCATE chain_timers;
  INSERT INTO chain_timers (chain_code, kind, target_id, after_time)
  SELECT chain_code, 'invoice', invoice_id, expires_at FROM invoices WHERE status IN ('pending', 'underpaid', 'paid');
  INSERT INTO chain_cursors (chain_code, height, block_hash, block_time, caught_up_at, finalized_height)
  VALUES ('local', 2000000, '0x${'b1'.repeat(32)}', now(), now() + interval '1 hour', 1999900)
  ON CONFLICT (chain_code) DO UPDATE SET height = excluded.height, block_hash = excluded.block_hash,
         block_time = excluded.block_time, caught_up_at = excluded.caught_up_at, finalized_height = excluded.finalized_height;
  INSERT INTO transfers (chain_code, token_symbol, block_number, block_hash, block_time, tx_hash, tx_index, position, log_index,
         from_address, to_address, amount_atomic, invoice_id, ever_confirmed, booking, seen_at)
  SELECT chain_code, token_symbol, CASE booking WHEN 'none' THEN 1999999 ELSE deposit_index END, '0x${'b2'.repeat(32)}', created_at,
         ${HASH(`'payment ' || deposit_index`)}, 0, 0, 0, '0x${'4d'.repeat(20)}', deposit_address,
         CASE status WHEN 'underpaid' THEN amount_atomic / 2 ELSE amount_atomic END, invoice_id,
         booking <> 'none', booking, created_at + interval '2 minutes'
    FROM (SELECT *, CASE WHEN status = 'completed' THEN 'credited' WHEN status IN ('paid', 'underpaid') THEN 'none'
                         WHEN status = 'expired' AND deposit_index % 400 IN (8, 14) THEN 'held' END AS booking FROM invoices) i
   WHERE booking IS NOT NULL ORDER BY deposit_index;
  INSERT INTO checkouts (checkout_id, public_id, merchant_id, amount_fiat_cents, fiat_currency, assets, metadata, checkout_url,
         quote_seconds, created_at, expires_at, merchant_reference, chosen_invoice, status, completed_by, completed_at)
  SELECT 'chk_' || substr(invoice_id, 5), 'cs_' || substr(public_id, 5), merchant_id, 2500, 'USD',
         '[{"chainCode":"local","tokenSymbol":"USDC"}]', '{}', 'https://pay.example.com/pay/cs_' || substr(public_id, 5), 900,
         created_at, expires_at, merchant_reference, invoice_id,
         CASE status WHEN 'completed' THEN status WHEN 'pending' THEN 'open' WHEN 'paid' THEN 'processing' WHEN 'underpaid' THEN 'processing'
                     WHEN 'cancelled' THEN status ELSE 'expired' END,
         CASE status WHEN 'completed' THEN invoice_id END, completed_at
    FROM invoices WHERE checkout_id IS NOT NULL;`;

/**
 * A withdrawal for every tenth invoice. Nine of ten go to the merchant's own address, and one in 100 is a refund. Nearly
 * all are paid. Some of the last day wait for somebody.
 */
const WITHDRAWALS = `
  INSERT INTO wallets (chain_code, address, role, next_nonce) VALUES ('local', ${HOT}, 'hot', 2000000) ON CONFLICT DO NOTHING;
  INSERT INTO chain_reports (chain_code, wallets, wallets_at) VALUES ('local',
         '[{"address":"0x${'40'.repeat(20)}","tokenSymbol":"USDC","balanceAtomic":"900000000000"}]', now())
  ON CONFLICT (chain_code) DO UPDATE SET wallets = excluded.wallets, wallets_at = excluded.wallets_at;
  INSERT INTO withdrawals (withdrawal_id, merchant_id, status, chain_code, token_symbol, token_decimals, amount_atomic, address,
         merchant_reference, metadata, created_at, approved_at, completed_at, failure_reason, waiting_reason, waiting_code, kind, invoice_id)
  SELECT 'wd_' || substr(invoice_id, 5), merchant_id, s.status, chain_code, token_symbol, token_decimals, amount_atomic,
         '0x' || substr(md5(CASE WHEN deposit_index % 100 = 13 THEN deposit_index::text ELSE merchant_id END) || md5('a'), 1, 40),
         merchant_reference, '{}', created_at,
         CASE WHEN s.status NOT IN ('pending_approval', 'rejected', 'cancelled') THEN created_at + interval '1 hour' END,
         CASE WHEN s.status = 'completed' THEN created_at + interval '2 hours' END,
         CASE WHEN s.status IN ('failed', 'rejected', 'stopped') THEN 'not known' END,
         CASE WHEN s.status = 'approved' THEN 'the hot wallet has too little' END,
         CASE WHEN s.status = 'approved' THEN 'no_tokens' END,
         CASE WHEN deposit_index % 1000 = 13 THEN 'refund' ELSE 'payout' END, CASE WHEN deposit_index % 1000 = 13 THEN invoice_id END
    FROM invoices, LATERAL (SELECT ${FIGURE('deposit_index + 1')} AS n) f,
         LATERAL (SELECT CASE WHEN created_at > now() - interval '1 day' AND n < 5000
                              THEN (ARRAY['pending_approval', 'pending_approval', 'approved', 'broadcast'])[1 + n % 4]
                              WHEN n < 100 THEN 'rejected' WHEN n < 140 THEN 'failed' WHEN n < 200 THEN 'cancelled' WHEN n < 210 THEN 'stopped'
                              ELSE 'completed' END AS status) s
   WHERE deposit_index % 10 = 3 ORDER BY deposit_index;
  INSERT INTO sent_transactions (chain_code, tx_hash, from_address, nonce, raw_transaction, withdrawal_id, max_fee_per_gas_wei,
         max_cost_wei, signed_at, first_sent_at, last_sent_at, block_number, block_hash, block_time, succeeded, gas_used,
         effective_gas_price_wei, token_symbol, amount_atomic, to_address, proven, fee_wei, booked_fee_wei, booked_revision)
  SELECT chain_code, ${HASH('withdrawal_id')}, ${HOT}, row_number() OVER (ORDER BY withdrawal_id), '0x02' || repeat('5e', 110), withdrawal_id,
         7, 7, created_at, created_at, created_at, mined * 1999990, '0x${'b3'.repeat(31)}b' || mined, created_at + mined * interval '1 minute',
         mined = 1, mined * 21000, mined * 7, token_symbol, amount_atomic, address, mined = 1, mined * 147000, mined * 147000, mined - 1
    FROM (SELECT *, CASE status WHEN 'completed' THEN 1 END AS mined FROM withdrawals) w
   WHERE status IN ('completed', 'broadcast') ORDER BY withdrawal_id;
  INSERT INTO withdrawal_approvals (withdrawal_id, operator_id, approved_at, chain_place, row_hash)
  SELECT withdrawal_id, 'opr_00000000000000000000000001', approved_at, row_number() OVER (ORDER BY withdrawal_id), '\\x00'::bytea
    FROM withdrawals WHERE approved_at IS NOT NULL ORDER BY withdrawal_id;`;

/**
 * The audit log: withdrawals, their approvals, cancelled invoices, and a few rare orders. The hashes are not real, because
 * no page checks them.
 */
const AUDIT = `
  INSERT INTO audit_log (at, actor_kind, actor_id, ip, action, object_kind, object_id, api_key_id, reason, after, chain_place, row_hash)
  SELECT at, actor_kind, actor_id, '203.0.113.7', action, object_kind, object_id, member, reason, after,
         row_number() OVER (ORDER BY at, object_id), decode(md5(object_id) || md5(action), 'hex')
    FROM (
      SELECT created_at AS at, 'merchant' AS actor_kind, merchant_id AS actor_id, 'withdrawal.create' AS action, 'withdrawal' AS object_kind,
             withdrawal_id AS object_id, 'mbr_' || substr(merchant_id, 5) AS member, NULL AS reason,
             json_build_object('amountAtomic', amount_atomic::text, 'address', address) AS after FROM withdrawals
      UNION ALL
      SELECT approved_at, 'operator', 'opr_00000000000000000000000001', 'withdrawal.approve', 'withdrawal', withdrawal_id,
             'key_00000000000000000000000001', NULL, NULL FROM withdrawals WHERE approved_at IS NOT NULL
      UNION ALL
      SELECT created_at + interval '2 hours', 'operator', 'opr_00000000000000000000000002', 'withdrawal.reject', 'withdrawal', withdrawal_id,
             'key_00000000000000000000000002', 'not known', NULL FROM withdrawals WHERE status = 'rejected'
      UNION ALL
      SELECT created_at + interval '1 minute', 'merchant', merchant_id, 'invoice.cancel', 'invoice', invoice_id,
             'key_' || substr(merchant_id, 5), NULL, NULL FROM invoices WHERE status = 'cancelled'
      UNION ALL
      SELECT created_at, 'merchant', merchant_id, 'webhook_endpoint.create', 'webhook_endpoint', endpoint_id,
             'mbr_' || substr(merchant_id, 5), NULL, NULL FROM webhook_endpoints
      UNION ALL
      SELECT created_at + interval '5 minutes', 'operator', 'opr_00000000000000000000000003', 'api_key.approve', 'api_key', api_key_id,
             'key_00000000000000000000000003', NULL, NULL FROM api_keys WHERE status = 'approved' AND merchant_id IS NOT NULL
      UNION ALL
      SELECT now() - make_interval(days => 100 * n), 'operator', 'opr_00000000000000000000000003', 'asset.freeze', 'asset', 'local/USDC',
             'key_00000000000000000000000003', 'an exercise', NULL FROM generate_series(1, 3) n
    ) a ORDER BY at, object_id;
  INSERT INTO merchant_audit (merchant_id, audit_id, action, actor_kind)
  SELECT coalesce(w.merchant_id, i.merchant_id, e.merchant_id, k.merchant_id), a.audit_id, a.action, a.actor_kind
    FROM audit_log a
    LEFT JOIN withdrawals w ON a.object_kind = 'withdrawal' AND w.withdrawal_id = a.object_id
    LEFT JOIN invoices i ON a.object_kind = 'invoice' AND i.invoice_id = a.object_id
    LEFT JOIN webhook_endpoints e ON a.object_kind = 'webhook_endpoint' AND e.endpoint_id = a.object_id
    LEFT JOIN api_keys k ON a.object_kind = 'api_key' AND k.api_key_id = a.object_id
   WHERE a.object_kind <> 'asset' ORDER BY a.audit_id;
  INSERT INTO audit_heads (number, made_at, is_whole, previous, chains, parts_hash, hash, signer, signature)
  SELECT n, now() - make_interval(days => ${DAYS} - n), n % 7 = 0, sha256((n - 1)::text::bytea), 5, sha256('parts'), sha256(n::text::bytea),
         '0x${'51'.repeat(20)}', '0x${'52'.repeat(65)}' FROM generate_series(1, ${DAYS}) n;`;

/** The ledger by time: an entry for each payment and each step of a withdrawal, with the balances of their accounts. */
const LEDGER = `
  INSERT INTO ledger_accounts (kind, merchant_id, chain_code, token_symbol)
  SELECT kind, merchant_id, 'local', symbol
    FROM merchants, (VALUES ('available'), ('held'), ('reserved'), ('deficit')) k (kind), (VALUES ('USDC'), ('ETH')) s (symbol)
  UNION ALL
  SELECT kind, NULL, 'local', symbol FROM (VALUES ('custody_deposit'), ('custody_hot')) k (kind), (VALUES ('USDC'), ('ETH')) s (symbol);
  INSERT INTO ledger_entries (cause, kind, invoice_id, withdrawal_id, transfer_id, created_at)
  SELECT 'transfer/' || transfer_id, CASE booking WHEN 'held' THEN 'transfer_none_to_held' ELSE 'transfer_none_to_credited' END,
         invoice_id, NULL, transfer_id, seen_at + interval '3 minutes' AS at FROM transfers WHERE booking <> 'none'
  UNION ALL
  SELECT 'withdrawal/' || withdrawal_id, 'withdrawal_reserved', NULL, withdrawal_id, NULL, created_at FROM withdrawals
  UNION ALL
  SELECT 'withdrawal/' || withdrawal_id || '/paid', 'withdrawal_paid', NULL, withdrawal_id, NULL, completed_at
    FROM withdrawals WHERE status = 'completed' ORDER BY at;
  ANALYZE ledger_accounts, ledger_entries;
  INSERT INTO ledger_postings (posting_id, entry_id, account_id, amount, balance_after, chain_place, row_hash)
  SELECT 2 * entry_id + (amount > 0)::int, entry_id, account_id, amount,
         abs(sum(amount) OVER (PARTITION BY account_id ORDER BY entry_id)), 2 * entry_id, decode(md5(entry_id::text) || md5(kind), 'hex')
    FROM (
      SELECT e.entry_id, a.account_id, a.kind, -t.amount_atomic AS amount
        FROM ledger_entries e JOIN transfers t USING (transfer_id) JOIN invoices i ON i.invoice_id = t.invoice_id
        JOIN ledger_accounts a ON a.token_symbol = t.token_symbol AND a.merchant_id = i.merchant_id
             AND a.kind = CASE t.booking WHEN 'held' THEN 'held' ELSE 'available' END
      UNION ALL
      SELECT e.entry_id, a.account_id, a.kind, t.amount_atomic
        FROM ledger_entries e JOIN transfers t USING (transfer_id)
        JOIN ledger_accounts a ON a.token_symbol = t.token_symbol AND a.kind = 'custody_deposit'
      UNION ALL
      SELECT e.entry_id, a.account_id, a.kind, s.sign * w.amount_atomic
        FROM ledger_entries e JOIN withdrawals w USING (withdrawal_id)
        JOIN (VALUES ('withdrawal_reserved', 'available', 1), ('withdrawal_reserved', 'reserved', -1), ('withdrawal_paid', 'reserved', 1))
             s (entry, account, sign) ON s.entry = e.kind
        JOIN ledger_accounts a ON a.token_symbol = w.token_symbol AND a.merchant_id = w.merchant_id AND a.kind = s.account
      UNION ALL
      SELECT e.entry_id, a.account_id, a.kind, -w.amount_atomic
        FROM ledger_entries e JOIN withdrawals w USING (withdrawal_id)
        JOIN ledger_accounts a ON a.token_symbol = w.token_symbol AND a.kind = 'custody_hot'
       WHERE e.kind = 'withdrawal_paid'
    ) p ORDER BY 1;
  UPDATE ledger_accounts a SET balance = s.sum
    FROM (SELECT account_id, abs(sum(amount)) AS sum FROM ledger_postings GROUP BY account_id) s WHERE s.account_id = a.account_id;
  SELECT setval('ledger_posting_id_seq', (SELECT max(posting_id) FROM ledger_postings));`;

const BUSY_HEADERS = `'{"content-type":"application/json","user-agent":"Quittance","webhook-id":"evt_0","webhook-timestamp":"1790000000"}'`;

/**
 * One event for each invoice, and every event of the newest invoices and of the withdrawals. Each is delivered to one
 * endpoint. One delivery in 50 failed after eight attempts, as many succeeded at the third attempt, and some wait.
 */
const WEBHOOKS = (newest: number): string => `
  UPDATE events e SET body = regexp_replace(e.body, '"depositAddress":"0x[0-9a-fA-F]{40}"', '"depositAddress":"' || i.deposit_address || '"')
    FROM (SELECT * FROM invoices ORDER BY deposit_index DESC LIMIT ${newest}) i WHERE i.invoice_id = e.invoice_id;
  INSERT INTO events (event_id, merchant_id, invoice_id, type, dedupe_key, occurred_at, body)
  SELECT substr(event_id, 1, 29) || which, e.merchant_id, e.invoice_id, 'invoice.' || name, e.invoice_id || '/more.' || name, e.occurred_at,
         replace(body, e.type, 'invoice.' || name)
    FROM (SELECT * FROM invoices ORDER BY deposit_index DESC LIMIT ${newest}) i JOIN events e USING (invoice_id),
         (VALUES ('x', 'created'), ('y', 'paid')) m (which, name)
   WHERE i.status = 'completed';
  INSERT INTO events (event_id, merchant_id, withdrawal_id, type, dedupe_key, occurred_at, body)
  SELECT 'evt_' || substr(withdrawal_id, 4, 25) || 'z', merchant_id, withdrawal_id, 'withdrawal.' || status, withdrawal_id,
         created_at, '{"type":"withdrawal.' || status || '","data":{"withdrawalId":"' || withdrawal_id || '"}}'
    FROM withdrawals WHERE status IN ('completed', 'rejected', 'failed', 'stopped') ORDER BY withdrawal_id;
  INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, status, outcome, attempt_count, created_at, finished_at,
         next_attempt_at, cancel_reason)
  SELECT 'dlv_' || substr(e.event_id, 5), e.event_id, w.endpoint_id, e.merchant_id, f.status, CASE WHEN attempts > 0 THEN f.outcome END,
         attempts, e.occurred_at, CASE WHEN f.status <> 'pending' THEN e.occurred_at + interval '1 second' END,
         CASE WHEN f.status = 'pending' THEN now() + interval '1 hour' END, CASE WHEN f.status = 'cancelled' THEN 'the endpoint was deleted' END
    FROM events e JOIN webhook_endpoints w USING (merchant_id),
         LATERAL (SELECT ${FIGURE('hashtext(e.event_id)')} AS n) h,
         LATERAL (SELECT CASE WHEN e.occurred_at > now() - interval '1 hour' AND h.n < 3000 THEN 'pending' WHEN h.n < 200 THEN 'failed'
                              WHEN h.n < 205 THEN 'cancelled' ELSE 'succeeded' END AS status) s,
         LATERAL (SELECT s.status, CASE WHEN s.status = 'succeeded' THEN '2xx' WHEN h.n % 100 < 40 THEN 'timeout' WHEN h.n % 100 < 80 THEN '5xx'
                              WHEN h.n % 100 < 98 THEN '4xx' ELSE 'dns' END AS outcome,
                         CASE WHEN s.status = 'succeeded' THEN CASE WHEN h.n < 400 THEN 3 ELSE 1 END WHEN s.status = 'failed' THEN 8
                              WHEN s.status = 'pending' THEN h.n % 3 ELSE 1 END AS attempts) f
   ORDER BY e.occurred_at;
  INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, error_class, error_message, request_headers,
         response_headers, response_body)
  SELECT delivery_id, number, created_at + (number - 1) * interval '1 hour', 40, CASE o WHEN '2xx' THEN 200 WHEN '4xx' THEN 404 WHEN '5xx' THEN 500 END,
         CASE WHEN o IN ('4xx', '5xx') THEN 'status' WHEN o <> '2xx' THEN o END, CASE WHEN o <> '2xx' THEN 'It failed.' END, ${BUSY_HEADERS},
         CASE WHEN o LIKE '_xx' THEN '{"content-type":"text/plain","date":"Thu, 01 Jan 2026 00:00:00 GMT"}'::json END, CASE WHEN o LIKE '_xx' THEN 'ok' END
    FROM deliveries, generate_series(1, attempt_count) number,
         LATERAL (SELECT CASE WHEN number < attempt_count THEN 'timeout' ELSE outcome END AS o) l
   ORDER BY created_at;`;

/** Three months of reconciliation, with some differences that are still open. */
const RUNS = `
  INSERT INTO reconciliation_runs (origin, is_full, started_at, finished_at, outcome, summary)
  SELECT 'schedule', n % 24 = 0, now() - make_interval(hours => 2160 - n), now() - make_interval(hours => 2160 - n),
         CASE WHEN n % 700 = 0 THEN 'differences' ELSE 'clean' END, 'Everything agrees.' FROM generate_series(1, 2160) n;
  INSERT INTO reconciliation_differences (kind, chain_code, token_symbol, subject, expected_atomic, found_atomic, words,
         first_seen_at, last_seen_at)
  VALUES ('balance', 'local', 'USDC', ${HOT}, 100, 90, 'The hot wallet has 0.00001 USDC less than the books say.', now(), now());`;

/** Returns the SQL for everything that pages show besides invoices, in order. `newest`: the number of invoices they show. */
export const pageRows = (newest: number): Readonly<Record<string, string>> => ({
  'merchants, keys, people and endpoints': PARTIES,
  'payments and checkouts': INVOICES,
  withdrawals: WITHDRAWALS,
  'audit log': AUDIT,
  ledger: LEDGER,
  'events and deliveries': WEBHOOKS(newest),
  reconciliation: RUNS,
});
