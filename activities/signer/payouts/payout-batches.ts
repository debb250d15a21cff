import { isSigned, sendAllRaw, sendRawTransaction } from '../../../src/chain/sending/broadcast.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { RESEND_AFTER_MS } from '../../../src/domain/withdrawals/next-withdrawal-step.js';
import { listDueWithdrawals } from './list-due-withdrawals.js';
import {
  signableOf,
  type SignableWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { notePaymentsSent } from '../wallet/sending/send-attempts.js';
import { signPayments, type SigningOutcome } from './sign-payments.js';
import type { PayoutDependencies } from './payout-dependencies.js';
import { shareBatches } from './share-batches.js';
import { NotYet, wait } from '../../withdrawals/not-yet.js';

/** Withdrawals in one batch: all are signed under the wallet's lock, one after the other. */
const BATCH_MAX = 32;
/** Batches that one withdrawal may start, its own included, while more are due than a batch takes. */
const BATCHES_MAX = 50;
/** How long it starts further batches, in ms: its own call may take two minutes. */
const FURTHER_BATCHES_MS = 60_000;

export interface PayoutBatches {
  /**
   * Signs a withdrawal in the next batch, unless it is signed already, and sends it when it was never sent.
   *
   * @returns its attempts. None when it must not be paid, or when its batch had no time for its signature: then the
   *   withdrawal has to ask again.
   */
  join(signable: SignableWithdrawal): Promise<readonly SentTransaction[]>;
  /**
   * Tells whether a batch of another withdrawal has sent this one a moment ago. Then its workflow has nothing to do: it
   * looks at the chain when the transaction is due to be sent again. Returns true once.
   */
  wasSentInBatch(withdrawalId: string): boolean;
}

/** The outcome of a batch for one of the withdrawals that asked for it. */
interface BatchOutcome {
  readonly outcome: SigningOutcome;
  /** True when more withdrawals may be due than the batch could take. */
  readonly isFull: boolean;
}

/**
 * Signs and sends payouts in batches: payouts of one wallet are signed one after the other because of their nonces. A
 * batch takes all withdrawals that are due: those that were asked for while the last batch was under way, and those
 * that are approved and were not asked for yet. While more are due than one batch takes, further batches follow.
 *
 * The workflow of each withdrawal finds it sent, or sends it itself if the batch was cut short.
 */
export function createPayoutBatches(deps: PayoutDependencies): PayoutBatches {
  const joins = new Map<string, JoinBatch>();
  /** When withdrawals were sent in a batch of another one: epoch ms by withdrawal id. */
  const sentInBatch = new Map<string, number>();
  const noteSentInBatch = (withdrawalIds: readonly string[]): void => {
    const nowMs = deps.now();
    for (const [withdrawalId, sentAtMs] of sentInBatch)
      if (sentAtMs + RESEND_AFTER_MS <= nowMs) sentInBatch.delete(withdrawalId);
    for (const withdrawalId of withdrawalIds) sentInBatch.set(withdrawalId, nowMs);
  };
  const batchesOf = (chainCode: string): JoinBatch => {
    const joinBatch =
      joins.get(chainCode) ??
      shareBatches({
        most: BATCH_MAX,
        take: (asked) => sendBatch(deps, { chainCode, asked, noteSentInBatch }),
      });
    joins.set(chainCode, joinBatch);
    return joinBatch;
  };
  return {
    async join(signable) {
      const { chainCode } = signable.chain;
      const joinBatch = batchesOf(chainCode);
      const { outcome, isFull } = await joinBatch(signable);
      if (outcome.attempts === null) throw outcome.error;
      if (isFull) await sendFurtherBatches(deps, { chainCode, joinBatch, noteSentInBatch });
      return outcome.attempts;
    },
    wasSentInBatch(withdrawalId) {
      const sentAtMs = sentInBatch.get(withdrawalId);
      sentInBatch.delete(withdrawalId);
      return sentAtMs !== undefined && sentAtMs + RESEND_AFTER_MS > deps.now();
    },
  };
}

/** Sends a withdrawal in the next batch of its chain. */
type JoinBatch = (signable: SignableWithdrawal) => Promise<BatchOutcome>;

/** Sends further batches while withdrawals are due. An error is left to the workflows of these withdrawals. */
async function sendFurtherBatches(
  deps: PayoutDependencies,
  {
    chainCode,
    joinBatch,
    noteSentInBatch,
  }: {
    chainCode: string;
    joinBatch: JoinBatch;
    noteSentInBatch: (withdrawalIds: readonly string[]) => void;
  },
): Promise<void> {
  const startedAtMs = performance.now();
  const isTimeOver = (): boolean => performance.now() - startedAtMs >= FURTHER_BATCHES_MS;
  try {
    for (let batch = 1; batch < BATCHES_MAX && !isTimeOver(); batch += 1) {
      const [next] = await listDueWithdrawals(deps, { chainCode, limit: 1 });
      const signable = next === undefined ? null : signableOf(deps, next);
      if (signable === null) return;
      const { outcome, isFull } = await joinBatch(signable);
      // This function has asked for it, and not its own workflow. So the batch has not noted it.
      if (outcome.attempts?.some((attempt) => !isUnsent(attempt)) === true)
        noteSentInBatch([signable.withdrawal.withdrawalId]);
      if (outcome.attempts === null || !isFull) return;
    }
  } catch (error) {
    deps.log.debug(
      { err: error, chainCode },
      'batches of withdrawals whose workflows have not asked yet were cut short',
    );
  }
}

async function sendBatch(
  deps: PayoutDependencies,
  {
    chainCode,
    asked,
    noteSentInBatch,
  }: {
    chainCode: string;
    asked: readonly [SignableWithdrawal, ...SignableWithdrawal[]];
    /** Called with the withdrawals that were sent and had not asked for the batch. */
    noteSentInBatch: (withdrawalIds: readonly string[]) => void;
  },
): Promise<readonly BatchOutcome[]> {
  const due = await listDueWithdrawals(deps, { chainCode, limit: BATCH_MAX });
  const byId = new Map(asked.map((signable) => [signable.withdrawal.withdrawalId, signable]));
  for (const withdrawal of due) {
    const signable = byId.size < BATCH_MAX ? signableOf(deps, withdrawal) : null;
    if (signable !== null && !byId.has(withdrawal.withdrawalId)) byId.set(withdrawal.withdrawalId, signable);
  }
  const outcomes = await signPayments(deps, [...byId.values()]);
  const askedIds = new Set(asked.map(({ withdrawal }) => withdrawal.withdrawalId));
  await recordMalformed(deps, { outcomes, askedIds });
  const { accepted, error } = await sendUnsent(deps, asked[0], outcomes);
  const sentIds = [...accepted.values()].flatMap(({ withdrawalId }) => withdrawalId ?? []);
  noteSentInBatch(sentIds.filter((withdrawalId) => !askedIds.has(withdrawalId)));
  // When many withdrawals can't be sent, no further batch follows: the workflow of each finds out why.
  const isFull =
    [...outcomes.values()].some(isPostponed) || (due.length === BATCH_MAX && accepted.size >= BATCH_MAX / 2);
  return asked.map(({ withdrawal: { withdrawalId } }, index) => {
    const outcome = outcomes.get(withdrawalId);
    if (outcome === undefined) throw new Error(`Withdrawal ${withdrawalId} has no outcome in its batch`);
    // Only the first one starts further batches.
    return { outcome: withSent(outcome, { accepted, error }), isFull: isFull && index === 0 };
  });
}

/**
 * Records why a malformed withdrawal waits. Any other reason is recorded by the withdrawal's own workflow; with a
 * malformed row that workflow may fail before it can ask.
 */
async function recordMalformed(
  deps: SigningDependencies,
  { outcomes, askedIds }: { outcomes: ReadonlyMap<string, SigningOutcome>; askedIds: ReadonlySet<string> },
): Promise<void> {
  for (const [withdrawalId, outcome] of outcomes) {
    if (outcome.attempts !== null || askedIds.has(withdrawalId)) continue;
    const { error: why } = outcome;
    if (why instanceof NotYet && why.code === 'malformed') await wait(deps, { withdrawalId, why });
  }
}

/** Returns the outcome with the transactions that were sent as they are recorded now. */
function withSent(
  outcome: SigningOutcome,
  { accepted, error }: { accepted: ReadonlyMap<string, SentTransaction>; error: unknown },
): SigningOutcome {
  const attempts = outcome.attempts?.map((attempt) => accepted.get(attempt.txHash) ?? attempt);
  if (attempts === undefined) return outcome;
  return error !== null && attempts.some(isUnsent) ? { attempts: null, error } : { attempts };
}

const isPostponed = (outcome: SigningOutcome): boolean =>
  outcome.attempts !== null && outcome.isPostponed === true;
const isUnsent = ({ firstSentAtMs, receipt }: SentTransaction): boolean =>
  firstSentAtMs === null && receipt === null;

/**
 * Sends the transactions that were never sent, in the order of their nonces. If no node takes one of them, its own
 * withdrawal finds out why.
 *
 * @returns those that a node has taken, as they are recorded, by their hashes; `error` if it ended before the last.
 */
async function sendUnsent(
  deps: PayoutDependencies,
  signable: SignableWithdrawal,
  outcomes: ReadonlyMap<string, SigningOutcome>,
): Promise<{ readonly accepted: ReadonlyMap<string, SentTransaction>; readonly error: unknown }> {
  const { client, chain } = signable;
  const unsent = [...outcomes.values()]
    .flatMap(({ attempts }) => attempts ?? [])
    .filter((attempt) => isUnsent(attempt) && isSigned(attempt.rawTransaction))
    .toSorted((a, b) => a.nonce - b.nonce);
  // If a transfer to the cold address before them can't be mined, each withdrawal learns why when it is checked.
  await deps.sendColdBefore(signable, unsent);
  const { accepted, error } = await sendInOrder(client, unsent);
  const recorded = await notePaymentsSent(deps, chain.chainCode, accepted);
  return { accepted: new Map(recorded.map((sent) => [sent.txHash, sent])), error };
}

/**
 * Sends all in one request. When a node refuses any of them, sends one after the other: the rest is sent all the same.
 */
async function sendInOrder(
  client: ChainClient,
  unsent: readonly SentTransaction[],
): Promise<{ readonly accepted: readonly SentTransaction[]; readonly error: unknown }> {
  const accepted: SentTransaction[] = [];
  try {
    const raws = unsent.map(({ rawTransaction }) => rawTransaction);
    if (raws.length > 1 && (await sendAllRaw(client, raws))) return { accepted: unsent, error: null };
    for (const transaction of unsent) {
      const { outcome } = await sendRawTransaction(client, transaction.rawTransaction);
      if (outcome === 'accepted') accepted.push(transaction);
    }
    return { accepted, error: null };
  } catch (error) {
    return { accepted, error };
  }
}
