import { confirmationsOf, confirmingHeight } from '../chains/finality.js';
import type { WithdrawalStatus } from './withdrawal-state.js';

/** What is known of a withdrawal's transaction. Times in epoch ms. */
export interface TransactionFact {
  readonly lastSentAtMs: number | null;
  /** While its block stands. */
  readonly receipt: MinedFact | null;
}

export interface MinedFact {
  readonly blockNumber: number;
  /** False when it was reverted. */
  readonly succeeded: boolean;
  /** Does the receipt show exactly the payment? */
  readonly proven: boolean;
}

/**
 * What was signed last for a withdrawal and is not to be mined, since it failed or another one pays it; and still could
 * be.
 */
export interface UnusedSignature {
  /** When what is to take its nonce was last sent, epoch ms; 0: never. */
  readonly lastSentAtMs: number;
  /** That is in a block, which is not final yet. */
  readonly isCancelled: boolean;
}

export type WithdrawalStep =
  /** Nothing is due until somebody decides or the chain moves. */
  | { readonly kind: 'wait'; readonly untilMs: number | null; readonly atHeight: number | null }
  /** Sign if it isn't, and send what was signed. */
  | { readonly kind: 'send' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'fail' }
  /** It is confirmed and didn't pay what was asked: an operator has to look. Meanwhile more is due at `untilMs`. */
  | { readonly kind: 'attend'; readonly untilMs: number | null }
  /** A reorganisation undid the block of a completed one: the same bytes go out again. */
  | { readonly kind: 'reopen' }
  | { readonly kind: 'closed' };

/** How long sent bytes may stay out of every block before they are sent again, in ms. */
export const RESEND_AFTER_MS = 15_000;
/** How often a reverted transaction is asked about until its block is final, in ms. */
const FINALITY_RECHECK_MS = 15_000;

/** A halted chain that goes on has whatever height it has. */
const UNTIL_RESUMED: WithdrawalStep = { kind: 'wait', untilMs: null, atHeight: 0 };

/** What to do about a withdrawal now: pure, so that any run at any time does the right thing. */
export function nextWithdrawalStep(facts: {
  readonly status: WithdrawalStatus;
  readonly transaction: TransactionFact | null;
  readonly headNumber: number | null;
  /** The highest block that can't be replaced any more. */
  readonly finalizedNumber: number | null;
  readonly confirmationsRequired: number;
  /** What was read of its chain is in doubt until an operator resumes it: it is neither paid nor failed by that. */
  readonly halted: boolean;
  readonly unused: UnusedSignature | null;
  /** An approved one that could not leave yet waits until then. */
  readonly waitUntilMs: number | null;
  readonly nowMs: number;
}): WithdrawalStep {
  const { status, transaction, nowMs, waitUntilMs, halted } = facts;
  const isToBeCancelled = facts.unused?.isCancelled === false;
  switch (status) {
    case 'pending_approval':
      return { kind: 'wait', untilMs: null, atHeight: null };
    case 'approved':
      if (waitUntilMs !== null && waitUntilMs > nowMs)
        return { kind: 'wait', untilMs: waitUntilMs, atHeight: null };
      return { kind: 'send' };
    case 'broadcast': {
      if (transaction?.receipt != null)
        return halted ? UNTIL_RESUMED : fillFirst(minedStep(transaction.receipt, facts), facts);
      const resendAtMs = Math.max((transaction?.lastSentAtMs ?? 0) + RESEND_AFTER_MS, waitUntilMs ?? 0);
      return resendAtMs > nowMs ? { kind: 'wait', untilMs: resendAtMs, atHeight: null } : { kind: 'send' };
    }
    case 'completed':
      if (transaction?.receipt?.proven === true && !isToBeCancelled) return { kind: 'closed' };
      if (halted) return UNTIL_RESUMED;
      return transaction?.receipt?.proven === true
        ? fillFirst({ kind: 'closed' }, facts)
        : { kind: 'reopen' };
    case 'rejected':
    case 'cancelled':
    case 'stopped':
      return { kind: 'closed' };
    case 'failed':
      if (!isToBeCancelled) return { kind: 'closed' };
      return halted ? UNTIL_RESUMED : fillFirst({ kind: 'closed' }, facts);
  }
}

/**
 * That it is paid comes before; all else waits until something that moves nothing is sent for the nonce. It fails only
 * when that is final: nothing else that was signed for it can pay it any more.
 */
function fillFirst(
  step: WithdrawalStep,
  {
    unused,
    waitUntilMs,
    nowMs,
  }: {
    readonly unused: UnusedSignature | null;
    readonly waitUntilMs: number | null;
    readonly nowMs: number;
  },
): WithdrawalStep {
  if (unused === null || step.kind === 'complete') return step;
  if (unused.isCancelled)
    return step.kind === 'fail'
      ? { kind: 'wait', untilMs: nowMs + FINALITY_RECHECK_MS, atHeight: null }
      : step;
  const sendAtMs = Math.max(unused.lastSentAtMs + RESEND_AFTER_MS, waitUntilMs ?? 0);
  if (sendAtMs <= nowMs) return { kind: 'send' };
  // What keeps that from being signed stays said.
  const isKept = waitUntilMs !== null && waitUntilMs > nowMs;
  if (step.kind === 'attend' && !isKept) return { kind: 'attend', untilMs: sendAtMs };
  return { kind: 'wait', untilMs: sendAtMs, atHeight: step.kind === 'wait' ? step.atHeight : null };
}

function minedStep(
  receipt: MinedFact,
  facts: {
    readonly headNumber: number | null;
    readonly finalizedNumber: number | null;
    readonly confirmationsRequired: number;
    readonly nowMs: number;
  },
): WithdrawalStep {
  const { headNumber, finalizedNumber, confirmationsRequired, nowMs } = facts;
  if (!receipt.succeeded) {
    // Mined again elsewhere it could succeed: its amount is given back only when that can't happen any more.
    const isFinal = finalizedNumber !== null && finalizedNumber >= receipt.blockNumber;
    return isFinal
      ? { kind: 'fail' }
      : { kind: 'wait', untilMs: nowMs + FINALITY_RECHECK_MS, atHeight: null };
  }
  const depth = headNumber === null ? 0 : confirmationsOf(receipt.blockNumber, headNumber);
  if (depth >= confirmationsRequired)
    return receipt.proven ? { kind: 'complete' } : { kind: 'attend', untilMs: null };
  return {
    kind: 'wait',
    untilMs: null,
    atHeight: confirmingHeight(receipt.blockNumber, confirmationsRequired),
  };
}
