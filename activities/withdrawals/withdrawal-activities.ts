import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { isAdopted } from '../../src/db/wallets/adopt-transaction.js';
import { setChainTimers } from '../../src/db/chains/chain-timers.js';
import { transaction, UnreadableError, type Transaction } from '../../src/db/core/database.js';
import { findNewestEntry, postEntry } from '../../src/db/ledger/post-entry.js';
import { moveWithdrawal } from '../../src/db/withdrawals/move-withdrawal.js';
import { tellRefunded } from '../../src/db/withdrawals/tell-refunded.js';
import { clearWaiting, setWaiting } from '../../src/db/withdrawals/withdrawals.js';
import { payoutPostings, reversePostings } from '../../src/domain/ledger/postings.js';
import {
  nextWithdrawalStep,
  type WithdrawalStep,
} from '../../src/domain/withdrawals/next-withdrawal-step.js';
import type { WithdrawalActivities, WithdrawalProgress } from '../contract.js';
import type { ActivityDependencies } from '../dependencies.js';
import { describeWithdrawal } from './describe-withdrawal.js';
import { malformed, NotYet, wait } from './not-yet.js';
import { readWithdrawalSnapshot, type WithdrawalSnapshot } from './withdrawal-snapshot.js';

type AdvancingDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'depositAddress' | 'now' | 'log' | 'dispatchOutbox' | 'refusedAfterMs'
>;

const MOVING: ReadonlySet<WithdrawalStep['kind']> = new Set([
  'complete',
  'fail',
  'give_up',
  'reopen',
] as const);

export function createWithdrawalActivities(deps: AdvancingDependencies): WithdrawalActivities {
  return {
    async advanceWithdrawal({ withdrawalId }): Promise<WithdrawalProgress> {
      const { snapshot, step } = await transaction(deps.db, (trx) =>
        advanceInTransaction(trx, deps, withdrawalId),
      ).catch(async (error: unknown) => {
        if (error instanceof UnreadableError) await wait(deps, { withdrawalId, why: malformed(error.what) });
        if (error instanceof NotYet) await wait(deps, { withdrawalId, why: error });
        throw error;
      });
      await deps.dispatchOutbox();
      return {
        status: snapshot.withdrawal.status,
        ...describeWithdrawal(snapshot),
        next: step.kind === 'send' || step.kind === 'closed' ? step.kind : 'wait',
        checkAtMs: step.kind === 'wait' || step.kind === 'attend' ? step.untilMs : null,
      };
    },
  };
}

/** Takes steps until no step follows from the stored facts. Each step changes the status, so this ends. */
async function advanceInTransaction(
  trx: Transaction,
  deps: AdvancingDependencies,
  withdrawalId: string,
): Promise<{ snapshot: WithdrawalSnapshot; step: WithdrawalStep }> {
  for (;;) {
    const snapshot = await readWithdrawalSnapshot(trx, deps, withdrawalId);
    const { withdrawal, chain, sent } = snapshot;
    // It has waited for a worker that knows its chain, and this one does.
    if (withdrawal.waitingCode === 'no_chain') {
      await clearWaiting(trx, withdrawalId);
      continue;
    }
    const nowMs = deps.now();
    const step = nextWithdrawalStep({
      ...snapshot,
      status: withdrawal.status,
      transaction: sent,
      confirmationsRequired: chain.confirmations,
      waitUntilMs: withdrawal.waitUntilMs,
      nowMs,
    });
    await apply(trx, deps, { snapshot, step, nowMs });
    if (MOVING.has(step.kind)) continue;
    // A withdrawal that has ended waits for nothing any more.
    if (step.kind === 'closed' && withdrawal.waitingReason !== null) await clearWaiting(trx, withdrawalId);
    if (step.kind === 'attend')
      return { snapshot: await readWithdrawalSnapshot(trx, deps, withdrawalId), step };
    const atHeight = step.kind === 'wait' ? step.atHeight : null;
    const { chainCode } = chain;
    await setChainTimers(trx, {
      kind: 'withdrawal',
      targetId: withdrawalId,
      timers: atHeight === null ? [] : [{ chainCode, atHeight, afterTimeMs: null }],
    });
    return { snapshot, step };
  }
}

async function apply(
  trx: Transaction,
  deps: AdvancingDependencies,
  { snapshot, step, nowMs }: { snapshot: WithdrawalSnapshot; step: WithdrawalStep; nowMs: number },
): Promise<void> {
  const { withdrawal } = snapshot;
  const move = { reason: null, nowMs, showAddress: toChecksumAddress, chains: deps.chains };
  switch (step.kind) {
    case 'complete':
      await bookPayout(trx, snapshot);
      await tellRefunded(trx, await moveWithdrawal(trx, withdrawal, { ...move, to: 'completed' }), {
        chains: deps.chains,
        nowMs,
        showAddress: toChecksumAddress,
        depositAddress: deps.depositAddress,
      });
      return;
    case 'fail':
      await moveWithdrawal(trx, withdrawal, {
        ...move,
        to: 'failed',
        reason: 'The transaction was mined and reverted by the token contract',
      });
      return;
    case 'give_up':
      await moveWithdrawal(trx, withdrawal, {
        ...move,
        to: 'failed',
        reason:
          'The token or the chain has refused the payment to this address for too long, and nothing was sent',
      });
      deps.log.warn(
        { withdrawalId: withdrawal.withdrawalId },
        'a withdrawal that the chain refuses was given up',
      );
      return;
    case 'reopen':
      await unbookPayout(trx, snapshot);
      await moveWithdrawal(trx, withdrawal, { ...move, to: 'broadcast' });
      return;
    case 'attend':
      await askForAttention(trx, deps, { snapshot, untilMs: step.untilMs });
      return;
    case 'wait':
    case 'send':
    case 'closed':
      return;
  }
}

/** Books the coins of the payout. Its gas is booked with the gas of all other transactions, even if it was reverted. */
async function bookPayout(trx: Transaction, { withdrawal, sent }: WithdrawalSnapshot): Promise<void> {
  if (sent?.receipt == null) throw new Error(`Withdrawal ${withdrawal.withdrawalId} has no receipt to book`);
  const { withdrawalId, merchantId, asset, amountAtomic } = withdrawal;
  await postEntry(trx, {
    kind: 'withdrawal_paid',
    asset,
    merchantId,
    withdrawalId,
    cause: `transaction/${sent.txHash}/${sent.revision}/payout`,
    postings: payoutPostings(amountAtomic),
  });
}

/**
 * Reverses what {@link bookPayout} booked, when its block is no longer part of the chain. The cause of the new entry is
 * built from the cause of the booked one. The attempt that is listed first by now may be another one than the one that had
 * paid.
 */
async function unbookPayout(trx: Transaction, { withdrawal }: WithdrawalSnapshot): Promise<void> {
  const { withdrawalId, merchantId } = withdrawal;
  const booked = await findNewestEntry(trx, { withdrawalId, kind: 'withdrawal_paid' });
  if (booked === undefined) return;
  await postEntry(trx, {
    kind: 'withdrawal_paid_reverted',
    asset: booked.asset,
    merchantId,
    withdrawalId,
    cause: `${booked.cause}/reverted`,
    postings: reversePostings(booked.postings),
  });
}

/**
 * Records that a withdrawal waits for an operator. It is neither paid nor failed: coins have moved, but not as the
 * withdrawal says. Only a person can decide what to do.
 */
async function askForAttention(
  trx: Transaction,
  deps: AdvancingDependencies,
  { snapshot, untilMs }: { snapshot: WithdrawalSnapshot; untilMs: number | null },
): Promise<void> {
  const { sent } = snapshot;
  const { withdrawalId } = snapshot.withdrawal;
  const { chainCode } = snapshot.chain;
  const txHash = sent?.txHash ?? null;
  const isFound = txHash !== null && (await isAdopted(trx, { chainCode, txHash }));
  const what = isFound
    ? 'makes this very payment and was not on record here (signed before a database was restored, or by somebody else who has the key)'
    : 'is confirmed and its receipt does not show the transfer of exactly this amount to this address (a fee on transfer, or a token that refused in silence)';
  const reason = `transaction ${txHash} ${what}; an operator has to look, and says what it did with the command: withdrawal settle`;
  const code = isFound ? 'paid_outside' : 'unproven';
  const isNew = await setWaiting(trx, { withdrawalId, code, reason, untilMs });
  if (isNew) deps.log.error({ withdrawalId, txHash }, `withdrawal waits: ${reason}`);
}
