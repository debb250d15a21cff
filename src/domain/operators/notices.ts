import { asSentence } from '../core/as-sentence.js';
import { assertNever } from '../core/errors.js';
import type { WithdrawalStatus } from '../withdrawals/withdrawal-state.js';
import { needsPerson } from '../withdrawals/withdrawal-waits.js';
import {
  sayToOperator,
  type OperatorFact,
  type OperatorFactKind,
  type OperatorWords,
} from './operator-attention.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The problems that operators are told about, each with the time that it must last before, in ms. A shorter problem may
 * end by itself.
 */
const TOLD_AFTER_MS = {
  coins_left: 0,
  approval: 0,
  halt: 0,
  freeze: 0,
  difference: 0,
  endpoint_disabled: 0,
  low_gas: 0,
  // The sweep moves coins above the ceiling within two hours.
  ceiling: 2 * HOUR_MS,
  policy_change: 0,
  chain_mismatch: 0,
  chain_behind: 0,
  rpcs_disagree: 5 * MINUTE_MS,
  one_rpc_left: 10 * MINUTE_MS,
  rpc_quarantined: HOUR_MS,
  reconciliation_late: 0,
  withdrawal_stuck: 0,
  withdrawals_wait: 0,
  // One that waited until its chain was listed again has no reason until the signing worker has looked.
  signer_silent: 5 * MINUTE_MS,
  key_approval: 0,
  // Somebody tries the receivers by the command `notify test`.
  test: 0,
} as const satisfies Record<string, number>;
export type NoticeKind = keyof typeof TOLD_AFTER_MS;

/** A problem that needs an operator now, in the words of its notice. */
export interface Need extends OperatorWords {
  readonly kind: NoticeKind;
  /** The object of the problem. There is one need for each kind and subject. */
  readonly subject: string;
  readonly toldAfterMs: number;
}

/**
 * An approved withdrawal may wait for something that ends by itself. Operators are told when it has lasted this long.
 */
const LONG_WAIT_MS = HOUR_MS;

/** A chain whose RPCs are all silent for so long is behind, sooner than the time since it was caught up says so. */
const SILENCE_TOLD_MS = 2 * MINUTE_MS;

/** Returns the notice for a fact. Null: operators are not told about it, or not yet. */
function topicOf(fact: OperatorFact, nowMs: number): { kind: NoticeKind; subject?: string } | null {
  const { kind, chainCode, tokenSymbol, waitCode, sinceMs } = fact;
  switch (kind) {
    case 'chain_halted':
      return { kind: 'halt' };
    case 'books_differ':
    case 'deposit_address_altered':
      return { kind: 'difference' };
    // A thief who alters one event may alter many. Operators get one notice about all of them.
    case 'event_body_altered':
      return { kind: 'difference', subject: 'events' };
    case 'coins_left':
      return { kind };
    case 'asset_frozen':
      return { kind: 'freeze' };
    case 'withdrawal_to_decide':
      return { kind: 'approval' };
    case 'withdrawal_waits': {
      if (waitCode !== null && needsPerson(waitCode)) return { kind: 'withdrawal_stuck' };
      if (waitCode === 'no_gas') return { kind: 'low_gas', subject: chainCode ?? '' };
      const isLong = sinceMs !== null && nowMs - sinceMs > LONG_WAIT_MS;
      const subject = `${chainCode ?? ''}/${tokenSymbol ?? ''}/${waitCode ?? 'other'}`;
      return isLong ? { kind: 'withdrawals_wait', subject } : null;
    }
    case 'gas_low':
      return { kind: 'low_gas', subject: `${chainCode ?? ''}${fact.name === 'hot' ? '' : `/${fact.name}`}` };
    case 'hot_wallet_full':
      return { kind: 'ceiling', subject: `${chainCode ?? ''}/${tokenSymbol ?? ''}` };
    case 'policy_waits':
      return { kind: 'policy_change' };
    case 'key_waits':
      return { kind: 'key_approval' };
    case 'endpoint_shut':
      return { kind: 'endpoint_disabled' };
    // A notice about notices that do not arrive would not arrive either.
    case 'notices_fail':
      return null;
    // The merchant is told. Operators are told only when the endpoint is disabled.
    case 'endpoint_fails':
      return null;
    case 'rpc_quarantined':
      return { kind, subject: `${chainCode ?? ''}/${fact.subjectId}` };
    // The subject must not be the number of the last run: the problem is that no run has come since.
    case 'reconciliation_late':
      return { kind, subject: 'reconciliation' };
    // A chain whose RPCs are silent is also behind. Operators get one notice about both.
    case 'chain_unreachable':
      return sinceMs === null || nowMs - sinceMs > SILENCE_TOLD_MS ? { kind: 'chain_behind' } : null;
    case 'signer_silent':
    case 'chain_mismatch':
    case 'chain_behind':
    case 'one_rpc_left':
    case 'rpcs_disagree':
      return { kind };
    default:
      return assertNever(kind);
  }
}

/** The remedy for operators who work without the console. */
const BY_HAND: Readonly<Partial<Record<OperatorFactKind, (subjectId: string) => string>>> = {
  coins_left: () => 'See docs/operating, "Coins left our wallets without our signature".',
  chain_halted: () => 'See docs/operating, "A chain credits nothing"; then: chain resume.',
  books_differ: () => 'See docs/reconciliation for what each kind of difference means.',
  asset_frozen: (asset) => `By the command line: asset release ${asset} --reason '…'`,
  withdrawal_to_decide: (id) =>
    `Check it in the console, or with: withdrawal show ${id}. Then approve or reject it there, or where one approval is enough, with: withdrawal approve ${id}`,
  event_body_altered: () => 'See docs/operating, "An event whose body was altered"; others may be too.',
  withdrawal_waits: () => 'See docs/operating, "Withdrawals don\'t leave"; others may wait for the same.',
  gas_low: (address) => `Its address is ${address}.`,
  rpc_quarantined: () => 'If it stays so, put another into CHAINS_FILE and restart API and workers.',
  policy_waits: () =>
    'Look at it in the console (Policy changes), then confirm or stop it there, or with: policy confirm, policy stop.',
  key_waits: () => 'Look at it in the console, then approve it there, or with: api-key approve.',
  endpoint_shut: () =>
    'Tell the merchant. They enable it in their dashboard, and have what they missed sent again.',
};

/**
 * Returns the notices about these facts, the most urgent first.
 *
 * @param amountOf the amount of a fact in whole tokens with its symbol.
 */
export function needsOf(
  facts: readonly OperatorFact[],
  { amountOf, nowMs }: { readonly amountOf: (fact: OperatorFact) => string; readonly nowMs: number },
): Need[] {
  const needs = new Map<string, Need>();
  for (const fact of facts) {
    const topic = topicOf(fact, nowMs);
    if (topic === null) continue;
    const { kind, subject = fact.subjectId } = topic;
    const { what, todo } = sayToOperator(fact, amountOf(fact));
    const byHand = BY_HAND[fact.kind]?.(fact.subjectId) ?? '';
    const need = { kind, subject, what, todo: `${todo} ${byHand}`.trim(), toldAfterMs: TOLD_AFTER_MS[kind] };
    const key = `${kind} ${subject}`;
    if (!needs.has(key)) needs.set(key, need);
  }
  return [...needs.values()];
}

/** A notice to operators: a problem that needs them, or that it is over. Times in epoch ms. */
export interface OperatorNotice extends Omit<Need, 'toldAfterMs'> {
  readonly noticeId: string;
  readonly state: 'open' | 'over';
  readonly openedAtMs: number;
  readonly closedAtMs: number | null;
  /** The withdrawal that it is about, as it is now; null: it is about something else. */
  readonly withdrawal: { readonly status: WithdrawalStatus; readonly failureReason: string | null } | null;
}

/** Says what became of the withdrawal of a notice that is over, as a sentence. Null: it is about something else. */
function outcomeOf({ subject, withdrawal }: OperatorNotice): string | null {
  if (withdrawal === null) return null;
  const { status, failureReason } = withdrawal;
  const why = failureReason === null ? '' : `: ${failureReason}`;
  return asSentence(`${subject} ${BECAME[status]}${why}`);
}

const BECAME: Readonly<Record<WithdrawalStatus, string>> = {
  pending_approval: 'waits for a decision',
  approved: 'is approved',
  broadcast: 'is approved and sent',
  completed: 'is paid',
  rejected: 'was rejected',
  cancelled: 'was cancelled',
  stopped: 'was stopped',
  failed: 'has failed',
};

/** Returns the body of a notice. Slack and similar receivers show `text`. */
export function noticeBody(notice: OperatorNotice): object {
  const { noticeId, kind, subject, what, todo, state, openedAtMs, closedAtMs } = notice;
  const isOver = state === 'over';
  const outcome = isOver ? outcomeOf(notice) : null;
  const over = outcome === null ? `Over: ${what}` : `Over: ${outcome} It was: ${what}`;
  const atMs = isOver ? (closedAtMs ?? openedAtMs) : openedAtMs;
  return {
    event: 'operator.notice',
    timestamp: new Date(atMs).toISOString(),
    text: isOver ? over : `${what} ${todo}`,
    data: {
      noticeId,
      kind,
      state,
      subject,
      what,
      todo,
      since: new Date(openedAtMs).toISOString(),
      endedAt: closedAtMs === null ? null : new Date(closedAtMs).toISOString(),
      outcome,
    },
  };
}
