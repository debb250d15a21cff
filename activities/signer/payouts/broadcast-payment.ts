import { readSpendable } from '../../../src/chain/agreement/read-spendable.js';
import { readSigned } from '../../../src/chain/sending/broadcast.js';
import { suggestFees, type Fees } from '../../../src/chain/sending/fees.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { cancelGaps } from '../wallet/cancellations/cancel-gaps.js';
import { judgeUsedNonce } from '../wallet/nonces/lost-nonce.js';
import { lacking } from '../wallet/policy/require-funds.js';
import { requireOwnBytes } from '../wallet/policy/require-own-bytes.js';
import { readNonceState, type FreeNonce } from '../wallet/nonces/nonce-state.js';
import {
  requireSameWallet,
  type SignedWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { isPaymentStuck, paymentsNonce, sendPayoutCancellations } from './payout-cancellations.js';
import { replacePayment } from './replace-payment.js';
import {
  notePaymentsSent,
  requireReplaceable,
  sendAttempts,
  sendReplacement,
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

/** The transaction that was sent, and the node's answer. */
interface Sending {
  readonly attempts: readonly SentTransaction[];
  readonly sent: SentTransaction;
  /** Why a transfer to the cold address with an earlier nonce can't be mined. */
  readonly before: NotYet | null;
  /** The node's answer. */
  readonly words: string;
}

/** Reads the state of the nonce from the chain, and does what it needs. */
async function continueByChainState(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  sending: Sending,
): Promise<'sent' | 'lost'> {
  const { client, chain } = signedWithdrawal;
  const state = await readNonceState(client, sending);
  switch (state.kind) {
    case 'free':
      await haveMined(deps, signedWithdrawal, { ...sending, ...state });
      return 'sent';
    case 'mined':
      await notePaymentsSent(deps, chain.chainCode, [state.mined]);
      return 'sent';
    case 'used':
      return (await judgeUsedNonce(deps, paymentsNonce(signedWithdrawal, sending.attempts)))
        ? 'lost'
        : 'sent';
  }
}

type UnminedSending = Sending & FreeNonce;

/**
 * Has a transaction mined whose nonce is free. Usually a node holds it, and there is nothing to do. It may be stuck, or
 * wait behind a nonce that is missing.
 */
async function haveMined(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  sending: UnminedSending,
): Promise<void> {
  const { client, chain } = signedWithdrawal;
  const { attempts, sent, minedNonce, held } = sending;
  const isHeld = held.length > 0;
  await notePaymentsSent(deps, chain.chainCode, held);
  const isStuck = await isPaymentStuck(deps, signedWithdrawal, attempts);
  if (minedNonce < sent.nonce) {
    await waitBehindOthers(deps, signedWithdrawal, { ...sending, isStuck });
    return;
  }
  const advised = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  // A transaction that nodes refuse for its low fee is replaced before it counts as stuck.
  const isPricedOut = !isHeld && advised.baseFeePerGasWei > sent.maxFeePerGasWei;
  if (isStuck || isPricedOut) {
    await replaceAndSend(deps, signedWithdrawal, { sending, advised });
  } else if (!isHeld) {
    throw await explainRefusal(signedWithdrawal, sending);
  }
}

/** Lets a transaction wait for the nonces before its own. When it is stuck, those that are missing are cancelled. */
async function waitBehindOthers(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  { attempts, sent, before, words, minedNonce, held, isStuck }: UnminedSending & { isStuck: boolean },
): Promise<void> {
  const { chainId, chainCode } = signedWithdrawal.chain;
  if (isStuck) {
    const { hotWallet } = deps;
    requireSameWallet(deps, sent.fromAddress);
    // For an invented nonce we would have to cancel thousands before it.
    await requireOwnBytes(attempts, { chainId, chainCode, address: hotWallet.address });
    const owner = { withdrawalId: signedWithdrawal.withdrawal.withdrawalId };
    const gap = { signer: hotWallet, owner, fromNonce: minedNonce, belowNonce: sent.nonce };
    if ((await cancelGaps(deps, { ...signedWithdrawal, ...gap })) > 0)
      await sendPayoutCancellations(deps, signedWithdrawal);
  }
  if (before !== null) throw before;
  if (held.length === 0) throw new NotYet('refused', `the chain does not take its transaction yet: ${words}`);
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
  const [gasMoney, rollupFeeWei] = await Promise.all([
    readSpendable(client, { address: sent.fromAddress, asset: native }),
    readRollupFee(client, signed),
  ]);
  const missingAtomic = valueAtomic + gasLimit * maxFeePerGasWei + rollupFeeWei - gasMoney.atomic;
  if (missingAtomic > 0n)
    return lacking('no_gas', `the hot wallet lacks ${native.tokenSymbol} for gas`, {
      ...gasMoney,
      missingAtomic,
    });
  return new NotYet('refused', `the chain refuses its transaction: ${words}`);
}
