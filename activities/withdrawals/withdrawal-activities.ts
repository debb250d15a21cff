import { showStoredAddress, toChecksumAddress } from '../../src/chain/keys/address.js';
import { isAdopted } from '../../src/db/wallets/adopt-transaction.js';
import { findChainCursor } from '../../src/db/chains/chain-cursor.js';
import { setChainTimers } from '../../src/db/chains/chain-timers.js';
import { transaction, UnreadableError, type Transaction } from '../../src/db/core/database.js';
import { listPostings, postEntry } from '../../src/db/ledger/post-entry.js';
import { findUnusedSignature } from '../../src/db/wallets/lost-nonces.js';
import { listWithdrawalTransactions, type SentTransaction } from '../../src/db/wallets/sent-transactions.js';
import { moveWithdrawal } from '../../src/db/withdrawals/move-withdrawal.js';
import { findRefusedSince } from '../../src/db/withdrawals/payment-refusals.js';
import { tellRefunded } from '../../src/db/withdrawals/tell-refunded.js';
import {
  clearWaiting,
  lockWithdrawal,
  setWaiting,
  type Withdrawal,
} from '../../src/db/withdrawals/withdrawals.js';
import type { Chain } from '../../src/domain/core/asset.js';
import { confirmationsOf } from '../../src/domain/chains/finality.js';
import { payoutPostings, reversePostings } from '../../src/domain/ledger/postings.js';
import { formatCrypto } from '../../src/domain/core/money.js';
import {
  nextWithdrawalStep,
  type UnusedSignature,
  type WithdrawalStep,
} from '../../src/domain/withdrawals/withdrawal-progress.js';
import type { WithdrawalActivities, WithdrawalProgress } from '../contract.js';
import type { ActivityDependencies } from '../dependencies.js';
import { recordNotFound } from '../record-not-found.js';
import { malformed, NotYet, wait } from './not-yet.js';

type AdvancingDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'depositAddress' | 'now' | 'log' | 'dispatchOutbox' | 'refusedAfterMs'
>;

/** A withdrawal, its transaction and its chain, as of one moment. */
interface WithdrawalSnapshot {
  readonly withdrawal: Withdrawal;
  readonly sent: SentTransaction | null;
  /** See {@link findUnusedSignature}. */
  readonly unused: UnusedSignature | null;
  /** When it is given up, epoch ms; null: it can't be. */
  readonly giveUpAtMs: number | null;
  readonly chain: Chain;
  readonly headNumber: number | null;
  readonly finalizedNumber: number | null;
  readonly halted: boolean;
}

async function readSnapshot(
  trx: Transaction,
  deps: AdvancingDependencies,
  withdrawalId: string,
): Promise<WithdrawalSnapshot> {
  const withdrawal = await lockWithdrawal(trx, withdrawalId);
  if (withdrawal === undefined) throw recordNotFound('withdrawal', withdrawalId);
  const chain = deps.chains.get(withdrawal.asset.chainCode);
  if (chain === undefined) throw noChain(withdrawal.asset.chainCode);
  const [sent] = await listWithdrawalTransactions(trx, [withdrawalId]);
  const cursor = await findChainCursor(trx, chain.chainCode);
  const isPaidByGivenUp = sent?.receipt != null && sent.foreignHash !== null;
  const isUnpayable = withdrawal.status === 'failed' || isPaidByGivenUp;
  const refusedSinceMs = await findRefusedSince(trx, withdrawal, { nowMs: deps.now() });
  return {
    withdrawal,
    chain,
    sent: sent ?? null,
    unused: isUnpayable ? await findUnusedSignature(trx, withdrawalId) : null,
    giveUpAtMs: refusedSinceMs === null ? null : refusedSinceMs + deps.refusedAfterMs,
    headNumber: cursor?.height ?? null,
    // The amount is not given back when only one RPC calls the transaction reverted: see recheckOwnReceipts.
    finalizedNumber: cursor?.verifiedHeight ?? cursor?.finalizedHeight ?? null,
    halted: cursor?.haltedReason != null,
  };
}

/** While a new CHAINS_FILE is rolled out, workers differ: the step is retried by whichever worker takes it next. */
function noChain(chainCode: string): NotYet {
  return new NotYet(
    'no_chain',
    `the CHAINS_FILE of a worker (role core) has no chain ${JSON.stringify(chainCode)}; it goes on by itself when that is listed there again`,
  );
}

/** Books the coins of the payout. Its gas is booked with the gas of all other transactions, even if it was reverted. */
async function bookPayout(trx: Transaction, { withdrawal, sent }: WithdrawalSnapshot): Promise<void> {
  if (sent?.receipt == null) throw new Error(`Withdrawal ${withdrawal.withdrawalId} has no receipt to book`);
  const { withdrawalId, merchantId, asset, amountAtomic } = withdrawal;
  await postEntry(trx, {
    ...{ kind: 'withdrawal_paid', asset, merchantId, withdrawalId },
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
  const booked = await listPostings(trx, { withdrawalId, kind: 'withdrawal_paid' });
  if (booked === undefined) return;
  await postEntry(trx, {
    ...{ kind: 'withdrawal_paid_reverted', asset: booked.asset, merchantId, withdrawalId },
    cause: `${booked.cause}/reverted`,
    postings: reversePostings(booked.postings),
  });
}

async function apply(
  trx: Transaction,
  deps: AdvancingDependencies,
  { snapshot, step, nowMs }: { snapshot: WithdrawalSnapshot; step: WithdrawalStep; nowMs: number },
): Promise<void> {
  const { withdrawal } = snapshot;
  const move = { reason: null, nowMs, showAddress: toChecksumAddress };
  switch (step.kind) {
    case 'complete':
      await bookPayout(trx, snapshot);
      await tellRefunded(trx, await moveWithdrawal(trx, withdrawal, { ...move, to: 'completed' }), {
        ...{ chains: deps.chains, nowMs, showAddress: toChecksumAddress },
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

const MOVING: ReadonlySet<WithdrawalStep['kind']> = new Set([
  'complete',
  'fail',
  'give_up',
  'reopen',
] as const);

/** Takes steps until nothing more follows from what is stored. Each step moves the status on, so this ends. */
async function advanceInTransaction(
  trx: Transaction,
  deps: AdvancingDependencies,
  withdrawalId: string,
): Promise<{ snapshot: WithdrawalSnapshot; step: WithdrawalStep }> {
  for (;;) {
    const snapshot = await readSnapshot(trx, deps, withdrawalId);
    const { waitingCode } = snapshot.withdrawal;
    if (waitingCode === 'no_chain') {
      await clearWaiting(trx, withdrawalId);
      continue;
    }
    const nowMs = deps.now();
    const step = nextWithdrawalStep({
      status: snapshot.withdrawal.status,
      transaction: snapshot.sent,
      unused: snapshot.unused,
      headNumber: snapshot.headNumber,
      finalizedNumber: snapshot.finalizedNumber,
      halted: snapshot.halted,
      confirmationsRequired: snapshot.chain.confirmations,
      waitUntilMs: snapshot.withdrawal.waitUntilMs,
      giveUpAtMs: snapshot.giveUpAtMs,
      nowMs,
    });
    await apply(trx, deps, { snapshot, step, nowMs });
    if (MOVING.has(step.kind)) continue;
    // A withdrawal that has ended waits for nothing any more.
    if (step.kind === 'closed' && snapshot.withdrawal.waitingReason !== null)
      await clearWaiting(trx, withdrawalId);
    if (step.kind === 'attend') return { snapshot: await readSnapshot(trx, deps, withdrawalId), step };
    const atHeight = step.kind === 'wait' ? step.atHeight : null;
    const { chainCode } = snapshot.chain;
    await setChainTimers(trx, {
      kind: 'withdrawal',
      targetId: withdrawalId,
      timers: atHeight === null ? [] : [{ chainCode, atHeight, afterTimeMs: null }],
    });
    return { snapshot, step };
  }
}

const HALTED_IN_WORDS = 'its chain is halted: waits until an operator resumes it';

function nextInWords({ withdrawal, sent, unused, chain, headNumber, halted }: WithdrawalSnapshot): string {
  const isToBeCancelled = unused?.isCancelled === false;
  switch (withdrawal.status) {
    case 'pending_approval':
      return withdrawal.approvalsRequired === 1
        ? "waits for an operator's approval"
        : `waits until ${withdrawal.approvalsRequired} operators have approved it`;
    case 'approved':
      return withdrawal.waitingReason === null
        ? 'is to be signed and sent'
        : `can't be sent yet: ${withdrawal.waitingReason}`;
    case 'broadcast': {
      const isOpen = sent?.receipt == null || (sent.receipt.succeeded && !sent.receipt.proven);
      if (isOpen && withdrawal.waitingReason !== null) return withdrawal.waitingReason;
      if (sent?.receipt == null) return 'waits to be mined; the same bytes are sent again until it is';
      if (halted) return `mined in block ${sent.receipt.blockNumber}; ${HALTED_IN_WORDS}`;
      const depth = confirmationsOf(sent.receipt.blockNumber, headNumber ?? 0);
      return `mined in block ${sent.receipt.blockNumber}; waits for confirmations: ${depth} of ${chain.confirmations}`;
    }
    case 'completed':
      if (halted && sent?.receipt == null) return HALTED_IN_WORDS;
      if (isToBeCancelled)
        return 'paid; a transaction that moves nothing is to take the nonce of what else was signed for it';
      return 'paid and confirmed; nothing is due';
    case 'rejected':
    case 'cancelled':
    case 'stopped':
    case 'failed':
      if (isToBeCancelled)
        return `its final transaction was undone; a transaction that moves nothing is to take its nonce${withdrawal.waitingReason === null ? '' : `: ${withdrawal.waitingReason}`}`;
      return `${withdrawal.failureReason ?? 'ended'}; ${
        withdrawal.invoiceId === null
          ? 'the amount is available to the merchant again'
          : `the amount is held for ${withdrawal.invoiceId} again`
      }`;
  }
}

/** Says in one sentence what has become of the withdrawal. */
function sayOf({ withdrawal, sent }: WithdrawalSnapshot, next: string, amount: string): string {
  return withdrawal.status === 'completed' && sent?.receipt != null
    ? `completed: ${amount} was paid by ${sent.txHash}`
    : `${withdrawal.status}: ${next}`;
}

function describe(
  snapshot: WithdrawalSnapshot,
): Pick<WithdrawalProgress, 'said' | 'details' | 'waitingFor' | 'waitsAs'> {
  const { withdrawal, sent } = snapshot;
  const amount = `${formatCrypto(withdrawal.amountAtomic, withdrawal.decimals)} ${withdrawal.asset.tokenSymbol}`;
  const next = nextInWords(snapshot);
  const details = [
    `**${withdrawal.status}**: ${amount} on ${withdrawal.asset.chainCode} → ${showStoredAddress(withdrawal.address)}`,
    '', // Markdown: a list begins after an empty line
    `- next: ${next}`,
    ...(sent === null ? [] : [`- transaction: ${sent.txHash} (nonce ${sent.nonce})`]),
    `- merchant: ${withdrawal.merchantId}`,
  ].join('\n');
  const waitsAs = [withdrawal.status, withdrawal.waitingCode, sent?.txHash].join(' ');
  return { said: sayOf(snapshot, next, amount), details, waitingFor: next, waitsAs };
}

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
        ...describe(snapshot),
        next: step.kind === 'send' || step.kind === 'closed' ? step.kind : 'wait',
        checkAtMs: step.kind === 'wait' || step.kind === 'attend' ? step.untilMs : null,
      };
    },
  };
}
