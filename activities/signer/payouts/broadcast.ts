import type { UsedNonce } from '../wallet/used-nonce.js';
import { isTransactionKnown, readSigned } from '../../../src/chain/sending/broadcast.js';
import { readNonceAt, suggestFees, type Fees } from '../../../src/chain/sending/fees.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readReceipt } from '../../../src/chain/transfers/receipts.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import {
  listOpenCancellations,
  markSent,
  type SentTransaction,
} from '../../../src/db/wallets/sent-transactions.js';
import { clearWaiting, lockWithdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { isStuck } from '../../../src/domain/wallets/raise-fees.js';
import { cancelGaps } from '../wallet/cancel-gaps.js';
import { cancelUndone } from '../wallet/cancel-undone.js';
import { settleUsedNonce } from '../wallet/lost-nonce.js';
import {
  requireSameWallet,
  type SignedWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { replacePayment } from './replace-payment.js';
import { findHeld, noteSent, requireReplaceable, sendAttempts, waitingSinceMs } from '../wallet/sent.js';
import type { PayoutDependencies } from './payout-dependencies.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/**
 * Sends what was signed for a withdrawal, and, when the node doesn't just take it, finds out from the chain where it
 * stands: by nonces, receipts, balances and fees. What the node said is no more than the words for the operator.
 *
 * @returns `lost` when a transaction from outside has the nonce for good, so that the withdrawal is to be signed anew.
 * @throws NotYet when it can't be mined now.
 */
export async function broadcast(
  deps: PayoutDependencies,
  outgoing: SignedWithdrawal,
  attempts: readonly SentTransaction[],
): Promise<'sent' | 'lost'> {
  const { chainCode } = outgoing.chain;
  const mined = attempts.find(({ receipt }) => receipt !== null);
  if (mined !== undefined) {
    await noteSent(deps, chainCode, [mined]);
    return 'sent';
  }
  await sendPayoutCancellations(deps, outgoing);
  const before = await deps.carryCold(outgoing, attempts);
  const { sent, answer } = await sendAttempts(outgoing, attempts);
  if (answer.outcome === 'accepted' && sent.firstSentAtMs === null) {
    await noteSent(deps, chainCode, [sent]);
    return 'sent';
  }
  return lookAfter(deps, outgoing, { attempts, sent, before, words: answer.message });
}

/**
 * What has failed is never paid, whatever becomes of the chain: when its final transaction was undone, something else
 * uses its nonce. So it is with what was signed anew for a withdrawal that is paid by what had been given up.
 *
 * @throws NotYet when that can't be signed or mined now.
 */
export async function cancelUnpayable(
  deps: SigningDependencies,
  outgoing: SignedWithdrawal,
  known: readonly SentTransaction[],
): Promise<void> {
  const { withdrawalId } = outgoing.withdrawal;
  const paid = known.find(isMinedAfterAll);
  if (paid !== undefined) await noteSent(deps, outgoing.chain.chainCode, [paid]);
  const attempts = known.filter(({ nonce }) => nonce !== paid?.nonce);
  await cancelUndone(deps, {
    ...{ ...outgoing, attempts, owner: { withdrawalId } },
    signer: () => {
      for (const { fromAddress } of attempts) requireSameWallet(deps, fromAddress);
      return Promise.resolve(deps.hotWallet);
    },
  });
  await sendPayoutCancellations(deps, outgoing);
  await clearWaiting(deps.db, withdrawalId);
}

/** Had it lost its nonce for good, and has it after all? */
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

interface Sending {
  readonly attempts: readonly SentTransaction[];
  readonly sent: SentTransaction;
  /** Why a transfer to the cold address that comes before it can't be mined. */
  readonly before: NotYet | null;
  /** What the node said. */
  readonly words: string;
}

async function lookAfter(
  deps: SigningDependencies,
  outgoing: SignedWithdrawal,
  sending: Sending,
): Promise<'sent' | 'lost'> {
  const { client, chain } = outgoing;
  const { chainCode } = chain;
  const { attempts, sent, before } = sending;
  // Before the receipts: what is mined in between has one by then.
  const minedNonce = await readNonceAt(client, { address: sent.fromAddress, block: 'latest' });
  const mined = await findMined(client, attempts);
  if (mined !== null) {
    await noteSent(deps, chainCode, [mined]);
    return 'sent';
  }
  if (minedNonce > sent.nonce) {
    return (await settleUsedNonce(deps, usedBy(outgoing, attempts))) ? 'lost' : 'sent';
  }
  const held = await findHeld(client, attempts);
  const isHeld = held.length > 0;
  await noteSent(deps, chainCode, held);
  const stuck = await isStuckOn(deps, outgoing, attempts);
  if (minedNonce < sent.nonce) {
    const gap = { signer: deps.hotWallet, fromNonce: minedNonce, belowNonce: sent.nonce };
    const owner = { withdrawalId: outgoing.withdrawal.withdrawalId };
    if (stuck) requireSameWallet(deps, sent.fromAddress);
    if (stuck && (await cancelGaps(deps, { ...outgoing, ...gap, owner })) > 0)
      await sendPayoutCancellations(deps, outgoing);
    if (before !== null) throw before;
    if (!isHeld) throw new NotYet('refused', `the chain does not take its transaction yet: ${sending.words}`);
    return 'sent';
  }
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  // Refused for its price it need not wait until it is stuck.
  if (stuck || (!isHeld && advised.baseFeePerGasWei > sent.maxFeePerGasWei)) {
    await replaceAndSend(deps, outgoing, { sending, advised });
  } else if (!isHeld) {
    throw await explainRefusal(outgoing, sending);
  }
  return 'sent';
}

async function replaceAndSend(
  deps: SigningDependencies,
  outgoing: SignedWithdrawal,
  { sending, advised }: { sending: Sending; advised: Fees },
): Promise<void> {
  const replacement = await replacePayment(deps, outgoing, { attempts: sending.attempts, advised });
  const { answer } = await sendAttempts(outgoing, [replacement]);
  if (answer.outcome === 'accepted' || (await isTransactionKnown(outgoing.client, replacement.txHash))) {
    await noteSent(deps, outgoing.chain.chainCode, [replacement]);
    return;
  }
  throw await explainRefusal(outgoing, { ...sending, sent: replacement, words: answer.message });
}

/** No node that was asked holds it, and its nonce is the next one: what is wrong? */
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

async function findMined(
  client: ChainClient,
  attempts: readonly SentTransaction[],
): Promise<SentTransaction | null> {
  for (const attempt of attempts) if ((await readReceipt(client, attempt.txHash)) !== null) return attempt;
  return null;
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

/** The transactions that fill nonces before this withdrawal's own: sent again, raised or given up like any other. */
export async function sendPayoutCancellations(
  deps: SigningDependencies,
  outgoing: SignedWithdrawal,
): Promise<void> {
  const { chain, client, withdrawal } = outgoing;
  const { chainCode } = chain;
  const fills = await listOpenCancellations(deps.db, withdrawal);
  for (const nonce of new Set(fills.map((fill) => fill.nonce))) {
    const attempts = fills.filter((fill) => fill.nonce === nonce);
    const { sent } = await sendAttempts(outgoing, attempts);
    await markSent(deps.db, { chainCode, txHash: sent.txHash, nowMs: deps.now() });
    const minedNonce = await readNonceAt(client, { address: sent.fromAddress, block: 'latest' });
    const isMined = minedNonce > nonce && (await findMined(client, attempts)) !== null;
    if (minedNonce > nonce && !isMined) await settleUsedNonce(deps, usedBy(outgoing, attempts));
    if (minedNonce === nonce && (await isStuckOn(deps, outgoing, attempts))) {
      const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
      const raised = await replacePayment(deps, outgoing, { attempts, advised });
      await sendAttempts(outgoing, [raised]);
      await markSent(deps.db, { chainCode, txHash: raised.txHash, nowMs: deps.now() });
    }
  }
}
