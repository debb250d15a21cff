CREATE SEQUENCE deposit_index_seq AS integer MINVALUE 0 START 0;
CREATE SEQUENCE ledger_posting_id_seq AS bigint MINVALUE 1 START 1;

CREATE TABLE address_rounds (
  chain_code text NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  ended_address text NOT NULL,
  rotation_address text NOT NULL
);

CREATE TABLE api_key_hashes (
  key_hash bytea NOT NULL,
  api_key_id text NOT NULL,
  expires_at timestamp with time zone
);

CREATE TABLE api_keys (
  api_key_id text NOT NULL,
  merchant_id text,
  operator_id text,
  name text NOT NULL,
  status text NOT NULL,
  scopes text[] NOT NULL,
  start text NOT NULL,
  last4 text NOT NULL,
  ips text[] DEFAULT '{}'::text[] NOT NULL,
  withdrawal_addresses json DEFAULT '[]'::json NOT NULL,
  rate_limits json,
  approved_at timestamp with time zone,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_ip text,
  whitelist_ends_at timestamp with time zone
);

CREATE TABLE approval_signatures (
  signature_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  withdrawal_id text NOT NULL,
  approver text NOT NULL,
  signature text NOT NULL,
  valid_until bigint NOT NULL,
  operator_id text,
  given_at timestamp with time zone NOT NULL,
  chain_place bigint NOT NULL,
  row_hash bytea NOT NULL
);

CREATE TABLE approved_payments (
  withdrawal_id text NOT NULL,
  merchant_id text NOT NULL,
  kind text NOT NULL,
  invoice_id text,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  address text NOT NULL,
  kept_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  chain_place bigint NOT NULL,
  row_hash bytea NOT NULL
);

CREATE TABLE approver_addresses (
  approver_address_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  operator_id text NOT NULL,
  address text NOT NULL,
  signature text NOT NULL,
  valid_until bigint NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  policy_change_id text,
  removed_at timestamp with time zone,
  chain_code text
);

CREATE TABLE asset_freezes (
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  reason text NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  frozen_at timestamp with time zone NOT NULL
);

CREATE TABLE asset_readings (
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  address text NOT NULL,
  read_until bigint,
  stopped_at timestamp with time zone
);

CREATE TABLE audit_head_parts (
  chain text NOT NULL,
  number bigint NOT NULL,
  length bigint NOT NULL,
  head bytea NOT NULL
);

CREATE TABLE audit_heads (
  number bigint NOT NULL,
  made_at timestamp with time zone NOT NULL,
  is_whole boolean NOT NULL,
  previous bytea NOT NULL,
  chains bigint NOT NULL,
  parts_hash bytea NOT NULL,
  hash bytea NOT NULL,
  signer text NOT NULL,
  signature text NOT NULL
);

CREATE TABLE audit_log (
  audit_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  ip text,
  action text NOT NULL,
  object_kind text NOT NULL,
  object_id text NOT NULL,
  reason text,
  before json,
  after json,
  api_key_id text,
  chain_place bigint NOT NULL,
  row_hash bytea NOT NULL
);

CREATE TABLE block_readings (
  chain_code text NOT NULL,
  from_number bigint NOT NULL,
  rpc text NOT NULL
);

CREATE TABLE blocks (
  chain_code text NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  parent_hash text NOT NULL,
  block_time timestamp with time zone NOT NULL
);

CREATE TABLE canonical_changes (
  canonical_change_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transfer_id bigint NOT NULL,
  canonical boolean NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE chain_cursors (
  chain_code text NOT NULL,
  height bigint,
  block_hash text,
  block_time timestamp with time zone,
  fence bigint DEFAULT 0 NOT NULL,
  caught_up_at timestamp with time zone,
  finalized_height bigint,
  halted_at timestamp with time zone,
  halted_reason text,
  untraced_at timestamp with time zone,
  resume_requested_at timestamp with time zone,
  resume_problem text,
  read_from text,
  verified_height bigint,
  verified_hash text,
  verified_time timestamp with time zone,
  agreed_time timestamp with time zone
);

CREATE TABLE chain_disputes (
  chain_code text NOT NULL,
  about text NOT NULL,
  height bigint NOT NULL,
  reason text NOT NULL,
  since timestamp with time zone NOT NULL
);

CREATE TABLE chain_reports (
  chain_code text NOT NULL,
  mismatch text,
  mismatch_at timestamp with time zone,
  rpcs jsonb DEFAULT '[]'::jsonb NOT NULL,
  rpcs_at timestamp with time zone,
  wallets jsonb DEFAULT '[]'::jsonb NOT NULL,
  wallets_at timestamp with time zone
);

CREATE TABLE chain_timers (
  chain_code text NOT NULL,
  kind text NOT NULL,
  target_id text NOT NULL,
  at_height bigint,
  after_time timestamp with time zone
);

CREATE TABLE checkouts (
  checkout_id text NOT NULL,
  public_id text NOT NULL,
  merchant_id text NOT NULL,
  amount_fiat_cents numeric(78,0),
  fiat_currency text,
  amount_crypto text,
  token_symbol text,
  assets json NOT NULL,
  merchant_reference text,
  metadata json NOT NULL,
  description text,
  checkout_url text NOT NULL,
  redirect_url text,
  cancel_url text,
  locale text,
  quote_seconds integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  cancelled_at timestamp with time zone,
  status text DEFAULT 'open'::text NOT NULL,
  completed_by text,
  completed_at timestamp with time zone,
  end_due_at timestamp with time zone,
  told text,
  told_count integer DEFAULT 0 NOT NULL,
  chosen_invoice text
);

CREATE TABLE custody_addresses (
  chain_code text NOT NULL,
  address text NOT NULL,
  touched_block bigint NOT NULL,
  checked_block bigint
);

CREATE TABLE deliveries (
  delivery_id text NOT NULL,
  event_id text NOT NULL,
  endpoint_id text NOT NULL,
  merchant_id text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  redelivery_of text,
  origin text DEFAULT 'event'::text NOT NULL,
  cancel_reason text,
  leased_until timestamp with time zone,
  queued_at timestamp with time zone,
  generation integer DEFAULT 0 NOT NULL,
  workflow_checked_at timestamp with time zone,
  outcome text,
  body_refused_at timestamp with time zone
);

CREATE TABLE delivery_attempts (
  delivery_id text NOT NULL,
  number integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer,
  status_code integer,
  error_class text,
  error_message text,
  request_headers json,
  response_headers json,
  response_body text
);

CREATE TABLE deposit_xpubs (
  first_index integer NOT NULL,
  fingerprint text NOT NULL,
  pinned_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE endpoint_closings (
  endpoint_id text NOT NULL,
  generation integer NOT NULL,
  reason text NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone
);

CREATE TABLE events (
  event_id text NOT NULL,
  merchant_id text NOT NULL,
  invoice_id text,
  withdrawal_id text,
  type text NOT NULL,
  dedupe_key text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  body text NOT NULL
);

CREATE TABLE hash_chains (
  chain text NOT NULL,
  length bigint NOT NULL,
  head bytea NOT NULL,
  is_unchecked boolean DEFAULT true NOT NULL,
  is_unsealed boolean DEFAULT true NOT NULL,
  checked_length bigint DEFAULT 0 NOT NULL,
  checked_head bytea DEFAULT decode(repeat('00'::text, 32), 'hex'::text) NOT NULL,
  checked_row bigint DEFAULT 0 NOT NULL
);

CREATE TABLE idempotency_keys (
  api_key_id text NOT NULL,
  idempotency_key text NOT NULL,
  request_hash bytea NOT NULL,
  status_code integer NOT NULL,
  answer_encrypted bytea NOT NULL,
  created_at timestamp with time zone NOT NULL
);

CREATE TABLE invitations (
  invitation_id text NOT NULL,
  kind text NOT NULL,
  token_hash bytea NOT NULL,
  merchant_id text,
  operator_id text,
  email text NOT NULL,
  role text,
  member_id text,
  made_by_kind text NOT NULL,
  made_by text,
  made_by_credential text,
  made_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  policy_change_id text,
  used_at timestamp with time zone,
  withdrawn_at timestamp with time zone
);

CREATE TABLE invoice_orders (
  order_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  invoice_id text NOT NULL,
  kind text NOT NULL,
  transfer_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  withdrawal_id text
);

CREATE TABLE invoices (
  invoice_id text NOT NULL,
  public_id text NOT NULL,
  merchant_id text NOT NULL,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  token_decimals integer NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  amount_fiat_cents numeric(78,0),
  fiat_currency text,
  rate text,
  rate_source text,
  rate_as_of timestamp with time zone,
  tolerance_bps integer NOT NULL,
  accept_late boolean NOT NULL,
  confirmations_required integer NOT NULL,
  deposit_index integer NOT NULL,
  deposit_address text NOT NULL,
  merchant_reference text,
  metadata json NOT NULL,
  redirect_url text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  amount_paid_atomic numeric(78,0) DEFAULT 0 NOT NULL,
  overpaid boolean DEFAULT false NOT NULL,
  tx_hash text,
  paid_at timestamp with time zone,
  completed_at timestamp with time zone,
  workflow_checked_at timestamp with time zone,
  description text,
  checkout_id text
);

CREATE TABLE known_assets (
  chain_code text NOT NULL,
  chain_id bigint NOT NULL,
  token_symbol text NOT NULL,
  address text,
  decimals integer NOT NULL
);

CREATE TABLE ledger_accounts (
  account_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  merchant_id text,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  balance numeric(78,0) DEFAULT 0 NOT NULL,
  debit_normal boolean GENERATED ALWAYS AS ((kind = ANY (ARRAY['deficit'::text, 'custody_deposit'::text, 'custody_hot'::text, 'custody_gas'::text, 'custody_cold'::text, 'gas'::text]))) STORED NOT NULL
);

CREATE TABLE ledger_entries (
  entry_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  cause text NOT NULL,
  kind text NOT NULL,
  invoice_id text,
  withdrawal_id text,
  transfer_id bigint,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  xact xid8 DEFAULT pg_current_xact_id() NOT NULL
);

CREATE TABLE ledger_postings (
  posting_id bigint NOT NULL,
  entry_id bigint NOT NULL,
  account_id bigint NOT NULL,
  amount numeric(78,0) NOT NULL,
  balance_after numeric(78,0) NOT NULL,
  chain_place bigint NOT NULL,
  row_hash bytea NOT NULL
);

CREATE TABLE members (
  member_id text NOT NULL,
  merchant_id text,
  operator_id text,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  held_since timestamp with time zone DEFAULT now() NOT NULL,
  policy_change_id text
);

CREATE TABLE merchant_audit (
  merchant_id text NOT NULL,
  audit_id bigint NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL
);

CREATE TABLE merchant_profiles (
  merchant_id text NOT NULL,
  contact text,
  color text,
  logo_url text,
  frame_origins text[] DEFAULT '{}'::text[] NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE merchants (
  merchant_id text NOT NULL,
  name text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  tolerance_bps integer,
  accept_late boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  withdrawal_addresses json DEFAULT '[]'::json NOT NULL,
  whitelist_ends_at timestamp with time zone
);

CREATE TABLE movement_parts (
  movement_id bigint NOT NULL,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  subject_address text NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  outcome text
);

CREATE TABLE movements (
  movement_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain_code text NOT NULL,
  kind text NOT NULL,
  from_address text NOT NULL,
  contract_address text,
  destination text,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  outcome text,
  ended_at timestamp with time zone
);

CREATE TABLE native_audits (
  invoice_id text NOT NULL,
  chain_code text NOT NULL,
  watched_from timestamp with time zone NOT NULL,
  due_after timestamp with time zone NOT NULL,
  retry_at timestamp with time zone,
  finished_at timestamp with time zone,
  block_number bigint,
  block_hash text,
  balance_atomic numeric(78,0),
  counted_atomic numeric(78,0),
  round integer DEFAULT 0 NOT NULL
);

CREATE TABLE notice_sends (
  notice_id bigint NOT NULL,
  state text NOT NULL,
  receiver text NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone
);

CREATE TABLE notices (
  notice_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  what text NOT NULL,
  todo text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  tell_from timestamp with time zone NOT NULL,
  closed_at timestamp with time zone
);

CREATE TABLE operators (
  operator_id text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE outbox (
  outbox_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  target_id text NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  unhealthy boolean DEFAULT false NOT NULL
);

CREATE TABLE outside_payments (
  chain_code text NOT NULL,
  tx_hash text NOT NULL,
  ordinal integer NOT NULL,
  from_address text NOT NULL,
  token_symbol text NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  to_address text NOT NULL,
  block_number bigint NOT NULL,
  block_time timestamp with time zone NOT NULL,
  pays text,
  not_of text[] DEFAULT '{}'::text[] NOT NULL,
  frozen_at timestamp with time zone
);

CREATE TABLE passkey_challenges (
  session_id text NOT NULL,
  purpose text NOT NULL,
  challenge text NOT NULL,
  ends_at timestamp with time zone NOT NULL
);

CREATE TABLE passkeys (
  passkey_id text NOT NULL,
  member_id text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone
);

CREATE TABLE policy_changes (
  policy_change_id text NOT NULL,
  kind text NOT NULL,
  merchant_id text,
  object_id text NOT NULL,
  part text NOT NULL,
  change json NOT NULL,
  status text DEFAULT 'waiting'::text NOT NULL,
  requested_by_kind text NOT NULL,
  requested_by text,
  requested_at timestamp with time zone NOT NULL,
  holds_from timestamp with time zone NOT NULL,
  decided_by_kind text,
  decided_by text,
  decided_at timestamp with time zone
);

CREATE TABLE reconciliation_differences (
  difference_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  subject text NOT NULL,
  expected_atomic numeric(78,0) NOT NULL,
  found_atomic numeric(78,0) NOT NULL,
  words text NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  gone_at timestamp with time zone,
  frozen_atomic numeric(78,0)
);

CREATE TABLE reconciliation_runs (
  run_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  origin text NOT NULL,
  is_full boolean NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  outcome text,
  summary text,
  chains jsonb DEFAULT '[]'::jsonb NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  posting_id bigint,
  entry_id bigint,
  invoice_id text,
  is_whole_log boolean DEFAULT false NOT NULL
);

CREATE TABLE recovery_codes (
  member_id text NOT NULL,
  code_hash bytea NOT NULL
);

CREATE TABLE rpc_omissions (
  chain_code text NOT NULL,
  rpc text NOT NULL,
  omitted bigint NOT NULL
);

CREATE TABLE sent_transactions (
  chain_code text NOT NULL,
  tx_hash text NOT NULL,
  from_address text NOT NULL,
  nonce bigint NOT NULL,
  raw_transaction text NOT NULL,
  withdrawal_id text,
  replaces text,
  max_fee_per_gas_wei numeric(78,0) NOT NULL,
  max_cost_wei numeric(78,0) NOT NULL,
  signed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  last_sent_at timestamp with time zone,
  block_number bigint,
  block_hash text,
  block_time timestamp with time zone,
  succeeded boolean,
  gas_used bigint,
  effective_gas_price_wei numeric(78,0),
  revision integer DEFAULT 0 NOT NULL,
  purpose text DEFAULT 'payment'::text NOT NULL,
  token_symbol text,
  amount_atomic numeric(78,0),
  to_address text,
  first_sent_at timestamp with time zone,
  superseded_by text,
  foreign_hash text,
  proven boolean,
  fee_wei numeric(78,0),
  booked_fee_wei numeric(78,0),
  booked_revision integer,
  movement_id bigint,
  moved_revision integer,
  adopted boolean DEFAULT false NOT NULL
);

CREATE TABLE sessions (
  session_id text NOT NULL,
  token_hash bytea NOT NULL,
  member_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  idle_ends_at timestamp with time zone NOT NULL,
  absolute_ends_at timestamp with time zone NOT NULL,
  confirmed_until timestamp with time zone,
  ip text NOT NULL,
  needs_second_factor boolean DEFAULT false NOT NULL,
  user_agent text
);

CREATE TABLE totp_secrets (
  member_id text NOT NULL,
  secret_encrypted bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  last_used_step bigint
);

CREATE TABLE transfers (
  transfer_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_time timestamp with time zone NOT NULL,
  tx_hash text,
  tx_index integer NOT NULL,
  "position" integer NOT NULL,
  log_index integer,
  from_address text,
  to_address text NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  invoice_id text,
  canonical boolean DEFAULT true NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  reverted_height bigint,
  reverted_at timestamp with time zone,
  ever_confirmed boolean DEFAULT false NOT NULL,
  booking text DEFAULT 'none'::text NOT NULL,
  booking_revision integer DEFAULT 0 NOT NULL,
  seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  swept_by bigint,
  shown_only_by text,
  denied_by text,
  denied_at timestamp with time zone,
  confirmed_at timestamp with time zone
);

CREATE TABLE unread_ranges (
  range_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  from_number bigint NOT NULL,
  to_number bigint NOT NULL,
  not_before timestamp with time zone,
  read_from text,
  made_before timestamp with time zone
);

CREATE TABLE wallets (
  chain_code text NOT NULL,
  address text NOT NULL,
  role text NOT NULL,
  next_nonce bigint
);

CREATE TABLE webhook_endpoints (
  endpoint_id text NOT NULL,
  merchant_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
  status text DEFAULT 'enabled'::text NOT NULL,
  disabled_reason text,
  secret_encrypted bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_success_at timestamp with time zone,
  consecutive_failures integer DEFAULT 0 NOT NULL,
  deleted_at timestamp with time zone,
  previous_secret_encrypted bytea,
  legacy_switches_at timestamp with time zone,
  failing_since timestamp with time zone,
  failing_told_at timestamp with time zone,
  generation integer DEFAULT 0 NOT NULL
);

CREATE TABLE withdrawal_approvals (
  withdrawal_id text NOT NULL,
  operator_id text,
  approved_at timestamp with time zone NOT NULL,
  chain_place bigint NOT NULL,
  row_hash bytea NOT NULL
);

CREATE TABLE withdrawal_limits (
  merchant_id text NOT NULL,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  token_decimals integer NOT NULL,
  per_withdrawal_atomic numeric(78,0),
  per_day_atomic numeric(78,0),
  two_approvals_above_atomic numeric(78,0),
  auto_approve_below_atomic numeric(78,0)
);

CREATE TABLE withdrawals (
  withdrawal_id text NOT NULL,
  merchant_id text NOT NULL,
  kind text DEFAULT 'payout'::text NOT NULL,
  invoice_id text,
  status text DEFAULT 'pending_approval'::text NOT NULL,
  chain_code text NOT NULL,
  token_symbol text NOT NULL,
  token_decimals integer NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  address text NOT NULL,
  merchant_reference text,
  metadata json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  approved_at timestamp with time zone,
  completed_at timestamp with time zone,
  failure_reason text,
  waiting_reason text,
  wait_until timestamp with time zone,
  approvals_required integer DEFAULT 1 NOT NULL,
  waiting_code text,
  workflow_checked_at timestamp with time zone,
  refused_since timestamp with time zone
);


ALTER TABLE address_rounds ADD CONSTRAINT address_rounds_pkey PRIMARY KEY (chain_code);
ALTER TABLE api_key_hashes ADD CONSTRAINT api_key_hashes_key_hash_check CHECK ((octet_length(key_hash) = 32));
ALTER TABLE api_key_hashes ADD CONSTRAINT api_key_hashes_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(api_key_id);
ALTER TABLE api_key_hashes ADD CONSTRAINT api_key_hashes_pkey PRIMARY KEY (key_hash);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_check CHECK ((num_nonnulls(merchant_id, operator_id) = 1));
ALTER TABLE api_keys ADD CONSTRAINT api_keys_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'disabled'::text, 'revoked'::text])));
ALTER TABLE api_keys ADD CONSTRAINT api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (api_key_id);
ALTER TABLE approval_signatures ADD CONSTRAINT approval_signatures_approver_check CHECK ((approver ~ '^0x[0-9a-f]{40}$'::text));
ALTER TABLE approval_signatures ADD CONSTRAINT approval_signatures_signature_check CHECK (((signature ~ '^0x([0-9a-f]{2})*$'::text) AND (length(signature) <= 2050)));
ALTER TABLE approval_signatures ADD CONSTRAINT approval_signatures_valid_until_check CHECK ((valid_until > 0));
ALTER TABLE approval_signatures ADD CONSTRAINT approval_signatures_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);
ALTER TABLE approval_signatures ADD CONSTRAINT approval_signatures_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(withdrawal_id);
ALTER TABLE approval_signatures ADD CONSTRAINT approval_signatures_pkey PRIMARY KEY (signature_id);
ALTER TABLE approval_signatures ADD CONSTRAINT approval_signatures_once UNIQUE (withdrawal_id, approver, valid_until, signature);
ALTER TABLE approved_payments ADD CONSTRAINT approved_payments_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(withdrawal_id);
ALTER TABLE approved_payments ADD CONSTRAINT approved_payments_pkey PRIMARY KEY (withdrawal_id);
ALTER TABLE approver_addresses ADD CONSTRAINT approver_addresses_address_check CHECK ((address ~ '^0x[0-9a-f]{40}$'::text));
ALTER TABLE approver_addresses ADD CONSTRAINT approver_addresses_signature_check CHECK (((signature ~ '^0x([0-9a-f]{2})*$'::text) AND (length(signature) <= 2050) AND ((chain_code IS NOT NULL) OR (length(signature) = 132))));
ALTER TABLE approver_addresses ADD CONSTRAINT approver_addresses_valid_until_check CHECK ((valid_until > 0));
ALTER TABLE approver_addresses ADD CONSTRAINT approver_addresses_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);
ALTER TABLE approver_addresses ADD CONSTRAINT approver_addresses_policy_change_id_fkey FOREIGN KEY (policy_change_id) REFERENCES policy_changes(policy_change_id);
ALTER TABLE approver_addresses ADD CONSTRAINT approver_addresses_pkey PRIMARY KEY (approver_address_id);
ALTER TABLE asset_freezes ADD CONSTRAINT asset_freezes_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['operator'::text, 'cli'::text, 'system'::text])));
ALTER TABLE asset_freezes ADD CONSTRAINT asset_freezes_pkey PRIMARY KEY (chain_code, token_symbol);
ALTER TABLE asset_readings ADD CONSTRAINT asset_readings_check CHECK (((read_until IS NULL) = (stopped_at IS NULL)));
ALTER TABLE asset_readings ADD CONSTRAINT asset_readings_chain_code_fkey FOREIGN KEY (chain_code) REFERENCES chain_cursors(chain_code);
ALTER TABLE asset_readings ADD CONSTRAINT asset_readings_pkey PRIMARY KEY (chain_code, token_symbol);
ALTER TABLE audit_head_parts ADD CONSTRAINT audit_head_parts_number_fkey FOREIGN KEY (number) REFERENCES audit_heads(number);
ALTER TABLE audit_head_parts ADD CONSTRAINT audit_head_parts_pkey PRIMARY KEY (chain, number);
ALTER TABLE audit_heads ADD CONSTRAINT audit_heads_number_check CHECK ((number > 0));
ALTER TABLE audit_heads ADD CONSTRAINT audit_heads_signer_check CHECK ((signer ~ '^0x[0-9a-f]{40}$'::text));
ALTER TABLE audit_heads ADD CONSTRAINT audit_heads_pkey PRIMARY KEY (number);
ALTER TABLE audit_log ADD CONSTRAINT audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['merchant'::text, 'operator'::text, 'cli'::text, 'system'::text])));
ALTER TABLE audit_log ADD CONSTRAINT audit_log_pkey PRIMARY KEY (audit_id);
ALTER TABLE block_readings ADD CONSTRAINT block_readings_chain_code_fkey FOREIGN KEY (chain_code) REFERENCES chain_cursors(chain_code);
ALTER TABLE block_readings ADD CONSTRAINT block_readings_pkey PRIMARY KEY (chain_code, from_number);
ALTER TABLE blocks ADD CONSTRAINT blocks_chain_code_fkey FOREIGN KEY (chain_code) REFERENCES chain_cursors(chain_code);
ALTER TABLE blocks ADD CONSTRAINT blocks_pkey PRIMARY KEY (chain_code, block_number);
ALTER TABLE canonical_changes ADD CONSTRAINT canonical_changes_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(transfer_id);
ALTER TABLE canonical_changes ADD CONSTRAINT canonical_changes_pkey PRIMARY KEY (canonical_change_id);
ALTER TABLE chain_cursors ADD CONSTRAINT chain_cursors_resume_when_halted CHECK (((resume_requested_at IS NULL) OR (halted_at IS NOT NULL)));
ALTER TABLE chain_cursors ADD CONSTRAINT chain_cursors_pkey PRIMARY KEY (chain_code);
ALTER TABLE chain_disputes ADD CONSTRAINT chain_disputes_about_check CHECK ((about = ANY (ARRAY['blocks'::text, 'time'::text])));
ALTER TABLE chain_disputes ADD CONSTRAINT chain_disputes_chain_code_fkey FOREIGN KEY (chain_code) REFERENCES chain_cursors(chain_code);
ALTER TABLE chain_disputes ADD CONSTRAINT chain_disputes_pkey PRIMARY KEY (chain_code, about);
ALTER TABLE chain_reports ADD CONSTRAINT chain_reports_pkey PRIMARY KEY (chain_code);
ALTER TABLE chain_timers ADD CONSTRAINT chain_timers_check CHECK ((num_nonnulls(at_height, after_time) > 0));
ALTER TABLE chain_timers ADD CONSTRAINT chain_timers_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'withdrawal'::text])));
ALTER TABLE chain_timers ADD CONSTRAINT chain_timers_pkey PRIMARY KEY (kind, target_id, chain_code);
ALTER TABLE checkouts ADD CONSTRAINT checkouts_amount_fiat_cents_check CHECK ((amount_fiat_cents > (0)::numeric));
ALTER TABLE checkouts ADD CONSTRAINT checkouts_check CHECK ((num_nonnulls(amount_fiat_cents, fiat_currency) = ANY (ARRAY[0, 2])));
ALTER TABLE checkouts ADD CONSTRAINT checkouts_check1 CHECK ((num_nonnulls(amount_crypto, token_symbol) = ANY (ARRAY[0, 2])));
ALTER TABLE checkouts ADD CONSTRAINT checkouts_check2 CHECK ((num_nonnulls(amount_fiat_cents, amount_crypto) = 1));
ALTER TABLE checkouts ADD CONSTRAINT checkouts_check3 CHECK (((status = 'completed'::text) = (completed_by IS NOT NULL)));
ALTER TABLE checkouts ADD CONSTRAINT checkouts_check4 CHECK (((completed_by IS NULL) = (completed_at IS NULL)));
ALTER TABLE checkouts ADD CONSTRAINT checkouts_quote_seconds_check CHECK ((quote_seconds > 0));
ALTER TABLE checkouts ADD CONSTRAINT checkouts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'completed'::text, 'expired'::text, 'cancelled'::text])));
ALTER TABLE checkouts ADD CONSTRAINT checkouts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE checkouts ADD CONSTRAINT checkouts_pkey PRIMARY KEY (checkout_id);
ALTER TABLE checkouts ADD CONSTRAINT checkouts_public_id_key UNIQUE (public_id);
ALTER TABLE custody_addresses ADD CONSTRAINT custody_addresses_address_check CHECK ((address ~ '^0x[0-9a-f]{40}$'::text));
ALTER TABLE custody_addresses ADD CONSTRAINT custody_addresses_pkey PRIMARY KEY (chain_code, address);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_origin_check CHECK ((origin = ANY (ARRAY['event'::text, 'test'::text, 'redelivery'::text, 'recovery'::text])));
ALTER TABLE deliveries ADD CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])));
ALTER TABLE deliveries ADD CONSTRAINT deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(endpoint_id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(event_id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_redelivery_of_fkey FOREIGN KEY (redelivery_of) REFERENCES deliveries(delivery_id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_pkey PRIMARY KEY (delivery_id);
ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_error_class_check CHECK ((error_class = ANY (ARRAY['dns'::text, 'connect'::text, 'tls'::text, 'timeout'::text, 'status'::text, 'redirect'::text, 'url_not_allowed'::text])));
ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_number_check CHECK ((number > 0));
ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(delivery_id);
ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_pkey PRIMARY KEY (delivery_id, number);
ALTER TABLE deposit_xpubs ADD CONSTRAINT deposit_xpubs_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{64}$'::text));
ALTER TABLE deposit_xpubs ADD CONSTRAINT deposit_xpubs_first_index_check CHECK ((first_index >= 0));
ALTER TABLE deposit_xpubs ADD CONSTRAINT deposit_xpubs_pkey PRIMARY KEY (first_index);
ALTER TABLE deposit_xpubs ADD CONSTRAINT deposit_xpubs_fingerprint_key UNIQUE (fingerprint);
ALTER TABLE endpoint_closings ADD CONSTRAINT endpoint_closings_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(endpoint_id);
ALTER TABLE endpoint_closings ADD CONSTRAINT endpoint_closings_pkey PRIMARY KEY (endpoint_id, generation);
ALTER TABLE events ADD CONSTRAINT events_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(invoice_id);
ALTER TABLE events ADD CONSTRAINT events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE events ADD CONSTRAINT events_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(withdrawal_id);
ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (event_id);
ALTER TABLE events ADD CONSTRAINT events_once UNIQUE (dedupe_key);
ALTER TABLE hash_chains ADD CONSTRAINT hash_chains_pkey PRIMARY KEY (chain);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_caller_check CHECK ((api_key_id ~ '^(key|mbr)_'::text));
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (api_key_id, idempotency_key);
ALTER TABLE invitations ADD CONSTRAINT invitations_check CHECK ((expires_at > made_at));
ALTER TABLE invitations ADD CONSTRAINT invitations_check1 CHECK ((num_nonnulls(merchant_id, operator_id) = 1));
ALTER TABLE invitations ADD CONSTRAINT invitations_check2 CHECK ((num_nonnulls(used_at, withdrawn_at) <= 1));
ALTER TABLE invitations ADD CONSTRAINT invitations_check3 CHECK (((kind = 'invitation'::text) = (role IS NOT NULL)));
ALTER TABLE invitations ADD CONSTRAINT invitations_check4 CHECK (
CASE kind
    WHEN 'reset'::text THEN (member_id IS NOT NULL)
    ELSE ((member_id IS NOT NULL) = (used_at IS NOT NULL))
END);
ALTER TABLE invitations ADD CONSTRAINT invitations_check5 CHECK ((role = ANY (
CASE
    WHEN (operator_id IS NULL) THEN ARRAY['owner'::text, 'finance'::text, 'developer'::text, 'viewer'::text]
    ELSE ARRAY['viewer'::text, 'approver'::text, 'manager'::text]
END)));
ALTER TABLE invitations ADD CONSTRAINT invitations_email_check CHECK ((email = lower(email)));
ALTER TABLE invitations ADD CONSTRAINT invitations_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'reset'::text])));
ALTER TABLE invitations ADD CONSTRAINT invitations_made_by_kind_check CHECK ((made_by_kind = ANY (ARRAY['merchant'::text, 'operator'::text, 'cli'::text])));
ALTER TABLE invitations ADD CONSTRAINT invitations_token_hash_check CHECK ((octet_length(token_hash) = 32));
ALTER TABLE invitations ADD CONSTRAINT invitations_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
ALTER TABLE invitations ADD CONSTRAINT invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE invitations ADD CONSTRAINT invitations_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);
ALTER TABLE invitations ADD CONSTRAINT invitations_policy_change_id_fkey FOREIGN KEY (policy_change_id) REFERENCES policy_changes(policy_change_id);
ALTER TABLE invitations ADD CONSTRAINT invitations_pkey PRIMARY KEY (invitation_id);
ALTER TABLE invitations ADD CONSTRAINT invitations_token_hash_key UNIQUE (token_hash);
ALTER TABLE invoice_orders ADD CONSTRAINT invoice_orders_check CHECK (((kind = 'refund'::text) = (withdrawal_id IS NOT NULL)));
ALTER TABLE invoice_orders ADD CONSTRAINT invoice_orders_kind_check CHECK ((kind = ANY (ARRAY['cancel'::text, 'accept'::text, 'refund'::text])));
ALTER TABLE invoice_orders ADD CONSTRAINT invoice_orders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(invoice_id);
ALTER TABLE invoice_orders ADD CONSTRAINT invoice_orders_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(withdrawal_id);
ALTER TABLE invoice_orders ADD CONSTRAINT invoice_orders_pkey PRIMARY KEY (order_id);
ALTER TABLE invoices ADD CONSTRAINT invoices_amount_atomic_check CHECK ((amount_atomic > (0)::numeric));
ALTER TABLE invoices ADD CONSTRAINT invoices_amount_fiat_cents_check CHECK ((amount_fiat_cents > (0)::numeric));
ALTER TABLE invoices ADD CONSTRAINT invoices_check CHECK (((amount_fiat_cents IS NULL) = (fiat_currency IS NULL)));
ALTER TABLE invoices ADD CONSTRAINT invoices_check1 CHECK ((num_nonnulls(rate, rate_source, rate_as_of) = ANY (ARRAY[0, 3])));
ALTER TABLE invoices ADD CONSTRAINT invoices_confirmations_required_check CHECK ((confirmations_required > 0));
ALTER TABLE invoices ADD CONSTRAINT invoices_deposit_address_check CHECK ((deposit_address ~ '^0x[0-9a-f]{40}$'::text));
ALTER TABLE invoices ADD CONSTRAINT invoices_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'underpaid'::text, 'paid'::text, 'completed'::text, 'expired'::text, 'failed'::text, 'cancelled'::text])));
ALTER TABLE invoices ADD CONSTRAINT invoices_tolerance_bps_check CHECK (((tolerance_bps >= 0) AND (tolerance_bps <= 10000)));
ALTER TABLE invoices ADD CONSTRAINT invoices_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(checkout_id);
ALTER TABLE invoices ADD CONSTRAINT invoices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE invoices ADD CONSTRAINT invoices_pkey PRIMARY KEY (invoice_id);
ALTER TABLE invoices ADD CONSTRAINT invoices_deposit_address_key UNIQUE (deposit_address);
ALTER TABLE invoices ADD CONSTRAINT invoices_deposit_index_key UNIQUE (deposit_index);
ALTER TABLE invoices ADD CONSTRAINT invoices_public_id_key UNIQUE (public_id);
ALTER TABLE known_assets ADD CONSTRAINT known_assets_decimals_check CHECK (((decimals >= 0) AND (decimals <= 36)));
ALTER TABLE known_assets ADD CONSTRAINT known_assets_pkey PRIMARY KEY (chain_code, token_symbol);
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_check CHECK (((kind = ANY (ARRAY['available'::text, 'held'::text, 'reserved'::text, 'deficit'::text])) = (merchant_id IS NOT NULL)));
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['available'::text, 'held'::text, 'reserved'::text, 'deficit'::text, 'custody_deposit'::text, 'custody_hot'::text, 'custody_gas'::text, 'custody_cold'::text, 'treasury'::text, 'gas'::text])));
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_never_overdrawn CHECK (((balance >= (0)::numeric) OR (merchant_id IS NULL)));
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_pkey PRIMARY KEY (account_id);
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_merchant_id_chain_code_token_symbol_kind_key UNIQUE NULLS NOT DISTINCT (merchant_id, chain_code, token_symbol, kind);
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (entry_id);
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_cause_once UNIQUE (cause);
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_amount_check CHECK ((amount <> (0)::numeric));
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(account_id);
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(entry_id);
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_pkey PRIMARY KEY (posting_id);
ALTER TABLE members ADD CONSTRAINT members_check CHECK ((num_nonnulls(merchant_id, operator_id) = 1));
ALTER TABLE members ADD CONSTRAINT members_check1 CHECK ((role = ANY (
CASE
    WHEN (operator_id IS NULL) THEN ARRAY['owner'::text, 'finance'::text, 'developer'::text, 'viewer'::text]
    ELSE ARRAY['viewer'::text, 'approver'::text, 'manager'::text]
END)));
ALTER TABLE members ADD CONSTRAINT members_email_check CHECK ((email = lower(email)));
ALTER TABLE members ADD CONSTRAINT members_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text));
ALTER TABLE members ADD CONSTRAINT members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])));
ALTER TABLE members ADD CONSTRAINT members_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE members ADD CONSTRAINT members_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);
ALTER TABLE members ADD CONSTRAINT members_policy_change_id_fkey FOREIGN KEY (policy_change_id) REFERENCES policy_changes(policy_change_id);
ALTER TABLE members ADD CONSTRAINT members_pkey PRIMARY KEY (member_id);
ALTER TABLE merchant_audit ADD CONSTRAINT merchant_audit_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(audit_id);
ALTER TABLE merchant_audit ADD CONSTRAINT merchant_audit_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE merchant_audit ADD CONSTRAINT merchant_audit_pkey PRIMARY KEY (merchant_id, audit_id);
ALTER TABLE merchant_profiles ADD CONSTRAINT merchant_profiles_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text));
ALTER TABLE merchant_profiles ADD CONSTRAINT merchant_profiles_logo_url_check CHECK ((logo_url ~ '^data:image/(png|jpeg|webp);base64,'::text));
ALTER TABLE merchant_profiles ADD CONSTRAINT merchant_profiles_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE merchant_profiles ADD CONSTRAINT merchant_profiles_pkey PRIMARY KEY (merchant_id);
ALTER TABLE merchants ADD CONSTRAINT merchants_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])));
ALTER TABLE merchants ADD CONSTRAINT merchants_tolerance_bps_check CHECK (((tolerance_bps >= 0) AND (tolerance_bps <= 10000)));
ALTER TABLE merchants ADD CONSTRAINT merchants_pkey PRIMARY KEY (merchant_id);
ALTER TABLE movement_parts ADD CONSTRAINT movement_parts_amount_atomic_check CHECK ((amount_atomic > (0)::numeric));
ALTER TABLE movement_parts ADD CONSTRAINT movement_parts_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(movement_id);
ALTER TABLE movement_parts ADD CONSTRAINT movement_parts_pkey PRIMARY KEY (movement_id, subject_address);
ALTER TABLE movements ADD CONSTRAINT movements_check CHECK (((kind = 'deploy'::text) = (num_nonnulls(contract_address, destination) = 2)));
ALTER TABLE movements ADD CONSTRAINT movements_check1 CHECK (((outcome IS NULL) = (ended_at IS NULL)));
ALTER TABLE movements ADD CONSTRAINT movements_kind_check CHECK ((kind = ANY (ARRAY['batch'::text, 'sweep'::text, 'fund'::text, 'cold'::text, 'deploy'::text])));
ALTER TABLE movements ADD CONSTRAINT movements_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text, 'lost'::text])));
ALTER TABLE movements ADD CONSTRAINT movements_chain_code_from_address_fkey FOREIGN KEY (chain_code, from_address) REFERENCES wallets(chain_code, address);
ALTER TABLE movements ADD CONSTRAINT movements_pkey PRIMARY KEY (movement_id);
ALTER TABLE native_audits ADD CONSTRAINT native_audits_check CHECK ((num_nonnulls(block_number, block_hash, balance_atomic, counted_atomic) = ANY (ARRAY[0, 4])));
ALTER TABLE native_audits ADD CONSTRAINT native_audits_check1 CHECK (((block_number IS NULL) OR (finished_at IS NOT NULL)));
ALTER TABLE native_audits ADD CONSTRAINT native_audits_round_check CHECK ((round >= 0));
ALTER TABLE native_audits ADD CONSTRAINT native_audits_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(invoice_id);
ALTER TABLE native_audits ADD CONSTRAINT native_audits_pkey PRIMARY KEY (invoice_id, chain_code, round);
ALTER TABLE notice_sends ADD CONSTRAINT notice_sends_state_check CHECK ((state = ANY (ARRAY['open'::text, 'over'::text])));
ALTER TABLE notice_sends ADD CONSTRAINT notice_sends_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(notice_id);
ALTER TABLE notice_sends ADD CONSTRAINT notice_sends_pkey PRIMARY KEY (notice_id, receiver, state);
ALTER TABLE notices ADD CONSTRAINT notices_pkey PRIMARY KEY (notice_id);
ALTER TABLE operators ADD CONSTRAINT operators_pkey PRIMARY KEY (operator_id);
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'withdrawal'::text, 'delivery'::text, 'sweep'::text, 'reconciliation'::text])));
ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (outbox_id);
ALTER TABLE outside_payments ADD CONSTRAINT outside_payments_ordinal_check CHECK ((ordinal >= 0));
ALTER TABLE outside_payments ADD CONSTRAINT outside_payments_pays_fkey FOREIGN KEY (pays) REFERENCES withdrawals(withdrawal_id);
ALTER TABLE outside_payments ADD CONSTRAINT outside_payments_pkey PRIMARY KEY (chain_code, tx_hash, ordinal);
ALTER TABLE outside_payments ADD CONSTRAINT outside_payments_pays_key UNIQUE (pays);
ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'prove'::text])));
ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id) ON DELETE CASCADE;
ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (session_id, purpose);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_counter_check CHECK ((counter >= 0));
ALTER TABLE passkeys ADD CONSTRAINT passkeys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (passkey_id);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_check CHECK ((holds_from >= requested_at));
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_check1 CHECK (((status = 'in_force'::text) OR ((status = 'stopped'::text) = (decided_by_kind IS NOT NULL))));
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_check2 CHECK (((decided_by_kind IS NULL) = (decided_at IS NULL)));
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_decided_by_kind_check CHECK ((decided_by_kind = ANY (ARRAY['merchant'::text, 'operator'::text, 'cli'::text])));
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_kind_check CHECK ((kind = ANY (ARRAY['withdrawal_limit'::text, 'api_key'::text, 'key_whitelist'::text, 'merchant_whitelist'::text, 'approver_address'::text, 'member_role'::text])));
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_requested_by_kind_check CHECK ((requested_by_kind = ANY (ARRAY['merchant'::text, 'operator'::text, 'cli'::text])));
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'in_force'::text, 'stopped'::text])));
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_pkey PRIMARY KEY (policy_change_id);
ALTER TABLE reconciliation_differences ADD CONSTRAINT reconciliation_differences_kind_check CHECK ((kind = ANY (ARRAY['balance'::text, 'account'::text, 'entry'::text, 'custody'::text, 'reserved'::text, 'invoice_money'::text, 'invoice_status'::text, 'hash_chain'::text, 'deposit_address'::text])));
ALTER TABLE reconciliation_differences ADD CONSTRAINT reconciliation_differences_pkey PRIMARY KEY (difference_id);
ALTER TABLE reconciliation_runs ADD CONSTRAINT reconciliation_runs_check CHECK ((num_nonnulls(finished_at, outcome, summary) = ANY (ARRAY[0, 3])));
ALTER TABLE reconciliation_runs ADD CONSTRAINT reconciliation_runs_origin_check CHECK ((origin = ANY (ARRAY['schedule'::text, 'cli'::text, 'operator'::text])));
ALTER TABLE reconciliation_runs ADD CONSTRAINT reconciliation_runs_outcome_check CHECK ((outcome = ANY (ARRAY['clean'::text, 'differences'::text, 'incomplete'::text, 'overtaken'::text])));
ALTER TABLE reconciliation_runs ADD CONSTRAINT reconciliation_runs_pkey PRIMARY KEY (run_id);
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32));
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (member_id, code_hash);
ALTER TABLE rpc_omissions ADD CONSTRAINT rpc_omissions_chain_code_fkey FOREIGN KEY (chain_code) REFERENCES chain_cursors(chain_code);
ALTER TABLE rpc_omissions ADD CONSTRAINT rpc_omissions_pkey PRIMARY KEY (chain_code, rpc);
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_amount CHECK (((amount_atomic > (0)::numeric) AND (amount_atomic <> 'NaN'::numeric)));
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_check CHECK ((num_nonnulls(block_number, block_hash, block_time, succeeded, gas_used, effective_gas_price_wei) = ANY (ARRAY[0, 6])));
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_check1 CHECK ((num_nonnulls(booked_fee_wei, booked_revision) <> 1));
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_moves CHECK (
CASE
    WHEN (purpose = 'payment'::text) THEN (movement_id IS NULL)
    WHEN (purpose = 'cancellation'::text) THEN (num_nonnulls(withdrawal_id, movement_id) = 1)
    ELSE ((movement_id IS NOT NULL) AND (withdrawal_id IS NULL))
END);
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_purpose CHECK ((purpose = ANY (ARRAY['payment'::text, 'cancellation'::text, 'batch'::text, 'sweep'::text, 'fund'::text, 'cold'::text, 'deploy'::text])));
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_receipt_whole CHECK ((num_nonnulls(block_hash, proven, fee_wei) = ANY (ARRAY[0, 3])));
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_says_what_it_pays CHECK (((purpose <> 'payment'::text) OR (num_nonnulls(withdrawal_id, token_symbol, amount_atomic, to_address) = 4)));
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_chain_code_from_address_fkey FOREIGN KEY (chain_code, from_address) REFERENCES wallets(chain_code, address);
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(movement_id);
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(withdrawal_id);
ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_pkey PRIMARY KEY (chain_code, tx_hash);
ALTER TABLE sessions ADD CONSTRAINT sessions_check CHECK ((idle_ends_at <= absolute_ends_at));
ALTER TABLE sessions ADD CONSTRAINT sessions_token_hash_check CHECK ((octet_length(token_hash) = 32));
ALTER TABLE sessions ADD CONSTRAINT sessions_user_agent_check CHECK ((char_length(user_agent) <= 256));
ALTER TABLE sessions ADD CONSTRAINT sessions_waiting_check CHECK ((NOT (needs_second_factor AND (confirmed_until IS NOT NULL))));
ALTER TABLE sessions ADD CONSTRAINT sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
ALTER TABLE sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (session_id);
ALTER TABLE sessions ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE totp_secrets ADD CONSTRAINT totp_secrets_check CHECK (((confirmed_at IS NULL) = (last_used_step IS NULL)));
ALTER TABLE totp_secrets ADD CONSTRAINT totp_secrets_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
ALTER TABLE totp_secrets ADD CONSTRAINT totp_secrets_pkey PRIMARY KEY (member_id);
ALTER TABLE transfers ADD CONSTRAINT transfers_amount_atomic_check CHECK ((amount_atomic > (0)::numeric));
ALTER TABLE transfers ADD CONSTRAINT transfers_booking_check CHECK ((booking = ANY (ARRAY['none'::text, 'credited'::text, 'held'::text, 'refunding'::text, 'treasury'::text])));
ALTER TABLE transfers ADD CONSTRAINT transfers_sent_or_audited CHECK (
CASE
    WHEN (tx_hash IS NULL) THEN ((num_nonnulls(from_address, log_index) = 0) AND (invoice_id IS NOT NULL))
    ELSE (from_address IS NOT NULL)
END);
ALTER TABLE transfers ADD CONSTRAINT transfers_chain_code_fkey FOREIGN KEY (chain_code) REFERENCES chain_cursors(chain_code);
ALTER TABLE transfers ADD CONSTRAINT transfers_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(invoice_id);
ALTER TABLE transfers ADD CONSTRAINT transfers_swept_by_fkey FOREIGN KEY (swept_by) REFERENCES movements(movement_id);
ALTER TABLE transfers ADD CONSTRAINT transfers_pkey PRIMARY KEY (transfer_id);
ALTER TABLE transfers ADD CONSTRAINT transfers_once UNIQUE (chain_code, block_hash, tx_hash, "position");
ALTER TABLE unread_ranges ADD CONSTRAINT unread_ranges_check CHECK ((from_number <= to_number));
ALTER TABLE unread_ranges ADD CONSTRAINT unread_ranges_check1 CHECK (((read_from IS NULL) = (made_before IS NOT NULL)));
ALTER TABLE unread_ranges ADD CONSTRAINT unread_ranges_chain_code_fkey FOREIGN KEY (chain_code) REFERENCES chain_cursors(chain_code);
ALTER TABLE unread_ranges ADD CONSTRAINT unread_ranges_pkey PRIMARY KEY (range_id);
ALTER TABLE wallets ADD CONSTRAINT wallets_address_check CHECK ((address ~ '^0x[0-9a-f]{40}$'::text));
ALTER TABLE wallets ADD CONSTRAINT wallets_role_check CHECK ((role = ANY (ARRAY['hot'::text, 'sweep'::text, 'deposit'::text])));
ALTER TABLE wallets ADD CONSTRAINT wallets_pkey PRIMARY KEY (chain_code, address);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_rotation CHECK (((previous_secret_encrypted IS NULL) = (legacy_switches_at IS NULL)));
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])));
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (endpoint_id);
ALTER TABLE withdrawal_approvals ADD CONSTRAINT withdrawal_approvals_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id);
ALTER TABLE withdrawal_approvals ADD CONSTRAINT withdrawal_approvals_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(withdrawal_id);
ALTER TABLE withdrawal_approvals ADD CONSTRAINT withdrawal_approvals_once UNIQUE NULLS NOT DISTINCT (withdrawal_id, operator_id);
ALTER TABLE withdrawal_limits ADD CONSTRAINT withdrawal_limits_auto_approve_below_atomic_check CHECK ((auto_approve_below_atomic >= (0)::numeric));
ALTER TABLE withdrawal_limits ADD CONSTRAINT withdrawal_limits_consistent CHECK ((auto_approve_below_atomic <= two_approvals_above_atomic));
ALTER TABLE withdrawal_limits ADD CONSTRAINT withdrawal_limits_per_day_atomic_check CHECK ((per_day_atomic >= (0)::numeric));
ALTER TABLE withdrawal_limits ADD CONSTRAINT withdrawal_limits_per_withdrawal_atomic_check CHECK ((per_withdrawal_atomic >= (0)::numeric));
ALTER TABLE withdrawal_limits ADD CONSTRAINT withdrawal_limits_two_approvals_above_atomic_check CHECK ((two_approvals_above_atomic >= (0)::numeric));
ALTER TABLE withdrawal_limits ADD CONSTRAINT withdrawal_limits_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE withdrawal_limits ADD CONSTRAINT withdrawal_limits_pkey PRIMARY KEY (merchant_id, chain_code, token_symbol);
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_address_check CHECK ((address ~ '^0x[0-9a-f]{40}$'::text));
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_amount_atomic_check CHECK ((amount_atomic > (0)::numeric));
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_approvals_required_check CHECK ((approvals_required = ANY (ARRAY[1, 2])));
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_check CHECK (((kind = 'refund'::text) = (invoice_id IS NOT NULL)));
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'refund'::text])));
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_status_check CHECK ((status = ANY (ARRAY['pending_approval'::text, 'approved'::text, 'broadcast'::text, 'completed'::text, 'rejected'::text, 'cancelled'::text, 'stopped'::text, 'failed'::text])));
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(invoice_id);
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id);
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_pkey PRIMARY KEY (withdrawal_id);

CREATE INDEX api_key_hashes_key ON public.api_key_hashes USING btree (api_key_id);
CREATE INDEX api_keys_merchant ON public.api_keys USING btree (merchant_id, api_key_id);
CREATE INDEX api_keys_pending ON public.api_keys USING btree (api_key_id DESC) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX approver_addresses_one_operator ON public.approver_addresses USING btree (address) WHERE (removed_at IS NULL);
CREATE INDEX approver_addresses_operator ON public.approver_addresses USING btree (operator_id);
CREATE INDEX audit_head_parts_number ON public.audit_head_parts USING btree (number);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, audit_id);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, action, audit_id);
CREATE INDEX audit_log_api_key ON public.audit_log USING btree (api_key_id, action, audit_id);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
CREATE INDEX audit_log_object ON public.audit_log USING btree (object_kind, object_id);
CREATE INDEX canonical_changes_transfer ON public.canonical_changes USING btree (transfer_id);
CREATE INDEX chain_timers_height ON public.chain_timers USING btree (chain_code, at_height) WHERE (at_height IS NOT NULL);
CREATE INDEX chain_timers_time ON public.chain_timers USING btree (chain_code, after_time) WHERE (after_time IS NOT NULL);
CREATE INDEX checkouts_due ON public.checkouts USING btree (end_due_at) WHERE (end_due_at IS NOT NULL);
CREATE INDEX checkouts_merchant ON public.checkouts USING btree (merchant_id, checkout_id DESC);
CREATE INDEX checkouts_merchant_reference ON public.checkouts USING btree (merchant_id, merchant_reference, checkout_id DESC) WHERE (merchant_reference IS NOT NULL);
CREATE INDEX checkouts_merchant_status ON public.checkouts USING btree (merchant_id, status, checkout_id DESC);
CREATE INDEX custody_addresses_due ON public.custody_addresses USING btree (chain_code, touched_block) WHERE ((checked_block IS NULL) OR (checked_block < touched_block));
CREATE INDEX custody_addresses_rotation ON public.custody_addresses USING btree (chain_code, checked_block);
CREATE INDEX custody_addresses_touched ON public.custody_addresses USING btree (chain_code, touched_block);
CREATE INDEX deliveries_again ON public.deliveries USING btree (merchant_id, endpoint_id, event_id) WHERE (redelivery_of IS NOT NULL);
CREATE INDEX deliveries_endpoint ON public.deliveries USING btree (endpoint_id, delivery_id DESC);
CREATE INDEX deliveries_endpoint_state ON public.deliveries USING btree (endpoint_id, status, COALESCE(outcome, 'none'::text), delivery_id DESC) WHERE ((status <> 'succeeded'::text) OR (COALESCE(outcome, 'none'::text) <> '2xx'::text));
CREATE INDEX deliveries_event ON public.deliveries USING btree (event_id, endpoint_id);
CREATE INDEX deliveries_judged ON public.deliveries USING btree (endpoint_id, finished_at DESC) WHERE (status = ANY (ARRAY['succeeded'::text, 'failed'::text]));
CREATE INDEX deliveries_leased ON public.deliveries USING btree (endpoint_id) WHERE (leased_until IS NOT NULL);
CREATE INDEX deliveries_merchant ON public.deliveries USING btree (merchant_id, delivery_id DESC);
CREATE UNIQUE INDEX deliveries_once ON public.deliveries USING btree (event_id, endpoint_id) WHERE (redelivery_of IS NULL);
CREATE INDEX deliveries_overdue ON public.deliveries USING btree (GREATEST(COALESCE(next_attempt_at, created_at), workflow_checked_at)) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_pending ON public.deliveries USING btree (endpoint_id, generation, queued_at) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_refused ON public.deliveries USING btree (delivery_id) WHERE (body_refused_at IS NOT NULL);
CREATE INDEX deliveries_state ON public.deliveries USING btree (status, COALESCE(outcome, 'none'::text), delivery_id DESC) WHERE ((status <> 'succeeded'::text) OR (COALESCE(outcome, 'none'::text) <> '2xx'::text));
CREATE INDEX endpoint_closings_unfinished ON public.endpoint_closings USING btree (closed_at) WHERE (finished_at IS NULL);
CREATE INDEX events_invoice ON public.events USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX events_merchant ON public.events USING btree (merchant_id, occurred_at);
CREATE INDEX events_type ON public.events USING btree (merchant_id, type, event_id DESC);
CREATE INDEX events_withdrawal ON public.events USING btree (withdrawal_id) WHERE (withdrawal_id IS NOT NULL);
CREATE INDEX hash_chains_unchecked ON public.hash_chains USING btree (chain) WHERE is_unchecked;
CREATE INDEX hash_chains_unsealed ON public.hash_chains USING btree (chain) WHERE is_unsealed;
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX invitations_maker ON public.invitations USING btree (made_by_credential);
CREATE INDEX invitations_member ON public.invitations USING btree (member_id);
CREATE INDEX invitations_merchant ON public.invitations USING btree (merchant_id, invitation_id);
CREATE UNIQUE INDEX invitations_one_of_merchant ON public.invitations USING btree (merchant_id, email, kind) WHERE ((used_at IS NULL) AND (withdrawn_at IS NULL) AND (merchant_id IS NOT NULL));
CREATE UNIQUE INDEX invitations_one_of_operator ON public.invitations USING btree (operator_id, kind) WHERE ((used_at IS NULL) AND (withdrawn_at IS NULL) AND (operator_id IS NOT NULL));
CREATE INDEX invoice_orders_invoice ON public.invoice_orders USING btree (invoice_id);
CREATE INDEX invoices_checkout ON public.invoices USING btree (checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX invoices_end ON public.invoices USING btree (chain_code, expires_at, deposit_address);
CREATE INDEX invoices_merchant ON public.invoices USING btree (merchant_id, invoice_id DESC);
CREATE INDEX invoices_merchant_asset ON public.invoices USING btree (merchant_id, chain_code, token_symbol, invoice_id DESC);
CREATE INDEX invoices_merchant_reference ON public.invoices USING btree (merchant_id, merchant_reference, invoice_id DESC);
CREATE INDEX invoices_merchant_status ON public.invoices USING btree (merchant_id, status, invoice_id DESC);
CREATE INDEX invoices_overdue ON public.invoices USING btree (GREATEST(expires_at, workflow_checked_at)) WHERE (status = ANY (ARRAY['pending'::text, 'underpaid'::text, 'paid'::text]));
CREATE INDEX invoices_volume ON public.invoices USING btree (merchant_id, completed_at) INCLUDE (chain_code, token_symbol, amount_paid_atomic, fiat_currency, amount_fiat_cents, amount_atomic, overpaid, invoice_id) WHERE (completed_at IS NOT NULL);
CREATE INDEX ledger_entries_created ON public.ledger_entries USING btree (created_at);
CREATE INDEX ledger_entries_invoice ON public.ledger_entries USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX ledger_entries_withdrawal ON public.ledger_entries USING btree (withdrawal_id) WHERE (withdrawal_id IS NOT NULL);
CREATE INDEX ledger_postings_account ON public.ledger_postings USING btree (account_id, posting_id DESC);
CREATE INDEX ledger_postings_entry ON public.ledger_postings USING btree (entry_id);
CREATE UNIQUE INDEX members_email_of_merchants ON public.members USING btree (email) WHERE (merchant_id IS NOT NULL);
CREATE UNIQUE INDEX members_email_of_operators ON public.members USING btree (email) WHERE (operator_id IS NOT NULL);
CREATE INDEX members_merchant ON public.members USING btree (merchant_id, member_id);
CREATE UNIQUE INDEX members_operator ON public.members USING btree (operator_id);
CREATE INDEX merchant_audit_action ON public.merchant_audit USING btree (merchant_id, action, actor_kind, audit_id);
CREATE INDEX merchants_suspended ON public.merchants USING btree (merchant_id DESC) WHERE (status = 'suspended'::text);
CREATE INDEX merchants_words ON public.merchants USING gin (to_tsvector('simple'::regconfig, regexp_replace(name, '[^[:alnum:]]+'::text, ' '::text, 'g'::text)));
CREATE INDEX movement_parts_from ON public.movement_parts USING btree (chain_code, from_address);
CREATE UNIQUE INDEX movement_parts_one_at_a_time ON public.movement_parts USING btree (chain_code, token_symbol, subject_address) WHERE (outcome IS NULL);
CREATE INDEX movement_parts_subject ON public.movement_parts USING btree (chain_code, subject_address);
CREATE INDEX movement_parts_to ON public.movement_parts USING btree (chain_code, to_address);
CREATE UNIQUE INDEX movements_one_deploy ON public.movements USING btree (chain_code, from_address, destination) WHERE ((kind = 'deploy'::text) AND ((outcome IS NULL) OR (outcome = 'done'::text)));
CREATE INDEX movements_open ON public.movements USING btree (chain_code, movement_id) WHERE (outcome IS NULL);
CREATE INDEX native_audits_block ON public.native_audits USING btree (chain_code, block_number) WHERE (block_number IS NOT NULL);
CREATE INDEX native_audits_due ON public.native_audits USING btree (chain_code, due_after) WHERE (finished_at IS NULL);
CREATE INDEX notice_sends_due ON public.notice_sends USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
CREATE UNIQUE INDEX notices_one_open ON public.notices USING btree (kind, subject) WHERE (closed_at IS NULL);
CREATE INDEX outbox_lanes ON public.outbox USING btree (unhealthy, outbox_id);
CREATE INDEX outside_payments_unfrozen ON public.outside_payments USING btree (chain_code) WHERE (frozen_at IS NULL);
CREATE INDEX outside_payments_what ON public.outside_payments USING btree (chain_code, to_address, token_symbol, amount_atomic);
CREATE INDEX passkeys_member ON public.passkeys USING btree (member_id, passkey_id);
CREATE INDEX policy_changes_merchant ON public.policy_changes USING btree (merchant_id, policy_change_id);
CREATE UNIQUE INDEX policy_changes_one_waits ON public.policy_changes USING btree (kind, object_id, part) WHERE (status = 'waiting'::text);
CREATE INDEX reconciliation_differences_gone ON public.reconciliation_differences USING btree (gone_at) WHERE (gone_at IS NOT NULL);
CREATE UNIQUE INDEX reconciliation_differences_open ON public.reconciliation_differences USING btree (kind, chain_code, token_symbol, subject) WHERE (gone_at IS NULL);
CREATE INDEX reconciliation_runs_finished ON public.reconciliation_runs USING btree (run_id) WHERE (finished_at IS NOT NULL);
CREATE INDEX sent_transactions_mined ON public.sent_transactions USING btree (chain_code, block_number) WHERE (block_hash IS NOT NULL);
CREATE INDEX sent_transactions_misbooked ON public.sent_transactions USING btree (chain_code) WHERE (booked_revision <> revision);
CREATE INDEX sent_transactions_mismoved ON public.sent_transactions USING btree (chain_code) WHERE (moved_revision <> revision);
CREATE INDEX sent_transactions_movement ON public.sent_transactions USING btree (movement_id) WHERE (movement_id IS NOT NULL);
CREATE INDEX sent_transactions_nonce ON public.sent_transactions USING btree (chain_code, from_address, nonce);
CREATE UNIQUE INDEX sent_transactions_one_per_movement ON public.sent_transactions USING btree (movement_id) WHERE ((replaces IS NULL) AND (purpose <> 'cancellation'::text));
CREATE UNIQUE INDEX sent_transactions_one_per_nonce ON public.sent_transactions USING btree (chain_code, from_address, nonce) WHERE ((replaces IS NULL) AND (NOT adopted));
CREATE UNIQUE INDEX sent_transactions_one_per_withdrawal ON public.sent_transactions USING btree (withdrawal_id) WHERE ((replaces IS NULL) AND (purpose = 'payment'::text) AND (foreign_hash IS NULL));
CREATE UNIQUE INDEX sent_transactions_one_replacement ON public.sent_transactions USING btree (chain_code, replaces) WHERE (replaces IS NOT NULL);
CREATE INDEX sent_transactions_signed ON public.sent_transactions USING btree (chain_code, token_symbol, signed_at) WHERE ((replaces IS NULL) AND (purpose = 'payment'::text));
CREATE INDEX sent_transactions_signed_cold ON public.sent_transactions USING btree (chain_code, token_symbol, signed_at) WHERE ((replaces IS NULL) AND (purpose = 'cold'::text));
CREATE INDEX sent_transactions_unbooked ON public.sent_transactions USING btree (chain_code, block_number) WHERE ((block_hash IS NOT NULL) AND (booked_fee_wei IS NULL));
CREATE INDEX sent_transactions_unmined ON public.sent_transactions USING btree (chain_code, from_address) WHERE ((block_hash IS NULL) AND (superseded_by IS NULL));
CREATE INDEX sent_transactions_unmoved ON public.sent_transactions USING btree (chain_code, block_number) WHERE ((movement_id IS NOT NULL) AND (block_hash IS NOT NULL) AND (moved_revision IS NULL));
CREATE INDEX sent_transactions_withdrawal ON public.sent_transactions USING btree (withdrawal_id);
CREATE INDEX sessions_member ON public.sessions USING btree (member_id);
CREATE UNIQUE INDEX transfers_audit_once ON public.transfers USING btree (invoice_id, chain_code, "position") WHERE ((tx_hash IS NULL) AND canonical);
CREATE INDEX transfers_block ON public.transfers USING btree (chain_code, block_number) WHERE canonical;
CREATE INDEX transfers_disputed ON public.transfers USING btree (chain_code) WHERE ((denied_by IS NOT NULL) AND canonical);
CREATE INDEX transfers_held ON public.transfers USING btree (invoice_id) WHERE ((booking = 'held'::text) AND canonical);
CREATE INDEX transfers_invoice ON public.transfers USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX transfers_pending ON public.transfers USING btree (invoice_id) WHERE ((invoice_id IS NOT NULL) AND (booking = 'none'::text) AND canonical);
CREATE INDEX transfers_swept ON public.transfers USING btree (swept_by) WHERE (swept_by IS NOT NULL);
CREATE INDEX transfers_to ON public.transfers USING btree (chain_code, to_address) WHERE canonical;
CREATE INDEX transfers_top_up ON public.transfers USING btree (chain_code, block_number) WHERE ((invoice_id IS NULL) AND (booking = 'none'::text) AND canonical);
CREATE INDEX transfers_top_up_reverted ON public.transfers USING btree (chain_code) WHERE ((invoice_id IS NULL) AND (booking <> 'none'::text) AND (NOT canonical));
CREATE INDEX transfers_tx_hash ON public.transfers USING hash (tx_hash);
CREATE INDEX transfers_uncorroborated ON public.transfers USING btree (chain_code, transfer_id) WHERE ((shown_only_by IS NOT NULL) AND canonical);
CREATE INDEX transfers_unswept ON public.transfers USING btree (chain_code, token_symbol, to_address) WHERE ((invoice_id IS NOT NULL) AND canonical AND (booking <> 'none'::text) AND (swept_by IS NULL));
CREATE INDEX wallets_hot ON public.wallets USING btree (chain_code) WHERE (role = 'hot'::text);
CREATE INDEX webhook_endpoints_merchant ON public.webhook_endpoints USING btree (merchant_id, endpoint_id DESC);
CREATE INDEX webhook_endpoints_unwell ON public.webhook_endpoints USING btree (endpoint_id DESC) WHERE ((deleted_at IS NULL) AND ((status = 'disabled'::text) OR (failing_since IS NOT NULL)));
CREATE INDEX withdrawals_address ON public.withdrawals USING btree (address, withdrawal_id DESC);
CREATE INDEX withdrawals_asset ON public.withdrawals USING btree (chain_code, token_symbol, withdrawal_id DESC);
CREATE INDEX withdrawals_invoice ON public.withdrawals USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX withdrawals_merchant ON public.withdrawals USING btree (merchant_id, withdrawal_id DESC);
CREATE INDEX withdrawals_merchant_address ON public.withdrawals USING btree (merchant_id, address, withdrawal_id DESC);
CREATE INDEX withdrawals_merchant_reference ON public.withdrawals USING btree (merchant_id, merchant_reference, withdrawal_id DESC) WHERE (merchant_reference IS NOT NULL);
CREATE INDEX withdrawals_merchant_status ON public.withdrawals USING btree (merchant_id, status, withdrawal_id DESC);
CREATE INDEX withdrawals_of_asset ON public.withdrawals USING btree (merchant_id, chain_code, token_symbol, created_at);
CREATE INDEX withdrawals_overdue ON public.withdrawals USING btree (GREATEST(COALESCE(approved_at, created_at), workflow_checked_at)) WHERE ((status = ANY (ARRAY['approved'::text, 'broadcast'::text])) OR (waiting_reason IS NOT NULL));
CREATE INDEX withdrawals_reference ON public.withdrawals USING btree (merchant_reference, withdrawal_id DESC) WHERE (merchant_reference IS NOT NULL);
CREATE INDEX withdrawals_status ON public.withdrawals USING btree (status, withdrawal_id DESC);
CREATE INDEX withdrawals_waiting ON public.withdrawals USING btree (chain_code, waiting_code) WHERE (waiting_reason IS NOT NULL);

CREATE OR REPLACE FUNCTION public.address_rounds_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.ended_at > '-infinity' AND NEW.ended_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.ended_at > '-infinity' AND OLD.ended_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'address_rounds', CONSTRAINT = 'address_rounds_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.api_key_hashes_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.expires_at > '-infinity' AND NEW.expires_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.expires_at > '-infinity' AND OLD.expires_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'api_key_hashes', CONSTRAINT = 'api_key_hashes_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.api_keys_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.approved_at > '-infinity' AND NEW.approved_at < to_timestamp(8640000000000) AND NEW.expires_at > '-infinity' AND NEW.expires_at < to_timestamp(8640000000000) AND NEW.last_used_at > '-infinity' AND NEW.last_used_at < to_timestamp(8640000000000) AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.whitelist_ends_at > '-infinity' AND NEW.whitelist_ends_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.approved_at > '-infinity' AND OLD.approved_at < to_timestamp(8640000000000) AND OLD.expires_at > '-infinity' AND OLD.expires_at < to_timestamp(8640000000000) AND OLD.last_used_at > '-infinity' AND OLD.last_used_at < to_timestamp(8640000000000) AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.whitelist_ends_at > '-infinity' AND OLD.whitelist_ends_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'api_keys', CONSTRAINT = 'api_keys_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.append_to_chain(of_chain text, fields text[], OUT place bigint, OUT hash bytea)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      FOR attempt IN 1..2 LOOP
        UPDATE hash_chains c
           SET length = c.length + 1, head = chain_hash(c.head, c.chain, c.length + 1, fields),
               is_unchecked = true, is_unsealed = true
         WHERE c.chain = of_chain RETURNING c.length, c.head INTO place, hash;
        EXIT WHEN FOUND;
        PERFORM lock_chain(of_chain);
      END LOOP;
    END $function$
;
CREATE OR REPLACE FUNCTION public.approval_signatures_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.signature_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.valid_until BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.given_at > '-infinity' AND NEW.given_at < to_timestamp(8640000000000) AND NEW.chain_place BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.signature_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.valid_until BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.given_at > '-infinity' AND OLD.given_at < to_timestamp(8640000000000) AND OLD.chain_place BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'approval_signatures', CONSTRAINT = 'approval_signatures_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.approved_payments_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.amount_atomic <> 'NaN' AND NEW.kept_at > '-infinity' AND NEW.kept_at < to_timestamp(8640000000000) AND NEW.chain_place BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.amount_atomic <> 'NaN' AND OLD.kept_at > '-infinity' AND OLD.kept_at < to_timestamp(8640000000000) AND OLD.chain_place BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'approved_payments', CONSTRAINT = 'approved_payments_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.approver_addresses_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.approver_address_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.valid_until BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.registered_at > '-infinity' AND NEW.registered_at < to_timestamp(8640000000000) AND NEW.removed_at > '-infinity' AND NEW.removed_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.approver_address_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.valid_until BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.registered_at > '-infinity' AND OLD.registered_at < to_timestamp(8640000000000) AND OLD.removed_at > '-infinity' AND OLD.removed_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'approver_addresses', CONSTRAINT = 'approver_addresses_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.asset_freezes_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.frozen_at > '-infinity' AND NEW.frozen_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.frozen_at > '-infinity' AND OLD.frozen_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'asset_freezes', CONSTRAINT = 'asset_freezes_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.asset_readings_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.read_until BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.stopped_at > '-infinity' AND NEW.stopped_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.read_until BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.stopped_at > '-infinity' AND OLD.stopped_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'asset_readings', CONSTRAINT = 'asset_readings_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.audit_head_parts_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.length BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.length BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'audit_head_parts', CONSTRAINT = 'audit_head_parts_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.audit_heads_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.made_at > '-infinity' AND NEW.made_at < to_timestamp(8640000000000) AND NEW.chains BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.made_at > '-infinity' AND OLD.made_at < to_timestamp(8640000000000) AND OLD.chains BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'audit_heads', CONSTRAINT = 'audit_heads_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.audit_log_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.audit_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.at > '-infinity' AND NEW.at < to_timestamp(8640000000000) AND NEW.chain_place BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.audit_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.at > '-infinity' AND OLD.at < to_timestamp(8640000000000) AND OLD.chain_place BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'audit_log', CONSTRAINT = 'audit_log_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.block_readings_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.from_number BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.from_number BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'block_readings', CONSTRAINT = 'block_readings_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.blocks_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.block_time > '-infinity' AND NEW.block_time < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.block_time > '-infinity' AND OLD.block_time < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'blocks', CONSTRAINT = 'blocks_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.canonical_changes_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.canonical_change_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.transfer_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.at > '-infinity' AND NEW.at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.canonical_change_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.transfer_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.at > '-infinity' AND OLD.at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'canonical_changes', CONSTRAINT = 'canonical_changes_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.chain_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE of_chain text := 'withdrawal/' || NEW.withdrawal_id;
    BEGIN
      PERFORM lock_chain(of_chain);
      IF EXISTS (SELECT 1 FROM withdrawal_approvals WHERE withdrawal_id = NEW.withdrawal_id
                    AND operator_id IS NOT DISTINCT FROM NEW.operator_id) THEN
        RETURN NULL;
      END IF;
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain(of_chain, ARRAY[
          'withdrawal_approvals', NEW.withdrawal_id, NEW.operator_id, chain_moment(NEW.approved_at)]);
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.chain_approved_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE of_chain text := 'withdrawal/' || NEW.withdrawal_id;
    BEGIN
      PERFORM lock_chain(of_chain);
      IF EXISTS (SELECT 1 FROM approved_payments WHERE withdrawal_id = NEW.withdrawal_id) THEN
        RETURN NULL;
      END IF;
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain(of_chain, ARRAY[
          'approved_payments', NEW.withdrawal_id, NEW.merchant_id, NEW.kind, NEW.invoice_id, NEW.chain_code,
          NEW.token_symbol, NEW.amount_atomic::text, NEW.address, chain_moment(NEW.kept_at)]);
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.chain_audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain(NEW.object_kind || '/' || NEW.object_id, ARRAY[
          'audit_log', NEW.audit_id::text, chain_moment(NEW.at), NEW.actor_kind, NEW.actor_id, NEW.api_key_id, NEW.ip,
          NEW.action, NEW.object_kind, NEW.object_id, NEW.reason, NEW.before::text, NEW.after::text]);
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.chain_cursors_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.height BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.block_time > '-infinity' AND NEW.block_time < to_timestamp(8640000000000) AND NEW.fence BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.caught_up_at > '-infinity' AND NEW.caught_up_at < to_timestamp(8640000000000) AND NEW.finalized_height BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.halted_at > '-infinity' AND NEW.halted_at < to_timestamp(8640000000000) AND NEW.untraced_at > '-infinity' AND NEW.untraced_at < to_timestamp(8640000000000) AND NEW.resume_requested_at > '-infinity' AND NEW.resume_requested_at < to_timestamp(8640000000000) AND NEW.verified_height BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.verified_time > '-infinity' AND NEW.verified_time < to_timestamp(8640000000000) AND NEW.agreed_time > '-infinity' AND NEW.agreed_time < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.height BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.block_time > '-infinity' AND OLD.block_time < to_timestamp(8640000000000) AND OLD.fence BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.caught_up_at > '-infinity' AND OLD.caught_up_at < to_timestamp(8640000000000) AND OLD.finalized_height BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.halted_at > '-infinity' AND OLD.halted_at < to_timestamp(8640000000000) AND OLD.untraced_at > '-infinity' AND OLD.untraced_at < to_timestamp(8640000000000) AND OLD.resume_requested_at > '-infinity' AND OLD.resume_requested_at < to_timestamp(8640000000000) AND OLD.verified_height BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.verified_time > '-infinity' AND OLD.verified_time < to_timestamp(8640000000000) AND OLD.agreed_time > '-infinity' AND OLD.agreed_time < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'chain_cursors', CONSTRAINT = 'chain_cursors_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.chain_disputes_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.height BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.since > '-infinity' AND NEW.since < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.height BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.since > '-infinity' AND OLD.since < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'chain_disputes', CONSTRAINT = 'chain_disputes_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.chain_hash(previous bytea, of_chain text, place bigint, fields text[])
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
      SELECT sha256(convert_to(
        array_to_json(ARRAY[encode(previous, 'hex'), of_chain, place::text] || fields)::text, 'UTF8'))
    $function$
;
CREATE OR REPLACE FUNCTION public.chain_moment(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
      SELECT (extract(epoch FROM moment) * 1000000)::bigint::text
    $function$
;
CREATE OR REPLACE FUNCTION public.chain_reports_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.mismatch_at > '-infinity' AND NEW.mismatch_at < to_timestamp(8640000000000) AND NEW.rpcs_at > '-infinity' AND NEW.rpcs_at < to_timestamp(8640000000000) AND NEW.wallets_at > '-infinity' AND NEW.wallets_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.mismatch_at > '-infinity' AND OLD.mismatch_at < to_timestamp(8640000000000) AND OLD.rpcs_at > '-infinity' AND OLD.rpcs_at < to_timestamp(8640000000000) AND OLD.wallets_at > '-infinity' AND OLD.wallets_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'chain_reports', CONSTRAINT = 'chain_reports_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.chain_signature()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE of_chain text := 'withdrawal/' || NEW.withdrawal_id;
    BEGIN
      PERFORM lock_chain(of_chain);
      IF EXISTS (SELECT 1 FROM approval_signatures WHERE withdrawal_id = NEW.withdrawal_id
                    AND approver = NEW.approver AND valid_until = NEW.valid_until AND signature = NEW.signature) THEN
        RETURN NULL;
      END IF;
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain(of_chain, ARRAY[
          'approval_signatures', NEW.signature_id::text, NEW.withdrawal_id, NEW.approver, NEW.signature,
          NEW.valid_until::text, NEW.operator_id, chain_moment(NEW.given_at)]);
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.chain_timers_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.at_height BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.after_time > '-infinity' AND NEW.after_time < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.at_height BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.after_time > '-infinity' AND OLD.after_time < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'chain_timers', CONSTRAINT = 'chain_timers_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.check_movement_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.movement_id IS DISTINCT FROM NEW.movement_id OR TG_OP = 'INSERT' AND NOT EXISTS (
        SELECT 1 FROM sent_transactions o WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           AND (o.movement_id IS NOT DISTINCT FROM NEW.movement_id
             OR NEW.purpose = 'cancellation' AND o.foreign_hash IS NOT NULL)) THEN
        RAISE EXCEPTION 'transaction % does not keep its movement', NEW.tx_hash USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.check_replacement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           AND o.from_address = NEW.from_address AND o.nonce = NEW.nonce
           AND 
      ((o.withdrawal_id, o.purpose, o.token_symbol, o.amount_atomic, o.to_address)
             IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.purpose, NEW.token_symbol, NEW.amount_atomic, NEW.to_address) AND (NEW.max_fee_per_gas_wei > o.max_fee_per_gas_wei OR NEW.adopted AND NEW.block_hash IS NOT NULL)
        OR NEW.purpose = 'cancellation' AND o.purpose <> 'cancellation' AND (o.withdrawal_id, o.movement_id) IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.movement_id)
          AND (EXISTS (SELECT 1 FROM withdrawals w WHERE w.withdrawal_id = NEW.withdrawal_id AND w.status = 'failed')
            OR EXISTS (SELECT 1 FROM movements m WHERE m.movement_id = NEW.movement_id AND m.outcome = 'failed'))
        OR NEW.purpose = 'cancellation' AND o.foreign_hash IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM sent_transactions m WHERE m.chain_code = o.chain_code AND m.from_address = o.from_address
             AND m.nonce = o.nonce AND m.block_hash IS NOT NULL)
        OR NEW.purpose = 'cancellation' AND o.purpose = 'payment' AND o.withdrawal_id = NEW.withdrawal_id AND EXISTS (
          SELECT 1 FROM sent_transactions p WHERE p.withdrawal_id = o.withdrawal_id AND p.purpose = 'payment'
             AND p.foreign_hash IS NOT NULL AND p.nonce <> o.nonce AND p.block_hash IS NOT NULL))) THEN
        RAISE EXCEPTION 'transaction % does not keep nonce, recipient and amount of %, or does not raise its fee',
          NEW.tx_hash, NEW.replaces USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.checkouts_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.amount_fiat_cents <> 'NaN' AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.expires_at > '-infinity' AND NEW.expires_at < to_timestamp(8640000000000) AND NEW.cancelled_at > '-infinity' AND NEW.cancelled_at < to_timestamp(8640000000000) AND NEW.completed_at > '-infinity' AND NEW.completed_at < to_timestamp(8640000000000) AND NEW.end_due_at > '-infinity' AND NEW.end_due_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.amount_fiat_cents <> 'NaN' AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.expires_at > '-infinity' AND OLD.expires_at < to_timestamp(8640000000000) AND OLD.cancelled_at > '-infinity' AND OLD.cancelled_at < to_timestamp(8640000000000) AND OLD.completed_at > '-infinity' AND OLD.completed_at < to_timestamp(8640000000000) AND OLD.end_due_at > '-infinity' AND OLD.end_due_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'checkouts', CONSTRAINT = 'checkouts_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.custody_addresses_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.touched_block BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.checked_block BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.touched_block BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.checked_block BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'custody_addresses', CONSTRAINT = 'custody_addresses_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.deliveries_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.next_attempt_at > '-infinity' AND NEW.next_attempt_at < to_timestamp(8640000000000) AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.finished_at > '-infinity' AND NEW.finished_at < to_timestamp(8640000000000) AND NEW.leased_until > '-infinity' AND NEW.leased_until < to_timestamp(8640000000000) AND NEW.queued_at > '-infinity' AND NEW.queued_at < to_timestamp(8640000000000) AND NEW.workflow_checked_at > '-infinity' AND NEW.workflow_checked_at < to_timestamp(8640000000000) AND NEW.body_refused_at > '-infinity' AND NEW.body_refused_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.next_attempt_at > '-infinity' AND OLD.next_attempt_at < to_timestamp(8640000000000) AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.finished_at > '-infinity' AND OLD.finished_at < to_timestamp(8640000000000) AND OLD.leased_until > '-infinity' AND OLD.leased_until < to_timestamp(8640000000000) AND OLD.queued_at > '-infinity' AND OLD.queued_at < to_timestamp(8640000000000) AND OLD.workflow_checked_at > '-infinity' AND OLD.workflow_checked_at < to_timestamp(8640000000000) AND OLD.body_refused_at > '-infinity' AND OLD.body_refused_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'deliveries', CONSTRAINT = 'deliveries_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.delivery_attempts_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.started_at > '-infinity' AND NEW.started_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.started_at > '-infinity' AND OLD.started_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'delivery_attempts', CONSTRAINT = 'delivery_attempts_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.deposit_index_of(index integer, xpub_fingerprint text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
    DECLARE
      pinned text := (SELECT fingerprint FROM deposit_xpubs WHERE first_index <= index
                       ORDER BY first_index DESC LIMIT 1);
    BEGIN
      IF pinned <> xpub_fingerprint THEN
        RAISE EXCEPTION 'index % belongs to the xpub %', index, pinned USING ERRCODE = 'QX001';
      END IF;
      RETURN index;
    END $function$
;
CREATE OR REPLACE FUNCTION public.deposit_xpubs_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.pinned_at > '-infinity' AND NEW.pinned_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.pinned_at > '-infinity' AND OLD.pinned_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'deposit_xpubs', CONSTRAINT = 'deposit_xpubs_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.endpoint_closings_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.closed_at > '-infinity' AND NEW.closed_at < to_timestamp(8640000000000) AND NEW.finished_at > '-infinity' AND NEW.finished_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.closed_at > '-infinity' AND OLD.closed_at < to_timestamp(8640000000000) AND OLD.finished_at > '-infinity' AND OLD.finished_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'endpoint_closings', CONSTRAINT = 'endpoint_closings_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.events_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.occurred_at > '-infinity' AND NEW.occurred_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.occurred_at > '-infinity' AND OLD.occurred_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'events', CONSTRAINT = 'events_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.guard_movement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF OLD.outcome IS NOT NULL OR (to_jsonb(OLD) - '{outcome,ended_at}'::text[])
          IS DISTINCT FROM (to_jsonb(NEW) - '{outcome,ended_at}'::text[]) THEN
        RAISE EXCEPTION 'movement % was signed: nothing but its outcome is added', OLD.movement_id
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.guard_signed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF (OLD.chain_code, OLD.tx_hash, OLD.from_address, OLD.nonce, OLD.raw_transaction, OLD.withdrawal_id, OLD.replaces,
          OLD.purpose, OLD.token_symbol, OLD.amount_atomic, OLD.to_address, OLD.signed_at)
        IS DISTINCT FROM
         (NEW.chain_code, NEW.tx_hash, NEW.from_address, NEW.nonce, NEW.raw_transaction, NEW.withdrawal_id, NEW.replaces,
          NEW.purpose, NEW.token_symbol, NEW.amount_atomic, NEW.to_address, NEW.signed_at) THEN
        RAISE EXCEPTION 'transaction % was signed: what it is can not change', OLD.tx_hash
          USING ERRCODE = 'restrict_violation';
      END IF;
      IF NEW.foreign_hash IS DISTINCT FROM OLD.foreign_hash AND (OLD.foreign_hash IS NOT NULL OR EXISTS (
        SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = NEW.chain_code
           AND (o.tx_hash = NEW.foreign_hash AND NOT ((o.purpose = 'cancellation' AND NEW.purpose <> 'cancellation' OR o.adopted AND (NEW.purpose = 'cancellation'
                  OR (o.withdrawal_id, o.movement_id) IS DISTINCT FROM (NEW.withdrawal_id, NEW.movement_id))) AND o.from_address = NEW.from_address
                AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL)
             OR o.from_address = NEW.from_address AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL
                AND NOT (o.tx_hash = NEW.foreign_hash AND ((o.purpose = 'cancellation' AND NEW.purpose <> 'cancellation' OR o.adopted AND (NEW.purpose = 'cancellation'
                  OR (o.withdrawal_id, o.movement_id) IS DISTINCT FROM (NEW.withdrawal_id, NEW.movement_id))) AND o.from_address = NEW.from_address
                AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL))))) THEN
        RAISE EXCEPTION 'nonce % of % was not taken from outside', OLD.nonce, OLD.from_address
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.hash_chains_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.length BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.checked_length BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.checked_row BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.length BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.checked_length BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.checked_row BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'hash_chains', CONSTRAINT = 'hash_chains_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.idempotency_keys_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'idempotency_keys', CONSTRAINT = 'idempotency_keys_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.invitations_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.made_at > '-infinity' AND NEW.made_at < to_timestamp(8640000000000) AND NEW.expires_at > '-infinity' AND NEW.expires_at < to_timestamp(8640000000000) AND NEW.used_at > '-infinity' AND NEW.used_at < to_timestamp(8640000000000) AND NEW.withdrawn_at > '-infinity' AND NEW.withdrawn_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.made_at > '-infinity' AND OLD.made_at < to_timestamp(8640000000000) AND OLD.expires_at > '-infinity' AND OLD.expires_at < to_timestamp(8640000000000) AND OLD.used_at > '-infinity' AND OLD.used_at < to_timestamp(8640000000000) AND OLD.withdrawn_at > '-infinity' AND OLD.withdrawn_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'invitations', CONSTRAINT = 'invitations_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.invoice_orders_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.order_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.order_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'invoice_orders', CONSTRAINT = 'invoice_orders_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.invoices_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.amount_atomic <> 'NaN' AND NEW.amount_fiat_cents <> 'NaN' AND NEW.rate_as_of > '-infinity' AND NEW.rate_as_of < to_timestamp(8640000000000) AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.expires_at > '-infinity' AND NEW.expires_at < to_timestamp(8640000000000) AND NEW.amount_paid_atomic <> 'NaN' AND NEW.paid_at > '-infinity' AND NEW.paid_at < to_timestamp(8640000000000) AND NEW.completed_at > '-infinity' AND NEW.completed_at < to_timestamp(8640000000000) AND NEW.workflow_checked_at > '-infinity' AND NEW.workflow_checked_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.amount_atomic <> 'NaN' AND OLD.amount_fiat_cents <> 'NaN' AND OLD.rate_as_of > '-infinity' AND OLD.rate_as_of < to_timestamp(8640000000000) AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.expires_at > '-infinity' AND OLD.expires_at < to_timestamp(8640000000000) AND OLD.amount_paid_atomic <> 'NaN' AND OLD.paid_at > '-infinity' AND OLD.paid_at < to_timestamp(8640000000000) AND OLD.completed_at > '-infinity' AND OLD.completed_at < to_timestamp(8640000000000) AND OLD.workflow_checked_at > '-infinity' AND OLD.workflow_checked_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'invoices', CONSTRAINT = 'invoices_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.keep_approved_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO approved_payments
        SELECT NEW.withdrawal_id, NEW.merchant_id, NEW.kind, NEW.invoice_id, NEW.chain_code, NEW.token_symbol,
               NEW.amount_atomic, NEW.address
        ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $function$
;
CREATE OR REPLACE FUNCTION public.known_assets_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.chain_id BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.chain_id BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'known_assets', CONSTRAINT = 'known_assets_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.ledger_accounts_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.account_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.balance <> 'NaN') THEN
          IF TG_OP = 'INSERT' OR (OLD.account_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.balance <> 'NaN') IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'ledger_accounts', CONSTRAINT = 'ledger_accounts_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.ledger_apply_posting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE of_entry ledger_entries; of_account ledger_accounts;
    BEGIN
      SELECT * INTO of_entry FROM ledger_entries WHERE entry_id = NEW.entry_id AND xact = pg_current_xact_id();
      IF NOT FOUND THEN
        RAISE EXCEPTION 'ledger entry % belongs to an earlier transaction; post a new entry instead', NEW.entry_id;
      END IF;
      UPDATE ledger_accounts
         SET balance = balance + CASE WHEN debit_normal THEN NEW.amount ELSE -NEW.amount END
       WHERE account_id = NEW.account_id
       RETURNING * INTO of_account;
      NEW.balance_after := of_account.balance;
      NEW.posting_id := nextval('ledger_posting_id_seq');
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain('ledger_account/' || NEW.account_id, ARRAY[
          'ledger_postings', NEW.posting_id::text, NEW.entry_id::text, NEW.account_id::text, of_account.kind,
          of_account.merchant_id, of_account.chain_code, of_account.token_symbol, NEW.amount::text,
          NEW.balance_after::text, of_entry.cause, of_entry.kind, of_entry.invoice_id, of_entry.withdrawal_id,
          of_entry.transfer_id::text, chain_moment(of_entry.created_at)]);
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.ledger_check_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE unbalanced record;
    BEGIN
      SELECT a.chain_code, a.token_symbol, sum(p.amount) AS excess INTO unbalanced
        FROM ledger_postings p JOIN ledger_accounts a USING (account_id)
       WHERE p.entry_id = NEW.entry_id
       GROUP BY a.chain_code, a.token_symbol HAVING sum(p.amount) <> 0 LIMIT 1;
      IF FOUND THEN
        RAISE EXCEPTION 'ledger entry % does not balance: % % of % too much on one side',
          NEW.entry_id, unbalanced.excess, unbalanced.token_symbol, unbalanced.chain_code
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF NOT EXISTS (SELECT 1 FROM ledger_postings WHERE entry_id = NEW.entry_id) THEN
        RAISE EXCEPTION 'ledger entry % has no postings', NEW.entry_id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NULL;
    END $function$
;
CREATE OR REPLACE FUNCTION public.ledger_entries_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.entry_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.transfer_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.entry_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.transfer_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'ledger_entries', CONSTRAINT = 'ledger_entries_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.ledger_guard_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF TG_OP <> 'UPDATE' OR pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'ledger_accounts change by postings only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NULL;
    END $function$
;
CREATE OR REPLACE FUNCTION public.ledger_open_empty()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF NEW.balance <> 0 THEN
        RAISE EXCEPTION 'a ledger account opens at zero' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.ledger_postings_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.posting_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.entry_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.account_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.amount <> 'NaN' AND NEW.balance_after <> 'NaN' AND NEW.chain_place BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.posting_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.entry_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.account_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.amount <> 'NaN' AND OLD.balance_after <> 'NaN' AND OLD.chain_place BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'ledger_postings', CONSTRAINT = 'ledger_postings_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.lock_chain(of_chain text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      INSERT INTO hash_chains (chain, length, head) VALUES (of_chain, 0, decode(repeat('00', 32), 'hex'))
        ON CONFLICT DO NOTHING;
      PERFORM 1 FROM hash_chains WHERE chain = of_chain FOR UPDATE;
    END $function$
;
CREATE OR REPLACE FUNCTION public.members_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.held_since > '-infinity' AND NEW.held_since < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.held_since > '-infinity' AND OLD.held_since < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'members', CONSTRAINT = 'members_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.merchant_audit_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.audit_id BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.audit_id BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'merchant_audit', CONSTRAINT = 'merchant_audit_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.merchant_profiles_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.updated_at > '-infinity' AND NEW.updated_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.updated_at > '-infinity' AND OLD.updated_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'merchant_profiles', CONSTRAINT = 'merchant_profiles_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.merchants_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.whitelist_ends_at > '-infinity' AND NEW.whitelist_ends_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.whitelist_ends_at > '-infinity' AND OLD.whitelist_ends_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'merchants', CONSTRAINT = 'merchants_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.movement_parts_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.movement_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.amount_atomic <> 'NaN') THEN
          IF TG_OP = 'INSERT' OR (OLD.movement_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.amount_atomic <> 'NaN') IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'movement_parts', CONSTRAINT = 'movement_parts_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.movements_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.movement_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.ended_at > '-infinity' AND NEW.ended_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.movement_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.ended_at > '-infinity' AND OLD.ended_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'movements', CONSTRAINT = 'movements_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.native_audits_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.watched_from > '-infinity' AND NEW.watched_from < to_timestamp(8640000000000) AND NEW.due_after > '-infinity' AND NEW.due_after < to_timestamp(8640000000000) AND NEW.retry_at > '-infinity' AND NEW.retry_at < to_timestamp(8640000000000) AND NEW.finished_at > '-infinity' AND NEW.finished_at < to_timestamp(8640000000000) AND NEW.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.balance_atomic <> 'NaN' AND NEW.counted_atomic <> 'NaN') THEN
          IF TG_OP = 'INSERT' OR (OLD.watched_from > '-infinity' AND OLD.watched_from < to_timestamp(8640000000000) AND OLD.due_after > '-infinity' AND OLD.due_after < to_timestamp(8640000000000) AND OLD.retry_at > '-infinity' AND OLD.retry_at < to_timestamp(8640000000000) AND OLD.finished_at > '-infinity' AND OLD.finished_at < to_timestamp(8640000000000) AND OLD.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.balance_atomic <> 'NaN' AND OLD.counted_atomic <> 'NaN') IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'native_audits', CONSTRAINT = 'native_audits_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.notice_sends_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.notice_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.next_attempt_at > '-infinity' AND NEW.next_attempt_at < to_timestamp(8640000000000) AND NEW.sent_at > '-infinity' AND NEW.sent_at < to_timestamp(8640000000000) AND NEW.given_up_at > '-infinity' AND NEW.given_up_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.notice_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.next_attempt_at > '-infinity' AND OLD.next_attempt_at < to_timestamp(8640000000000) AND OLD.sent_at > '-infinity' AND OLD.sent_at < to_timestamp(8640000000000) AND OLD.given_up_at > '-infinity' AND OLD.given_up_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'notice_sends', CONSTRAINT = 'notice_sends_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.notices_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.notice_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.opened_at > '-infinity' AND NEW.opened_at < to_timestamp(8640000000000) AND NEW.tell_from > '-infinity' AND NEW.tell_from < to_timestamp(8640000000000) AND NEW.closed_at > '-infinity' AND NEW.closed_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.notice_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.opened_at > '-infinity' AND OLD.opened_at < to_timestamp(8640000000000) AND OLD.tell_from > '-infinity' AND OLD.tell_from < to_timestamp(8640000000000) AND OLD.closed_at > '-infinity' AND OLD.closed_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'notices', CONSTRAINT = 'notices_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.operators_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'operators', CONSTRAINT = 'operators_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.outbox_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.outbox_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.outbox_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'outbox', CONSTRAINT = 'outbox_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.outside_payments_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.amount_atomic <> 'NaN' AND NEW.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.block_time > '-infinity' AND NEW.block_time < to_timestamp(8640000000000) AND NEW.frozen_at > '-infinity' AND NEW.frozen_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.amount_atomic <> 'NaN' AND OLD.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.block_time > '-infinity' AND OLD.block_time < to_timestamp(8640000000000) AND OLD.frozen_at > '-infinity' AND OLD.frozen_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'outside_payments', CONSTRAINT = 'outside_payments_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.passkey_challenges_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.ends_at > '-infinity' AND NEW.ends_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.ends_at > '-infinity' AND OLD.ends_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'passkey_challenges', CONSTRAINT = 'passkey_challenges_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.passkeys_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.counter BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.last_used_at > '-infinity' AND NEW.last_used_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.counter BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.last_used_at > '-infinity' AND OLD.last_used_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'passkeys', CONSTRAINT = 'passkeys_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.policy_changes_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.requested_at > '-infinity' AND NEW.requested_at < to_timestamp(8640000000000) AND NEW.holds_from > '-infinity' AND NEW.holds_from < to_timestamp(8640000000000) AND NEW.decided_at > '-infinity' AND NEW.decided_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.requested_at > '-infinity' AND OLD.requested_at < to_timestamp(8640000000000) AND OLD.holds_from > '-infinity' AND OLD.holds_from < to_timestamp(8640000000000) AND OLD.decided_at > '-infinity' AND OLD.decided_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'policy_changes', CONSTRAINT = 'policy_changes_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.reconciliation_differences_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.difference_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.expected_atomic <> 'NaN' AND NEW.found_atomic <> 'NaN' AND NEW.first_seen_at > '-infinity' AND NEW.first_seen_at < to_timestamp(8640000000000) AND NEW.last_seen_at > '-infinity' AND NEW.last_seen_at < to_timestamp(8640000000000) AND NEW.gone_at > '-infinity' AND NEW.gone_at < to_timestamp(8640000000000) AND NEW.frozen_atomic <> 'NaN') THEN
          IF TG_OP = 'INSERT' OR (OLD.difference_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.expected_atomic <> 'NaN' AND OLD.found_atomic <> 'NaN' AND OLD.first_seen_at > '-infinity' AND OLD.first_seen_at < to_timestamp(8640000000000) AND OLD.last_seen_at > '-infinity' AND OLD.last_seen_at < to_timestamp(8640000000000) AND OLD.gone_at > '-infinity' AND OLD.gone_at < to_timestamp(8640000000000) AND OLD.frozen_atomic <> 'NaN') IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'reconciliation_differences', CONSTRAINT = 'reconciliation_differences_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.reconciliation_runs_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.run_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.started_at > '-infinity' AND NEW.started_at < to_timestamp(8640000000000) AND NEW.finished_at > '-infinity' AND NEW.finished_at < to_timestamp(8640000000000) AND NEW.posting_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.entry_id BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.run_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.started_at > '-infinity' AND OLD.started_at < to_timestamp(8640000000000) AND OLD.finished_at > '-infinity' AND OLD.finished_at < to_timestamp(8640000000000) AND OLD.posting_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.entry_id BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'reconciliation_runs', CONSTRAINT = 'reconciliation_runs_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.record_audited_merchant()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE of_merchant text := 
  CASE NEW.object_kind
    WHEN 'merchant' THEN (SELECT m.merchant_id FROM merchants m WHERE m.merchant_id = NEW.object_id)
    WHEN 'invoice' THEN (SELECT i.merchant_id FROM invoices i WHERE i.invoice_id = NEW.object_id)
    WHEN 'checkout' THEN (SELECT c.merchant_id FROM checkouts c WHERE c.checkout_id = NEW.object_id)
    WHEN 'withdrawal' THEN (SELECT w.merchant_id FROM withdrawals w WHERE w.withdrawal_id = NEW.object_id)
    WHEN 'webhook_endpoint' THEN (SELECT e.merchant_id FROM webhook_endpoints e WHERE e.endpoint_id = NEW.object_id)
    WHEN 'webhook_delivery' THEN (SELECT d.merchant_id FROM deliveries d WHERE d.delivery_id = NEW.object_id)
    WHEN 'api_key' THEN (SELECT k.merchant_id FROM api_keys k WHERE k.api_key_id = NEW.object_id)
    WHEN 'policy_change' THEN (SELECT p.merchant_id FROM policy_changes p WHERE p.policy_change_id = NEW.object_id)
    WHEN 'member' THEN (SELECT b.merchant_id FROM members b WHERE b.member_id = NEW.object_id)
    WHEN 'invitation' THEN (SELECT v.merchant_id FROM invitations v WHERE v.invitation_id = NEW.object_id)
  END;
    BEGIN
      IF of_merchant IS NOT NULL THEN
        INSERT INTO merchant_audit (merchant_id, audit_id, action, actor_kind) VALUES (of_merchant, NEW.audit_id, NEW.action, NEW.actor_kind);
      END IF;
      RETURN NULL;
    END $function$
;
CREATE OR REPLACE FUNCTION public.record_canonical_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      INSERT INTO canonical_changes (transfer_id, canonical) VALUES (NEW.transfer_id, NEW.canonical);
      RETURN NULL;
    END $function$
;
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
    END $function$
;
CREATE OR REPLACE FUNCTION public.refuse_new_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'the deposit index and address of % never change: % refused', OLD.invoice_id, TG_OP
        USING ERRCODE = 'restrict_violation';
    END $function$
;
CREATE OR REPLACE FUNCTION public.refuse_other_xpub()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RAISE EXCEPTION 'the xpub of an index never changes: % refused', TG_OP USING ERRCODE = 'restrict_violation';
    END $function$
;
CREATE OR REPLACE FUNCTION public.refuse_rotation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
    DECLARE
      has_rows boolean;
    BEGIN
      -- by its id: the inserting role could have a temporary table of the same name
      EXECUTE format('SELECT EXISTS (SELECT FROM %s)', TG_RELID::regclass) INTO has_rows;
      IF has_rows AND NOT pg_has_role((SELECT relowner FROM pg_catalog.pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
        RAISE EXCEPTION 'only the owner of the database adds an xpub' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NULL;
    END $function$
;
CREATE OR REPLACE FUNCTION public.refuse_stop_of_signed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT 1 FROM sent_transactions WHERE withdrawal_id = NEW.withdrawal_id) THEN
        RAISE EXCEPTION 'withdrawal % is signed: it can not be stopped', NEW.withdrawal_id
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.refuse_unapproved_signature()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE found_status text;
    BEGIN
      SELECT status INTO found_status FROM withdrawals WHERE withdrawal_id = NEW.withdrawal_id FOR SHARE;
      IF found_status NOT IN ('approved', 'broadcast', 'completed') AND NOT (found_status = 'failed' AND NEW.purpose = 'cancellation' AND NEW.replaces IS NOT NULL) THEN
        RAISE EXCEPTION 'withdrawal % is %: nothing is signed for it', NEW.withdrawal_id, found_status
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.rpc_omissions_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.omitted BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.omitted BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'rpc_omissions', CONSTRAINT = 'rpc_omissions_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.sent_transactions_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.nonce BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.max_fee_per_gas_wei <> 'NaN' AND NEW.max_cost_wei <> 'NaN' AND NEW.signed_at > '-infinity' AND NEW.signed_at < to_timestamp(8640000000000) AND NEW.last_sent_at > '-infinity' AND NEW.last_sent_at < to_timestamp(8640000000000) AND NEW.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.block_time > '-infinity' AND NEW.block_time < to_timestamp(8640000000000) AND NEW.gas_used BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.effective_gas_price_wei <> 'NaN' AND NEW.amount_atomic <> 'NaN' AND NEW.first_sent_at > '-infinity' AND NEW.first_sent_at < to_timestamp(8640000000000) AND NEW.fee_wei <> 'NaN' AND NEW.booked_fee_wei <> 'NaN' AND NEW.movement_id BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.nonce BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.max_fee_per_gas_wei <> 'NaN' AND OLD.max_cost_wei <> 'NaN' AND OLD.signed_at > '-infinity' AND OLD.signed_at < to_timestamp(8640000000000) AND OLD.last_sent_at > '-infinity' AND OLD.last_sent_at < to_timestamp(8640000000000) AND OLD.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.block_time > '-infinity' AND OLD.block_time < to_timestamp(8640000000000) AND OLD.gas_used BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.effective_gas_price_wei <> 'NaN' AND OLD.amount_atomic <> 'NaN' AND OLD.first_sent_at > '-infinity' AND OLD.first_sent_at < to_timestamp(8640000000000) AND OLD.fee_wei <> 'NaN' AND OLD.booked_fee_wei <> 'NaN' AND OLD.movement_id BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'sent_transactions', CONSTRAINT = 'sent_transactions_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.sessions_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.last_used_at > '-infinity' AND NEW.last_used_at < to_timestamp(8640000000000) AND NEW.idle_ends_at > '-infinity' AND NEW.idle_ends_at < to_timestamp(8640000000000) AND NEW.absolute_ends_at > '-infinity' AND NEW.absolute_ends_at < to_timestamp(8640000000000) AND NEW.confirmed_until > '-infinity' AND NEW.confirmed_until < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.last_used_at > '-infinity' AND OLD.last_used_at < to_timestamp(8640000000000) AND OLD.idle_ends_at > '-infinity' AND OLD.idle_ends_at < to_timestamp(8640000000000) AND OLD.absolute_ends_at > '-infinity' AND OLD.absolute_ends_at < to_timestamp(8640000000000) AND OLD.confirmed_until > '-infinity' AND OLD.confirmed_until < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'sessions', CONSTRAINT = 'sessions_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.totp_secrets_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.confirmed_at > '-infinity' AND NEW.confirmed_at < to_timestamp(8640000000000) AND NEW.last_used_step BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.confirmed_at > '-infinity' AND OLD.confirmed_at < to_timestamp(8640000000000) AND OLD.last_used_step BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'totp_secrets', CONSTRAINT = 'totp_secrets_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.transfers_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF NOT (NEW.transfer_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.block_time > '-infinity' AND NEW.block_time < to_timestamp(8640000000000) AND NEW.amount_atomic <> 'NaN' AND NEW.reverted_height BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.reverted_at > '-infinity' AND NEW.reverted_at < to_timestamp(8640000000000) AND NEW.seen_at > '-infinity' AND NEW.seen_at < to_timestamp(8640000000000) AND NEW.swept_by BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.denied_at > '-infinity' AND NEW.denied_at < to_timestamp(8640000000000) AND NEW.confirmed_at > '-infinity' AND NEW.confirmed_at < to_timestamp(8640000000000)) THEN
        IF TG_OP = 'INSERT' OR (OLD.transfer_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.block_number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.block_time > '-infinity' AND OLD.block_time < to_timestamp(8640000000000) AND OLD.amount_atomic <> 'NaN' AND OLD.reverted_height BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.reverted_at > '-infinity' AND OLD.reverted_at < to_timestamp(8640000000000) AND OLD.seen_at > '-infinity' AND OLD.seen_at < to_timestamp(8640000000000) AND OLD.swept_by BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.denied_at > '-infinity' AND OLD.denied_at < to_timestamp(8640000000000) AND OLD.confirmed_at > '-infinity' AND OLD.confirmed_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
          RAISE EXCEPTION 'a figure or a time that can not be read'
            USING ERRCODE = 'check_violation', TABLE = 'transfers', CONSTRAINT = 'transfers_readable';
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;
CREATE OR REPLACE FUNCTION public.unread_ranges_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.range_id BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.from_number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.to_number BETWEEN -9007199254740991 AND 9007199254740991 AND NEW.not_before > '-infinity' AND NEW.not_before < to_timestamp(8640000000000) AND NEW.made_before > '-infinity' AND NEW.made_before < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.range_id BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.from_number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.to_number BETWEEN -9007199254740991 AND 9007199254740991 AND OLD.not_before > '-infinity' AND OLD.not_before < to_timestamp(8640000000000) AND OLD.made_before > '-infinity' AND OLD.made_before < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'unread_ranges', CONSTRAINT = 'unread_ranges_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.wallets_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.next_nonce BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.next_nonce BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'wallets', CONSTRAINT = 'wallets_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.webhook_endpoints_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.last_success_at > '-infinity' AND NEW.last_success_at < to_timestamp(8640000000000) AND NEW.deleted_at > '-infinity' AND NEW.deleted_at < to_timestamp(8640000000000) AND NEW.legacy_switches_at > '-infinity' AND NEW.legacy_switches_at < to_timestamp(8640000000000) AND NEW.failing_since > '-infinity' AND NEW.failing_since < to_timestamp(8640000000000) AND NEW.failing_told_at > '-infinity' AND NEW.failing_told_at < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.last_success_at > '-infinity' AND OLD.last_success_at < to_timestamp(8640000000000) AND OLD.deleted_at > '-infinity' AND OLD.deleted_at < to_timestamp(8640000000000) AND OLD.legacy_switches_at > '-infinity' AND OLD.legacy_switches_at < to_timestamp(8640000000000) AND OLD.failing_since > '-infinity' AND OLD.failing_since < to_timestamp(8640000000000) AND OLD.failing_told_at > '-infinity' AND OLD.failing_told_at < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'webhook_endpoints', CONSTRAINT = 'webhook_endpoints_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.withdrawal_approvals_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.approved_at > '-infinity' AND NEW.approved_at < to_timestamp(8640000000000) AND NEW.chain_place BETWEEN -9007199254740991 AND 9007199254740991) THEN
          IF TG_OP = 'INSERT' OR (OLD.approved_at > '-infinity' AND OLD.approved_at < to_timestamp(8640000000000) AND OLD.chain_place BETWEEN -9007199254740991 AND 9007199254740991) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'withdrawal_approvals', CONSTRAINT = 'withdrawal_approvals_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.withdrawal_limits_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.per_withdrawal_atomic <> 'NaN' AND NEW.per_day_atomic <> 'NaN' AND NEW.two_approvals_above_atomic <> 'NaN' AND NEW.auto_approve_below_atomic <> 'NaN') THEN
          IF TG_OP = 'INSERT' OR (OLD.per_withdrawal_atomic <> 'NaN' AND OLD.per_day_atomic <> 'NaN' AND OLD.two_approvals_above_atomic <> 'NaN' AND OLD.auto_approve_below_atomic <> 'NaN') IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'withdrawal_limits', CONSTRAINT = 'withdrawal_limits_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION public.withdrawals_readable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NOT (NEW.amount_atomic <> 'NaN' AND NEW.created_at > '-infinity' AND NEW.created_at < to_timestamp(8640000000000) AND NEW.approved_at > '-infinity' AND NEW.approved_at < to_timestamp(8640000000000) AND NEW.completed_at > '-infinity' AND NEW.completed_at < to_timestamp(8640000000000) AND NEW.wait_until > '-infinity' AND NEW.wait_until < to_timestamp(8640000000000) AND NEW.workflow_checked_at > '-infinity' AND NEW.workflow_checked_at < to_timestamp(8640000000000) AND NEW.refused_since > '-infinity' AND NEW.refused_since < to_timestamp(8640000000000)) THEN
          IF TG_OP = 'INSERT' OR (OLD.amount_atomic <> 'NaN' AND OLD.created_at > '-infinity' AND OLD.created_at < to_timestamp(8640000000000) AND OLD.approved_at > '-infinity' AND OLD.approved_at < to_timestamp(8640000000000) AND OLD.completed_at > '-infinity' AND OLD.completed_at < to_timestamp(8640000000000) AND OLD.wait_until > '-infinity' AND OLD.wait_until < to_timestamp(8640000000000) AND OLD.workflow_checked_at > '-infinity' AND OLD.workflow_checked_at < to_timestamp(8640000000000) AND OLD.refused_since > '-infinity' AND OLD.refused_since < to_timestamp(8640000000000)) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = 'withdrawals', CONSTRAINT = 'withdrawals_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $function$
;

CREATE TRIGGER address_rounds_readable BEFORE INSERT OR UPDATE ON public.address_rounds FOR EACH ROW EXECUTE FUNCTION address_rounds_readable();
CREATE TRIGGER api_key_hashes_readable BEFORE INSERT OR UPDATE ON public.api_key_hashes FOR EACH ROW EXECUTE FUNCTION api_key_hashes_readable();
CREATE TRIGGER api_keys_readable BEFORE INSERT OR UPDATE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_readable();
CREATE TRIGGER approval_signatures_chained BEFORE INSERT ON public.approval_signatures FOR EACH ROW EXECUTE FUNCTION chain_signature();
CREATE TRIGGER approval_signatures_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.approval_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_signatures_readable BEFORE INSERT OR UPDATE ON public.approval_signatures FOR EACH ROW EXECUTE FUNCTION approval_signatures_readable();
CREATE TRIGGER approved_payments_chained BEFORE INSERT ON public.approved_payments FOR EACH ROW EXECUTE FUNCTION chain_approved_payment();
CREATE TRIGGER approved_payments_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.approved_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approved_payments_readable BEFORE INSERT OR UPDATE ON public.approved_payments FOR EACH ROW EXECUTE FUNCTION approved_payments_readable();
CREATE TRIGGER approver_addresses_kept BEFORE DELETE OR TRUNCATE ON public.approver_addresses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approver_addresses_readable BEFORE INSERT OR UPDATE ON public.approver_addresses FOR EACH ROW EXECUTE FUNCTION approver_addresses_readable();
CREATE TRIGGER asset_freezes_readable BEFORE INSERT OR UPDATE ON public.asset_freezes FOR EACH ROW EXECUTE FUNCTION asset_freezes_readable();
CREATE TRIGGER asset_readings_readable BEFORE INSERT OR UPDATE ON public.asset_readings FOR EACH ROW EXECUTE FUNCTION asset_readings_readable();
CREATE TRIGGER audit_head_parts_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_head_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_head_parts_readable BEFORE INSERT OR UPDATE ON public.audit_head_parts FOR EACH ROW EXECUTE FUNCTION audit_head_parts_readable();
CREATE TRIGGER audit_heads_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_heads_readable BEFORE INSERT OR UPDATE ON public.audit_heads FOR EACH ROW EXECUTE FUNCTION audit_heads_readable();
CREATE TRIGGER audit_log_chained BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit_row();
CREATE TRIGGER audit_log_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_merchant AFTER INSERT ON public.audit_log FOR EACH ROW WHEN ((new.actor_kind <> 'system'::text)) EXECUTE FUNCTION record_audited_merchant();
CREATE TRIGGER audit_log_readable BEFORE INSERT OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_readable();
CREATE TRIGGER block_readings_readable BEFORE INSERT OR UPDATE ON public.block_readings FOR EACH ROW EXECUTE FUNCTION block_readings_readable();
CREATE TRIGGER blocks_readable BEFORE INSERT OR UPDATE ON public.blocks FOR EACH ROW EXECUTE FUNCTION blocks_readable();
CREATE TRIGGER canonical_changes_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.canonical_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER canonical_changes_readable BEFORE INSERT OR UPDATE ON public.canonical_changes FOR EACH ROW EXECUTE FUNCTION canonical_changes_readable();
CREATE TRIGGER chain_cursors_readable BEFORE INSERT OR UPDATE ON public.chain_cursors FOR EACH ROW EXECUTE FUNCTION chain_cursors_readable();
CREATE TRIGGER chain_disputes_readable BEFORE INSERT OR UPDATE ON public.chain_disputes FOR EACH ROW EXECUTE FUNCTION chain_disputes_readable();
CREATE TRIGGER chain_reports_readable BEFORE INSERT OR UPDATE ON public.chain_reports FOR EACH ROW EXECUTE FUNCTION chain_reports_readable();
CREATE TRIGGER chain_timers_readable BEFORE INSERT OR UPDATE ON public.chain_timers FOR EACH ROW EXECUTE FUNCTION chain_timers_readable();
CREATE TRIGGER checkouts_readable BEFORE INSERT OR UPDATE ON public.checkouts FOR EACH ROW EXECUTE FUNCTION checkouts_readable();
CREATE TRIGGER custody_addresses_readable BEFORE INSERT OR UPDATE ON public.custody_addresses FOR EACH ROW EXECUTE FUNCTION custody_addresses_readable();
CREATE TRIGGER deliveries_readable BEFORE INSERT OR UPDATE ON public.deliveries FOR EACH ROW EXECUTE FUNCTION deliveries_readable();
CREATE TRIGGER delivery_attempts_readable BEFORE INSERT OR UPDATE ON public.delivery_attempts FOR EACH ROW EXECUTE FUNCTION delivery_attempts_readable();
CREATE TRIGGER deposit_xpubs_immutable BEFORE DELETE OR UPDATE ON public.deposit_xpubs FOR EACH ROW EXECUTE FUNCTION refuse_other_xpub();
CREATE TRIGGER deposit_xpubs_readable BEFORE INSERT OR UPDATE ON public.deposit_xpubs FOR EACH ROW EXECUTE FUNCTION deposit_xpubs_readable();
CREATE TRIGGER deposit_xpubs_rotated BEFORE INSERT ON public.deposit_xpubs FOR EACH STATEMENT EXECUTE FUNCTION refuse_rotation();
CREATE TRIGGER endpoint_closings_readable BEFORE INSERT OR UPDATE ON public.endpoint_closings FOR EACH ROW EXECUTE FUNCTION endpoint_closings_readable();
CREATE TRIGGER events_readable BEFORE INSERT OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION events_readable();
CREATE TRIGGER hash_chains_readable BEFORE INSERT OR UPDATE ON public.hash_chains FOR EACH ROW EXECUTE FUNCTION hash_chains_readable();
CREATE TRIGGER idempotency_keys_readable BEFORE INSERT OR UPDATE ON public.idempotency_keys FOR EACH ROW EXECUTE FUNCTION idempotency_keys_readable();
CREATE TRIGGER invitations_ended_once BEFORE UPDATE ON public.invitations FOR EACH ROW WHEN (((old.used_at IS NOT NULL) OR (old.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invitations_kept BEFORE DELETE OR TRUNCATE ON public.invitations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invitations_readable BEFORE INSERT OR UPDATE ON public.invitations FOR EACH ROW EXECUTE FUNCTION invitations_readable();
CREATE TRIGGER invoice_orders_readable BEFORE INSERT OR UPDATE ON public.invoice_orders FOR EACH ROW EXECUTE FUNCTION invoice_orders_readable();
CREATE TRIGGER invoices_deposit_immutable BEFORE UPDATE OF deposit_index, deposit_address ON public.invoices FOR EACH ROW WHEN (((old.deposit_index IS DISTINCT FROM new.deposit_index) OR (old.deposit_address IS DISTINCT FROM new.deposit_address))) EXECUTE FUNCTION refuse_new_deposit();
CREATE TRIGGER invoices_readable BEFORE INSERT OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION invoices_readable();
CREATE TRIGGER known_assets_readable BEFORE INSERT OR UPDATE ON public.known_assets FOR EACH ROW EXECUTE FUNCTION known_assets_readable();
CREATE TRIGGER ledger_accounts_guard BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_account();
CREATE TRIGGER ledger_accounts_open_empty BEFORE INSERT ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_open_empty();
CREATE TRIGGER ledger_accounts_readable BEFORE INSERT OR UPDATE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_accounts_readable();
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry();
CREATE TRIGGER ledger_entries_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_readable BEFORE INSERT OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_entries_readable();
CREATE TRIGGER ledger_postings_apply BEFORE INSERT ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();
CREATE CONSTRAINT TRIGGER ledger_postings_balance AFTER INSERT ON public.ledger_postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry();
CREATE TRIGGER ledger_postings_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_readable BEFORE INSERT OR UPDATE ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_postings_readable();
CREATE TRIGGER members_readable BEFORE INSERT OR UPDATE ON public.members FOR EACH ROW EXECUTE FUNCTION members_readable();
CREATE TRIGGER merchant_audit_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.merchant_audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER merchant_audit_readable BEFORE INSERT OR UPDATE ON public.merchant_audit FOR EACH ROW EXECUTE FUNCTION merchant_audit_readable();
CREATE TRIGGER merchant_profiles_readable BEFORE INSERT OR UPDATE ON public.merchant_profiles FOR EACH ROW EXECUTE FUNCTION merchant_profiles_readable();
CREATE TRIGGER merchants_readable BEFORE INSERT OR UPDATE ON public.merchants FOR EACH ROW EXECUTE FUNCTION merchants_readable();
CREATE TRIGGER movement_parts_guard BEFORE UPDATE ON public.movement_parts FOR EACH ROW EXECUTE FUNCTION guard_movement();
CREATE TRIGGER movement_parts_kept BEFORE DELETE OR TRUNCATE ON public.movement_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER movement_parts_readable BEFORE INSERT OR UPDATE ON public.movement_parts FOR EACH ROW EXECUTE FUNCTION movement_parts_readable();
CREATE TRIGGER movements_guard BEFORE UPDATE ON public.movements FOR EACH ROW EXECUTE FUNCTION guard_movement();
CREATE TRIGGER movements_kept BEFORE DELETE OR TRUNCATE ON public.movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER movements_readable BEFORE INSERT OR UPDATE ON public.movements FOR EACH ROW EXECUTE FUNCTION movements_readable();
CREATE TRIGGER native_audits_readable BEFORE INSERT OR UPDATE ON public.native_audits FOR EACH ROW EXECUTE FUNCTION native_audits_readable();
CREATE TRIGGER notice_sends_readable BEFORE INSERT OR UPDATE ON public.notice_sends FOR EACH ROW EXECUTE FUNCTION notice_sends_readable();
CREATE TRIGGER notices_readable BEFORE INSERT OR UPDATE ON public.notices FOR EACH ROW EXECUTE FUNCTION notices_readable();
CREATE TRIGGER operators_readable BEFORE INSERT OR UPDATE ON public.operators FOR EACH ROW EXECUTE FUNCTION operators_readable();
CREATE TRIGGER outbox_readable BEFORE INSERT OR UPDATE ON public.outbox FOR EACH ROW EXECUTE FUNCTION outbox_readable();
CREATE TRIGGER outside_payments_readable BEFORE INSERT OR UPDATE ON public.outside_payments FOR EACH ROW EXECUTE FUNCTION outside_payments_readable();
CREATE TRIGGER passkey_challenges_readable BEFORE INSERT OR UPDATE ON public.passkey_challenges FOR EACH ROW EXECUTE FUNCTION passkey_challenges_readable();
CREATE TRIGGER passkeys_readable BEFORE INSERT OR UPDATE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION passkeys_readable();
CREATE TRIGGER policy_changes_decided_once BEFORE UPDATE ON public.policy_changes FOR EACH ROW WHEN ((old.status <> 'waiting'::text)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policy_changes_kept BEFORE DELETE OR TRUNCATE ON public.policy_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policy_changes_readable BEFORE INSERT OR UPDATE ON public.policy_changes FOR EACH ROW EXECUTE FUNCTION policy_changes_readable();
CREATE TRIGGER reconciliation_differences_readable BEFORE INSERT OR UPDATE ON public.reconciliation_differences FOR EACH ROW EXECUTE FUNCTION reconciliation_differences_readable();
CREATE TRIGGER reconciliation_runs_readable BEFORE INSERT OR UPDATE ON public.reconciliation_runs FOR EACH ROW EXECUTE FUNCTION reconciliation_runs_readable();
CREATE TRIGGER rpc_omissions_readable BEFORE INSERT OR UPDATE ON public.rpc_omissions FOR EACH ROW EXECUTE FUNCTION rpc_omissions_readable();
CREATE TRIGGER sent_transactions_approved BEFORE INSERT ON public.sent_transactions FOR EACH ROW WHEN ((new.withdrawal_id IS NOT NULL)) EXECUTE FUNCTION refuse_unapproved_signature();
CREATE TRIGGER sent_transactions_guard BEFORE UPDATE ON public.sent_transactions FOR EACH ROW EXECUTE FUNCTION guard_signed();
CREATE TRIGGER sent_transactions_kept BEFORE DELETE OR TRUNCATE ON public.sent_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sent_transactions_movement_kept BEFORE UPDATE OF movement_id ON public.sent_transactions FOR EACH ROW EXECUTE FUNCTION check_movement_kept();
CREATE TRIGGER sent_transactions_movement_replaced BEFORE INSERT ON public.sent_transactions FOR EACH ROW WHEN ((new.replaces IS NOT NULL)) EXECUTE FUNCTION check_movement_kept();
CREATE TRIGGER sent_transactions_readable BEFORE INSERT OR UPDATE ON public.sent_transactions FOR EACH ROW EXECUTE FUNCTION sent_transactions_readable();
CREATE TRIGGER sent_transactions_replacement BEFORE INSERT ON public.sent_transactions FOR EACH ROW WHEN ((new.replaces IS NOT NULL)) EXECUTE FUNCTION check_replacement();
CREATE TRIGGER sessions_readable BEFORE INSERT OR UPDATE ON public.sessions FOR EACH ROW EXECUTE FUNCTION sessions_readable();
CREATE TRIGGER totp_secrets_readable BEFORE INSERT OR UPDATE ON public.totp_secrets FOR EACH ROW EXECUTE FUNCTION totp_secrets_readable();
CREATE TRIGGER transfers_canonical_change AFTER UPDATE OF canonical ON public.transfers FOR EACH ROW WHEN (((old.canonical IS DISTINCT FROM new.canonical) AND (new.invoice_id IS NOT NULL))) EXECUTE FUNCTION record_canonical_change();
CREATE TRIGGER transfers_readable BEFORE INSERT OR UPDATE ON public.transfers FOR EACH ROW EXECUTE FUNCTION transfers_readable();
CREATE TRIGGER unread_ranges_readable BEFORE INSERT OR UPDATE ON public.unread_ranges FOR EACH ROW EXECUTE FUNCTION unread_ranges_readable();
CREATE TRIGGER wallets_readable BEFORE INSERT OR UPDATE ON public.wallets FOR EACH ROW EXECUTE FUNCTION wallets_readable();
CREATE TRIGGER webhook_endpoints_readable BEFORE INSERT OR UPDATE ON public.webhook_endpoints FOR EACH ROW EXECUTE FUNCTION webhook_endpoints_readable();
CREATE TRIGGER withdrawal_approvals_chained BEFORE INSERT ON public.withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION chain_approval();
CREATE TRIGGER withdrawal_approvals_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.withdrawal_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_approvals_readable BEFORE INSERT OR UPDATE ON public.withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION withdrawal_approvals_readable();
CREATE TRIGGER withdrawal_limits_readable BEFORE INSERT OR UPDATE ON public.withdrawal_limits FOR EACH ROW EXECUTE FUNCTION withdrawal_limits_readable();
CREATE TRIGGER withdrawals_approved AFTER UPDATE OF status ON public.withdrawals FOR EACH ROW WHEN ((new.status = 'approved'::text)) EXECUTE FUNCTION keep_approved_payment();
CREATE TRIGGER withdrawals_readable BEFORE INSERT OR UPDATE ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawals_readable();
CREATE TRIGGER withdrawals_stop_unsigned BEFORE UPDATE ON public.withdrawals FOR EACH ROW WHEN ((new.status = 'stopped'::text)) EXECUTE FUNCTION refuse_stop_of_signed();
