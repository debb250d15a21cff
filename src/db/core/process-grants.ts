/**
 * The privileges of each process in the database: role, object, privileges. Every privilege that is not here is refused
 * by PostgreSQL itself, so a thief in one process does no more than that process does. Only the owner, as whom
 * `migrate` connects, may change tables, switch triggers off or delete what is kept for ever.
 *
 * An `UPDATE` names its columns where another column says who is paid, how much or from where. To lock a row,
 * PostgreSQL requires the right to update some column of it: `LOCK_ONLY` marks the tables that a process only locks.
 */
type Grants = Readonly<Record<string, string>>;

const READ = 'SELECT';
const ADD = 'SELECT, INSERT';
const CHANGE = 'SELECT, INSERT, UPDATE';
const ALL = 'SELECT, INSERT, UPDATE, DELETE';
/** No decision depends on `created_at` of a row that is only locked. */
const LOCK_ONLY = 'SELECT, UPDATE (created_at)';

/** Every process dispatches the outbox to Temporal, and finds objects that have lost their workflow. */
const OUTBOX: Grants = {
  outbox: 'SELECT, INSERT, UPDATE (unhealthy), DELETE',
  invoices: 'SELECT, UPDATE (workflow_checked_at)',
  withdrawals: 'SELECT, UPDATE (workflow_checked_at)',
  deliveries: 'SELECT, UPDATE (workflow_checked_at)',
  sent_transactions: READ,
  transfers: READ,
  events: READ,
  webhook_endpoints:
    'SELECT (endpoint_id, merchant_id, url, events, status, deleted_at, consecutive_failures, last_success_at, generation)',
};

/** Adds an event with its deliveries. */
const EVENTS: Grants = { events: ADD, deliveries: ADD };

/** Adds entries. The balance of an account changes by the trigger of a posting, and by nothing else. */
const LEDGER: Grants = {
  ledger_accounts: 'SELECT, INSERT, UPDATE (balance)',
  ledger_entries: ADD,
  ledger_postings: ADD,
  'SEQUENCE ledger_posting_id_seq': 'USAGE',
};

/** Settles an invoice: its payments, and the booking of each transfer. */
const SETTLING: Grants = {
  invoices: 'UPDATE (status, amount_paid_atomic, overpaid, tx_hash, paid_at, completed_at)',
  transfers: 'UPDATE (booking, booking_revision, ever_confirmed, confirmed_at)',
  invoice_orders: READ,
  chain_cursors: READ,
  chain_timers: ALL,
  native_audits: 'SELECT, INSERT, UPDATE',
  unread_ranges: READ,
};

/** Decides about a checkout. Its amount stays as it was requested. */
const CHECKING_OUT: Grants = {
  checkouts: 'SELECT, UPDATE (status, completed_by, completed_at, end_due_at, told, told_count)',
};

/** Decides about a withdrawal. Recipient, amount, asset and chain stay as they were requested. */
const DECIDING: Grants = {
  withdrawals:
    'UPDATE (status, approved_at, completed_at, failure_reason, waiting_reason, waiting_code, wait_until, refused_since, approvals_required)',
  approved_payments: 'INSERT',
  asset_freezes: READ,
};

/** Privileges by role. An object may occur several times; its privileges add up. */
export type ProcessGrants = Readonly<Record<string, readonly Grants[]>>;

/** The workers `core` and `chain` share a role: both settle invoices. */
export const PROCESS_GRANTS = {
  quittance_api: [
    ...[OUTBOX, EVENTS, LEDGER, SETTLING, CHECKING_OUT, DECIDING],
    {
      api_keys: CHANGE,
      api_key_hashes: ALL,
      approval_signatures: ADD,
      approver_addresses: 'SELECT, INSERT, UPDATE (removed_at)',
      asset_freezes: ALL,
      audit_heads: READ,
      audit_log: ADD,
      blocks: READ,
      chain_cursors: 'SELECT, UPDATE (resume_requested_at, resume_problem)',
      chain_disputes: READ,
      chain_reports: READ,
      checkouts: 'INSERT, UPDATE (cancelled_at, chosen_invoice)',
      deliveries: CHANGE,
      delivery_attempts: READ,
      deposit_xpubs: ADD,
      endpoint_closings: CHANGE,
      idempotency_keys: ALL,
      invoice_orders: ADD,
      invoices: ADD,
      'SEQUENCE deposit_index_seq': 'USAGE',
      invitations: 'SELECT, INSERT, UPDATE (member_id, used_at, withdrawn_at)',
      known_assets: READ,
      members: 'SELECT, INSERT, UPDATE (password_hash, role, status, held_since, policy_change_id)',
      merchant_audit: READ,
      merchant_profiles: CHANGE,
      merchants: CHANGE,
      movements: READ,
      notices: 'SELECT (notice_id, kind, tell_from, closed_at)',
      notice_sends: READ,
      operators: 'SELECT, INSERT, UPDATE (created_at)',
      // An operator says what a payment was. The payment and its transaction stay as they were read.
      outside_payments: 'SELECT, UPDATE (pays, not_of)',
      sent_transactions: 'UPDATE (proven)',
      passkey_challenges: ALL,
      // Its owner, and the key that proves it, stay as they were registered.
      passkeys: 'SELECT, INSERT, UPDATE (counter, last_used_at), DELETE',
      reconciliation_differences: CHANGE,
      reconciliation_runs: ADD,
      // The time and the content of a change stay as they were requested.
      policy_changes: 'SELECT, INSERT, UPDATE (status, decided_by_kind, decided_by, decided_at)',
      recovery_codes: 'SELECT, INSERT, DELETE',
      rpc_omissions: READ,
      // Its member, and its absolute end, stay as they were at the sign-in.
      sessions: 'SELECT, INSERT, UPDATE (token_hash, last_used_at, idle_ends_at, confirmed_until), DELETE',
      totp_secrets: 'SELECT, INSERT, UPDATE (confirmed_at, last_used_step), DELETE',
      canonical_changes: READ,
      wallets: READ,
      webhook_endpoints: CHANGE,
      withdrawal_approvals: ADD,
      withdrawal_limits: CHANGE,
      withdrawals: ADD,
    },
  ],
  quittance_core: [
    ...[OUTBOX, EVENTS, LEDGER, SETTLING, CHECKING_OUT, DECIDING],
    {
      address_rounds: CHANGE,
      // Notices tell operators about waiting keys, and name the owners of things.
      api_keys: 'SELECT (api_key_id, merchant_id, name, status, created_at)',
      approval_signatures: READ,
      approved_payments: READ,
      asset_freezes: 'SELECT, INSERT, UPDATE (reason)',
      asset_readings: ALL,
      audit_head_parts: READ,
      audit_heads: READ,
      audit_log: ADD,
      block_readings: ALL,
      blocks: ALL,
      chain_cursors: CHANGE,
      chain_disputes: ALL,
      chain_reports: CHANGE,
      custody_addresses: CHANGE,
      deposit_xpubs: ADD,
      // The end of a chain is moved by the triggers alone, as the owner.
      hash_chains: 'SELECT, UPDATE (is_unchecked, checked_length, checked_head, checked_row)',
      known_assets: CHANGE,
      merchants: 'SELECT (merchant_id, name)',
      movement_parts: READ,
      movements: READ,
      notices: 'SELECT, INSERT, UPDATE (closed_at), DELETE',
      notice_sends: 'SELECT, DELETE',
      operators: 'SELECT (operator_id, name)',
      policy_changes: READ,
      webhook_endpoints: READ,
      outside_payments:
        'SELECT, INSERT, UPDATE (token_symbol, amount_atomic, to_address, block_number, block_time, frozen_at)',
      reconciliation_differences: ALL,
      reconciliation_runs: ALL,
      rpc_omissions: CHANGE,
      sent_transactions:
        'UPDATE (block_number, block_hash, block_time, succeeded, gas_used, effective_gas_price_wei, proven, fee_wei, revision, superseded_by, booked_fee_wei, booked_revision, moved_revision)',
      canonical_changes: 'INSERT',
      transfers: CHANGE,
      unread_ranges: ALL,
      wallets: READ,
      withdrawal_approvals: READ,
    },
  ],
  quittance_signer: [
    OUTBOX,
    {
      approval_signatures: READ,
      approved_payments: READ,
      asset_freezes: READ,
      audit_head_parts: ADD,
      audit_heads: ADD,
      audit_log: ADD,
      blocks: READ,
      // A lock and nothing else: this column is shown to operators.
      chain_cursors: 'SELECT, UPDATE (resume_problem)',
      chain_reports: CHANGE,
      hash_chains: 'SELECT, UPDATE (is_unsealed)',
      known_assets: CHANGE,
      // A lock and nothing else: PostgreSQL computes this column itself.
      ledger_accounts: 'SELECT, UPDATE (debit_normal)',
      ledger_entries: READ,
      ledger_postings: READ,
      merchants: LOCK_ONLY,
      movement_parts: 'SELECT, INSERT, UPDATE (outcome)',
      movements: 'SELECT, INSERT, UPDATE (outcome, ended_at)',
      outside_payments: READ,
      sent_transactions:
        'INSERT, UPDATE (first_sent_at, last_sent_at, foreign_hash, block_number, block_hash, block_time)',
      canonical_changes: 'INSERT',
      transfers: 'UPDATE (swept_by, canonical, revision)',
      wallets: 'SELECT, INSERT, UPDATE (next_nonce)',
      withdrawals: 'UPDATE (status, waiting_reason, waiting_code, wait_until, refused_since)',
    },
  ],
  quittance_webhooks: [
    ...[OUTBOX, EVENTS],
    {
      deliveries: CHANGE,
      delivery_attempts: ALL,
      deposit_xpubs: ADD,
      endpoint_closings: CHANGE,
      notices: READ,
      notice_sends: CHANGE,
      webhook_endpoints:
        'SELECT, UPDATE (status, disabled_reason, consecutive_failures, last_success_at, failing_since, failing_told_at, generation)',
    },
  ],
} satisfies ProcessGrants;

/** The role of a process. */
export type ProcessRole = keyof typeof PROCESS_GRANTS;
