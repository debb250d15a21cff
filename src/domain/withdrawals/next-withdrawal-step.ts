import { confirmationsOf, confirmingHeight } from '../chains/finality.js';
import type { WithdrawalStatus } from './withdrawal-state.js';

/** The known facts about a withdrawal's transaction. Times in epoch ms. */
export interface TransactionFact {
  readonly lastSentAtMs: number | null;
  /** Null while it is in no block of the chain. */
  readonly receipt: MinedFact | null;
}

export interface MinedFact {
  readonly blockNumber: number;
  /** False when the transaction reverted. */
  readonly succeeded: boolean;
  /** True when the receipt shows exactly the payment. */
  readonly proven: boolean;
}

/**
 * The last transaction signed for a withdrawal that must not be mined any more but still could be: the withdrawal
 * failed, or another transaction pays it. A cancellation transaction takes its nonce.
 */
export interface UnusedSignature {
  /** When the cancellation transaction was last sent, epoch ms; 0: never. */
  readonly lastSentAtMs: number;
  /** True when the cancellation transaction is in a block that is not final yet. */
  readonly isCancelled: boolean;
}

export type WithdrawalStep =
  /** Nothing is due until an operator decides or the chain goes on. */
  | { readonly kind: 'wait'; readonly untilMs: number | null; readonly atHeight: number | null }
  /** Sign the transaction if it is not signed, and send it. */
  | { readonly kind: 'send' }
  | { readonly kind: 'complete' }
  /** The chain has refused it for too long, and nothing was ever signed for it. */
  | { readonly kind: 'give_up' }
  | { readonly kind: 'fail' }
  /** It is confirmed but did not pay what was asked: an operator has to look. The next step is due at `untilMs`. */
  | { readonly kind: 'attend'; readonly untilMs: number | null }
  /** A reorganisation removed the block of a completed withdrawal: the same bytes are sent again. */
  | { readonly kind: 'reopen' }
  | { readonly kind: 'closed' };

/** Sent bytes that are in no block after this time are sent again, in ms. */
export const RESEND_AFTER_MS = 15_000;
/** How often a mined transaction is checked until its block is final, in ms. */
const FINALITY_RECHECK_MS = 15_000;

/** Waits for height 0, which the chain has reached as soon as it is resumed, at whatever height. */
const UNTIL_RESUMED: WithdrawalStep = { kind: 'wait', untilMs: null, atHeight: 0 };

/** Decides the next step of a withdrawal. It is pure, so it is right whenever and however often it runs. */
export function nextWithdrawalStep(facts: {
  readonly status: WithdrawalStatus;
  readonly transaction: TransactionFact | null;
  readonly headNumber: number | null;
  /** The highest finalized block. */
  readonly finalizedNumber: number | null;
  readonly confirmationsRequired: number;
  /** The chain is halted: until an operator resumes it, no receipt completes or fails the withdrawal. */
  readonly halted: boolean;
  readonly unused: UnusedSignature | null;
  /** The next try of an approved withdrawal that could not be sent yet, epoch ms. */
  readonly waitUntilMs: number | null;
  /** When an approved withdrawal that the chain refuses is given up, epoch ms; null: it can't be. */
  readonly giveUpAtMs: number | null;
  readonly nowMs: number;
}): WithdrawalStep {
  const { status, transaction, nowMs, waitUntilMs, halted } = facts;
  const isToBeCancelled = facts.unused?.isCancelled === false;
  switch (status) {
    case 'pending_approval':
      return { kind: 'wait', untilMs: null, atHeight: null };
    case 'approved':
      if (waitUntilMs !== null && waitUntilMs > nowMs) return refusedStep(waitUntilMs, facts);
      return { kind: 'send' };
    case 'broadcast': {
      if (transaction?.receipt != null)
        return halted ? UNTIL_RESUMED : cancelFirst(minedStep(transaction.receipt, facts), facts);
      const resendAtMs = Math.max((transaction?.lastSentAtMs ?? 0) + RESEND_AFTER_MS, waitUntilMs ?? 0);
      return resendAtMs > nowMs ? { kind: 'wait', untilMs: resendAtMs, atHeight: null } : { kind: 'send' };
    }
    case 'completed':
      if (transaction?.receipt?.proven === true && !isToBeCancelled) return { kind: 'closed' };
      if (halted) return UNTIL_RESUMED;
      return transaction?.receipt?.proven === true
        ? cancelFirst({ kind: 'closed' }, facts)
        : { kind: 'reopen' };
    case 'rejected':
    case 'cancelled':
    case 'stopped':
      return { kind: 'closed' };
    case 'failed':
      if (!isToBeCancelled) return { kind: 'closed' };
      return halted ? UNTIL_RESUMED : cancelFirst({ kind: 'closed' }, facts);
  }
}

/**
 * Waits until the next check, or gives up. The last check is recent, since its wait is not over. Otherwise the chain is
 * asked first whether it still refuses the payment.
 */
function refusedStep(
  waitUntilMs: number,
  { giveUpAtMs, halted, nowMs }: { giveUpAtMs: number | null; halted: boolean; nowMs: number },
): WithdrawalStep {
  if (giveUpAtMs === null || halted) return { kind: 'wait', untilMs: waitUntilMs, atHeight: null };
  if (giveUpAtMs <= nowMs) return { kind: 'give_up' };
  return { kind: 'wait', untilMs: Math.min(waitUntilMs, giveUpAtMs), atHeight: null };
}

/**
 * Lets the cancellation transaction of an unused signature go first. Only completion does not wait for it. The
 * withdrawal fails only when the cancellation is final: then no signed transaction can pay it any more.
 */
function cancelFirst(
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
  // While the cancellation can't be signed, the reason for that stays shown.
  const isPostponed = waitUntilMs !== null && waitUntilMs > nowMs;
  if (step.kind === 'attend' && !isPostponed) return { kind: 'attend', untilMs: sendAtMs };
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
    // After a reorganisation it could succeed in another block: the reservation is released only when this is final.
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
