import { isSigned, sendAllRaw, sendRawTransaction } from '../../../src/chain/sending/broadcast.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { RESEND_AFTER_MS } from '../../../src/domain/withdrawals/withdrawal-progress.js';
import { listDueWithdrawals } from './list-due-withdrawals.js';
import {
  signableOf,
  type SignableWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { noteSent } from '../wallet/sent.js';
import { signPayments, type SigningOutcome } from './sign-payments.js';
import type { PayoutDependencies } from './payout-dependencies.js';
import { shareBatches } from '../wallet/batches.js';
import { NotYet, wait } from '../../withdrawals/withdrawal-wait.js';

/** Withdrawals of one turn: all are signed under the wallet's lock, one after the other. */
const MOST = 32;
/** Turns that one asks for, its own included, while more are due than a turn takes. */
const MOST_TURNS = 50;
/** How long it begins others', in ms: the call that asked for its own has two minutes. */
const GOES_ON_MS = 60_000;

export interface PayoutBatches {
  /**
   * Signs a withdrawal, unless it is signed, and sends it when this is the first time.
   *
   * @returns its attempts; none when it isn't to be paid, or its turn had no time for its signature and it is to ask again.
   */
  take(outgoing: SignableWithdrawal): Promise<readonly SentTransaction[]>;
  /**
   * Was it sent with another one, a moment ago? Then what its workflow asked for is done; what the chain makes of it is
   * looked at when it is due to be sent again. True once.
   */
  wasSentInBatch(withdrawalId: string): boolean;
}

/**
 * Outcomes of a turn, by the ids of the withdrawals that asked for it, and whether more may be due than it could take.
 */
interface Batch {
  readonly outcome: SigningOutcome;
  readonly isFull: boolean;
}

/**
 * Payouts of one wallet leave one after the other, for the sake of their nonces. So whoever has the turn takes along
 * all others that are due: those that were asked for meanwhile, and those that are approved and were not asked for yet.
 * While that are more than a turn takes, it goes on with the next. The workflow of each finds it sent, or sends it
 * itself where this was cut short.
 */
export function createPayoutBatches(deps: PayoutDependencies): PayoutBatches {
  const chains = new Map<string, (outgoing: SignableWithdrawal) => Promise<Batch>>();
  /** When they were sent, by their ids, epoch ms. */
  const sentInBatch = new Map<string, number>();
  const note = (withdrawalIds: readonly string[]): void => {
    const nowMs = deps.now();
    for (const [withdrawalId, sentAtMs] of sentInBatch)
      if (sentAtMs + RESEND_AFTER_MS <= nowMs) sentInBatch.delete(withdrawalId);
    for (const withdrawalId of withdrawalIds) sentInBatch.set(withdrawalId, nowMs);
  };
  const batchesOf = (chainCode: string): ((outgoing: SignableWithdrawal) => Promise<Batch>) => {
    const join =
      chains.get(chainCode) ??
      shareBatches({ most: MOST, take: (asked) => sendBatch(deps, { chainCode, asked, note }) });
    chains.set(chainCode, join);
    return join;
  };
  return {
    async take(outgoing) {
      const { chainCode } = outgoing.chain;
      const join = batchesOf(chainCode);
      const { outcome, isFull } = await join(outgoing);
      if (outcome.attempts === null) throw outcome.error;
      if (isFull) await goOn(deps, { chainCode, join, note });
      return outcome.attempts;
    },
    wasSentInBatch(withdrawalId) {
      const sentAtMs = sentInBatch.get(withdrawalId);
      sentInBatch.delete(withdrawalId);
      return sentAtMs !== undefined && sentAtMs + RESEND_AFTER_MS > deps.now();
    },
  };
}

/** What fails here fails for those whose turn it is, and is found out by their own workflows. */
async function goOn(
  deps: PayoutDependencies,
  {
    chainCode,
    join,
    note,
  }: {
    chainCode: string;
    join: (outgoing: SignableWithdrawal) => Promise<Batch>;
    note: (withdrawalIds: readonly string[]) => void;
  },
): Promise<void> {
  const startedAtMs = performance.now();
  try {
    for (let turn = 1; turn < MOST_TURNS && performance.now() - startedAtMs < GOES_ON_MS; turn += 1) {
      const [next] = await listDueWithdrawals(deps, { chainCode, limit: 1 });
      const outgoing = next === undefined ? null : signableOf(deps, next);
      if (outgoing === null) return;
      const { outcome, isFull } = await join(outgoing);
      // Its own workflow did not ask, as for the others.
      if (outcome.attempts?.some((attempt) => !isUnsent(attempt)) === true)
        note([outgoing.withdrawal.withdrawalId]);
      if (outcome.attempts === null || !isFull) return;
    }
  } catch (error) {
    deps.log.debug(
      { err: error, chainCode },
      'turns for withdrawals that nobody asked for yet were cut short',
    );
  }
}

async function sendBatch(
  deps: PayoutDependencies,
  {
    chainCode,
    asked,
    note,
  }: {
    chainCode: string;
    asked: readonly [SignableWithdrawal, ...SignableWithdrawal[]];
    /** Told of those that were sent and had not asked. */
    note: (withdrawalIds: readonly string[]) => void;
  },
): Promise<readonly Batch[]> {
  const due = await listDueWithdrawals(deps, { chainCode, limit: MOST });
  const byId = new Map(asked.map((outgoing) => [outgoing.withdrawal.withdrawalId, outgoing]));
  for (const withdrawal of due) {
    const outgoing = byId.size < MOST ? signableOf(deps, withdrawal) : null;
    if (outgoing !== null && !byId.has(withdrawal.withdrawalId)) byId.set(withdrawal.withdrawalId, outgoing);
  }
  const outcomes = await signPayments(deps, [...byId.values()]);
  const askedIds = new Set(asked.map(({ withdrawal }) => withdrawal.withdrawalId));
  await holdMalformed(deps, { outcomes, askedIds });
  const { taken, error } = await sendAll(deps, asked[0], outcomes);
  const sentIds = [...taken.values()].flatMap(({ withdrawalId }) => withdrawalId ?? []);
  note(sentIds.filter((withdrawalId) => !askedIds.has(withdrawalId)));
  // Where many can't leave, each finds out by itself why.
  const isFull = [...outcomes.values()].some(isLeft) || (due.length === MOST && taken.size >= MOST / 2);
  return asked.map(({ withdrawal: { withdrawalId } }, index) => {
    const outcome = outcomes.get(withdrawalId);
    if (outcome === undefined) throw new Error(`Withdrawal ${withdrawalId} had no turn`);
    // One of them goes on for all.
    return { outcome: withSent(outcome, { taken, error }), isFull: isFull && index === 0 };
  });
}

/** What else keeps one is found out by its own workflow; that may fail at such a row before it can ask. */
async function holdMalformed(
  deps: SigningDependencies,
  { outcomes, askedIds }: { outcomes: ReadonlyMap<string, SigningOutcome>; askedIds: ReadonlySet<string> },
): Promise<void> {
  for (const [withdrawalId, outcome] of outcomes) {
    if (outcome.attempts !== null || askedIds.has(withdrawalId)) continue;
    const { error: why } = outcome;
    if (why instanceof NotYet && why.code === 'malformed') await wait(deps, { withdrawalId, why });
  }
}

function withSent(
  outcome: SigningOutcome,
  { taken, error }: { taken: ReadonlyMap<string, SentTransaction>; error: unknown },
): SigningOutcome {
  const attempts = outcome.attempts?.map((attempt) => taken.get(attempt.txHash) ?? attempt);
  if (attempts === undefined) return outcome;
  return error !== null && attempts.some(isUnsent) ? { attempts: null, error } : { attempts };
}

const isLeft = (outcome: SigningOutcome): boolean => outcome.attempts !== null && outcome.isLeft === true;
const isUnsent = ({ firstSentAtMs, receipt }: SentTransaction): boolean =>
  firstSentAtMs === null && receipt === null;

/**
 * Sends what was never sent, in the order of the nonces. What no node takes is left to its own withdrawal, which finds
 * out why.
 *
 * @returns by their hashes those that a node has taken, as they are noted; `error` where it had to end before the last.
 */
async function sendAll(
  deps: PayoutDependencies,
  outgoing: SignableWithdrawal,
  outcomes: ReadonlyMap<string, SigningOutcome>,
): Promise<{ readonly taken: ReadonlyMap<string, SentTransaction>; readonly error: unknown }> {
  const { client, chain } = outgoing;
  const unsent = [...outcomes.values()]
    .flatMap(({ attempts }) => attempts ?? [])
    .filter((attempt) => isUnsent(attempt) && isSigned(attempt.rawTransaction))
    .toSorted((a, b) => a.nonce - b.nonce);
  // What keeps those that come before is said to each withdrawal when it is looked after.
  await deps.carryCold(outgoing, unsent);
  const { taken, error } = await sendInOrder(client, unsent);
  const noted = await noteSent(deps, chain.chainCode, taken);
  return { taken: new Map(noted.map((sent) => [sent.txHash, sent])), error };
}

/** All in one request; when it refuses any of them, one after the other: the others go out all the same. */
async function sendInOrder(
  client: ChainClient,
  unsent: readonly SentTransaction[],
): Promise<{ readonly taken: readonly SentTransaction[]; readonly error: unknown }> {
  const taken: SentTransaction[] = [];
  try {
    const raws = unsent.map(({ rawTransaction }) => rawTransaction);
    if (raws.length > 1 && (await sendAllRaw(client, raws))) return { taken: unsent, error: null };
    for (const transaction of unsent) {
      const { outcome } = await sendRawTransaction(client, transaction.rawTransaction);
      if (outcome === 'accepted') taken.push(transaction);
    }
    return { taken, error: null };
  } catch (error) {
    return { taken, error };
  }
}
