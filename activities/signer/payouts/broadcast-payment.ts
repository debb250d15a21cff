import type { UsedNonce } from '../wallet/nonces/used-nonce.js';
import { readSigned } from '../../../src/chain/sending/broadcast.js';
import { suggestFees, type Fees } from '../../../src/chain/sending/fees.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { clearWaiting, lockWithdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { isStuck } from '../../../src/domain/wallets/raise-fees.js';
import { cancelGaps } from '../wallet/cancellations/cancel-gaps.js';
import { cancelUndone } from '../wallet/cancellations/cancel-undone.js';
import { settleUsedNonce } from '../wallet/nonces/lost-nonce.js';
import { requireOwnBytes } from '../wallet/policy/require-own-bytes.js';
import { readNonceState } from '../wallet/nonces/nonce-state.js';
import { sendCancellations } from '../wallet/cancellations/send-cancellations.js';
import {
  requireSameWallet,
  type SignedWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { replacePayment } from './replace-payment.js';
import {
  notePaymentsSent,
  requireReplaceable,
  sendAttempts,
  sendReplacement,
  waitingSinceMs,
} from '../wallet/sending/send-attempts.js';
import type { PayoutDependencies } from './payout-dependencies.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/**
 * Sends what was signed for a withdrawal. If this is not its first time, or the node does not accept it, finds out its
 * state from the chain: by nonces, receipts, balances and fees. The node's answer is only shown to the operator.
 *
 * @returns `lost` when a transaction from outside has the nonce for good: then the withdrawal must be signed anew.
 * @throws NotYet when it can't be mined now.
 */
export async function broadcast(
  deps: PayoutDependencies,
  signedWithdrawal: SignedWithdrawal,
  attempts: readonly SentTransaction[],
): Promise<'sent' | 'lost'> {
  const { chainCode } = signedWithdrawal.chain;
  const mined = attempts.find(({ receipt }) => receipt !== null);
  if (mined !== undefined) {
    await notePaymentsSent(deps, chainCode, [mined]);
    return 'sent';
  }
  await sendPayoutCancellations(deps, signedWithdrawal);
  const before = await deps.sendColdBefore(signedWithdrawal, attempts);
  const { sent, answer } = await sendAttempts(signedWithdrawal, attempts);
  if (answer.outcome === 'accepted' && sent.firstSentAtMs === null) {
    await notePaymentsSent(deps, chainCode, [sent]);
    return 'sent';
  }
  return continueByChainState(deps, signedWithdrawal, { attempts, sent, before, words: answer.message });
}

/**
 * Cancels transactions that must not pay. A failed withdrawal is never paid, whatever happens to the chain: if its
 * final transaction is undone, a cancellation transaction uses its nonce. The same is done with what was signed anew
 * for a withdrawal, if the transaction that had been given up has paid it after all.
 *
 * @throws NotYet when the cancellation can't be signed or mined now.
 */
export async function cancelUnpayable(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  known: readonly SentTransaction[],
): Promise<void> {
  const { withdrawalId } = signedWithdrawal.withdrawal;
  const paid = known.find(isMinedAfterAll);
  if (paid !== undefined) await notePaymentsSent(deps, signedWithdrawal.chain.chainCode, [paid]);
  const attempts = known.filter(({ nonce }) => nonce !== paid?.nonce);
  await cancelUndone(deps, {
    ...{ ...signedWithdrawal, attempts, owner: { withdrawalId } },
    signer: () => {
      for (const { fromAddress } of attempts) requireSameWallet(deps, fromAddress);
      return Promise.resolve(deps.hotWallet);
    },
  });
  await sendPayoutCancellations(deps, signedWithdrawal);
  await clearWaiting(deps.db, withdrawalId);
}

/** Tells whether a transaction that had lost its nonce for good is mined after all. */
export function isMinedAfterAll({ foreignHash, receipt }: SentTransaction): boolean {
  return foreignHash !== null && receipt !== null;
}

function usedBy(
  { chain, client, withdrawal }: SignedWithdrawal,
  attempts: readonly SentTransaction[],
): UsedNonce {
  const { withdrawalId } = withdrawal;
  return {
    ...{ chain, client, attempts, objectKind: 'withdrawal', objectId: withdrawalId },
    onLost: (trx) => lockWithdrawal(trx, withdrawalId),
  };
}

/** What was sent, and what the node answered. */
interface Sending {
  readonly attempts: readonly SentTransaction[];
  readonly sent: SentTransaction;
  /** Why a transfer to the cold address with an earlier nonce can't be mined. */
  readonly before: NotYet | null;
  /** The node's answer. */
  readonly words: string;
}

/** Reads the state of the nonce from the chain, and does what it needs: cancels a gap before it, or raises the fees. */
async function continueByChainState(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  sending: Sending,
): Promise<'sent' | 'lost'> {
  const { client, chain } = signedWithdrawal;
  const { chainCode } = chain;
  const { attempts, sent, before } = sending;
  const state = await readNonceState(client, sending);
  if (state.kind === 'mined') {
    await notePaymentsSent(deps, chainCode, [state.mined]);
    return 'sent';
  }
  if (state.kind === 'used')
    return (await settleUsedNonce(deps, usedBy(signedWithdrawal, attempts))) ? 'lost' : 'sent';
  const { minedNonce, held } = state;
  const isHeld = held.length > 0;
  await notePaymentsSent(deps, chainCode, held);
  const stuck = await isStuckOn(deps, signedWithdrawal, attempts);
  if (minedNonce < sent.nonce) {
    const gap = { signer: deps.hotWallet, fromNonce: minedNonce, belowNonce: sent.nonce };
    const owner = { withdrawalId: signedWithdrawal.withdrawal.withdrawalId };
    if (stuck) {
      requireSameWallet(deps, sent.fromAddress);
      // A nonce that somebody made up would have us cancel thousands before it.
      await requireOwnBytes(attempts, { chainId: chain.chainId, chainCode, address: deps.hotWallet.address });
    }
    if (stuck && (await cancelGaps(deps, { ...signedWithdrawal, ...gap, owner })) > 0)
      await sendPayoutCancellations(deps, signedWithdrawal);
    if (before !== null) throw before;
    if (!isHeld) throw new NotYet('refused', `the chain does not take its transaction yet: ${sending.words}`);
    return 'sent';
  }
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  // A transaction that nodes refuse for its low fee is replaced before it counts as stuck.
  const isPricedOut = !isHeld && advised.baseFeePerGasWei > sent.maxFeePerGasWei;
  if (stuck || isPricedOut) {
    await replaceAndSend(deps, signedWithdrawal, { sending, advised });
  } else if (!isHeld) {
    throw await explainRefusal(signedWithdrawal, sending);
  }
  return 'sent';
}

async function replaceAndSend(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  { sending, advised }: { sending: Sending; advised: Fees },
): Promise<void> {
  const replacement = await replacePayment(deps, signedWithdrawal, { attempts: sending.attempts, advised });
  const { isHeld, words } = await sendReplacement(signedWithdrawal, replacement);
  if (!isHeld) throw await explainRefusal(signedWithdrawal, { sent: replacement, words });
  await notePaymentsSent(deps, signedWithdrawal.chain.chainCode, [replacement]);
}

/** Finds out why nodes refuse a transaction: no node that was asked holds it, and its nonce is the next one. */
async function explainRefusal(
  { client, native }: SignedWithdrawal,
  { sent, words }: Pick<Sending, 'sent' | 'words'>,
): Promise<NotYet> {
  requireReplaceable([sent]);
  const signed = readSigned(sent.rawTransaction);
  const { valueAtomic, gasLimit, maxFeePerGasWei } = signed;
  const [balanceWei, rollupFeeWei] = await Promise.all([
    readBalance(client, { address: sent.fromAddress, asset: native }),
    readRollupFee(client, signed),
  ]);
  if (balanceWei < valueAtomic + gasLimit * maxFeePerGasWei + rollupFeeWei) {
    return new NotYet('no_gas', `the hot wallet lacks ${native.tokenSymbol} for gas; top it up`);
  }
  return new NotYet('refused', `the chain refuses its transaction: ${words}`);
}

async function isStuckOn(
  deps: SigningDependencies,
  { chain }: SignedWithdrawal,
  attempts: readonly SentTransaction[],
): Promise<boolean> {
  const cursor = await findChainCursor(deps.db, chain.chainCode);
  return isStuck({
    firstSentAtMs: waitingSinceMs(attempts),
    chainTimeMs: cursor?.blockTimeMs ?? null,
    replaceAfterMs: chain.replaceAfterMs,
  });
}

/** Sends again the cancellation transactions that a withdrawal waits behind. */
export function sendPayoutCancellations(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
): Promise<void> {
  const { chain, client, withdrawal } = signedWithdrawal;
  return sendCancellations(deps, {
    ...{ chain, client, owner: { withdrawalId: withdrawal.withdrawalId } },
    usedBy: (attempts) => usedBy(signedWithdrawal, attempts),
    isStuck: (attempts) => isStuckOn(deps, signedWithdrawal, attempts),
    replace: (attempts, advised) => replacePayment(deps, signedWithdrawal, { attempts, advised }),
  });
}
