import { readSpendable, type Spendable } from '../../../../src/chain/agreement/read-spendable.js';
import type { RpcSession } from '../../../../src/chain/rpc/types.js';
import { readSigned } from '../../../../src/chain/sending/broadcast.js';
import { estimateGas } from '../../../../src/chain/sending/estimate-gas.js';
import type { Fees } from '../../../../src/chain/sending/fees.js';
import type { TransactionSigner, UnsignedTransaction } from '../../../../src/chain/keys/types.js';
import { readRollupFee } from '../../../../src/chain/sending/rollup-fee.js';
import { RpcAnswerError, RpcError, RpcUnavailableError } from '../../../../src/chain/rpc/rpc-errors.js';
import { transaction, type Transaction } from '../../../../src/db/core/database.js';
import {
  listMovementTransactions,
  listOpenCancellations,
  listWithdrawalTransactions,
  type CancellationOwner,
  type SentTransaction,
  type NewSignature,
} from '../../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../../src/db/wallets/wallets.js';
import { formatDecimal } from '../../../../src/domain/core/money.js';
import { raiseFees, type FeePair } from '../../../../src/domain/wallets/raise-fees.js';
import { requireGasBesideOthers } from '../policy/require-funds.js';
import type { SignableWithdrawal, SigningDependencies } from '../signed-withdrawal.js';
import { enterSigning } from '../policy/signing-policy.js';
import { storeSigned } from '../policy/store-signed.js';
import { requireOwnBytes } from '../policy/require-own-bytes.js';
import { estimatePlainGas, MOST_RECIPIENT_GAS } from '../policy/recipient-gas.js';
import { requireSignedFor } from '../policy/require-signed-for.js';
import { highestFeeAttempt, requireReplaceable } from './send-attempts.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

const GWEI_DIGITS = 9;
const SHOWN_GWEI_DIGITS = 3;

/**
 * The transactions that were signed for one nonce and are not mined: of a withdrawal, or of one of our own movements.
 */
export interface Replaceable extends Pick<SignableWithdrawal, 'chain' | 'native' | 'client'> {
  readonly attempts: readonly SentTransaction[];
  readonly owner: CancellationOwner;
  /** Finds the key that signed them. @throws NotYet when this worker does not have it. */
  readonly signer: (replaced: SentTransaction) => Promise<TransactionSigner>;
  /**
   * Tells whether the transaction may still be mined. It is called under the wallet's lock, and locks the withdrawal or
   * the movement.
   *
   * @throws NotYet when nothing may be signed for it.
   */
  readonly permit: (trx: Transaction, replaced: SentTransaction) => Promise<boolean>;
}

interface Replacement extends Replaceable {
  readonly replaced: SentTransaction;
  readonly key: TransactionSigner;
  readonly unsigned: UnsignedTransaction;
  readonly gasMoney: Spendable;
  readonly rollupFeeWei: bigint;
}

/**
 * Signs the same transaction again for a higher fee. It takes nonce, recipient and amount from the bytes that were
 * signed before. The replacement is committed before it is sent, like the first one.
 *
 * @returns the transaction to send now: the one of another worker, if that worker was faster.
 * @throws NotYet when the fee would be above the cap, or the wallet cannot pay it; `malformed` when the bytes on record
 *   were not signed by this key.
 */
export async function replaceAttempts(
  deps: SigningDependencies,
  replaceable: Replaceable,
  advised: Fees,
): Promise<SentTransaction> {
  const { chain, native, client, attempts, owner } = replaceable;
  const replaced = highestFeeAttempt(attempts);
  if (replaced === undefined) throw new Error('There is nothing to replace');
  const key = await replaceable.signer(replaced);
  const { chainId, chainCode } = chain;
  await requireOwnBytes(attempts, { chainId, chainCode, address: key.address });
  requireReplaceable(attempts);
  requireSignedFor(deps, { attempts, coldAddress: chain.coldAddress });
  const fees = raiseWithinCap(attempts, { advised, capWei: chain.maxFeePerGasWei });
  const original = readSigned(replaced.rawTransaction);
  const gasLimit = await gasLimitNow(client, original, replaced.fromAddress);
  const unsigned = { ...original, ...fees, gasLimit };
  const [gasMoney, rollupFeeWei] = await Promise.all([
    readSpendable(client, { address: replaced.fromAddress, asset: native }),
    readRollupFee(client, unsigned),
  ]);
  const replacement = { ...replaceable, replaced, key, unsigned, gasMoney, rollupFeeWei };
  const signed = await transaction(deps.db, (trx) => commitReplacement(trx, deps, replacement));
  deps.log.info(
    { ...owner, replaced: replaced.txHash, txHash: signed.txHash, nonce: signed.nonce },
    'fees raised: the same transaction is sent under another hash',
  );
  return signed;
}

/** @throws NotYet `fees_too_high` */
function raiseWithinCap(
  attempts: readonly SentTransaction[],
  { advised, capWei }: { advised: Fees; capWei: bigint },
): FeePair {
  if (advised.baseFeePerGasWei > capWei) {
    throw new NotYet(
      'fees_too_high',
      'its transaction is not mined while the base fee of the chain is above maxFeePerGasGwei; waits until fees fall',
    );
  }
  const raised = raiseFees({
    attempts: attempts.map(({ rawTransaction }) => readSigned(rawTransaction)),
    advised,
    capWei,
  });
  if (raised.kind === 'raised') return raised.fees;
  throw new NotYet(
    'fees_too_high',
    `its transaction is not mined and a replacement would need ${inGwei(raised.neededWei)} gwei, above maxFeePerGasGwei (${inGwei(capWei)}); waits until fees fall`,
  );
}

/**
 * Estimates the gas limit again, and never returns less than was signed before. On some chains gas also pays for the
 * chain below (Arbitrum): there the gas that a transaction needs rises with the prices below. With its first limit it
 * would wait for ever, or run out of gas.
 *
 * A recipient of a native coin gets no more than at its first signature: a contract can take little at first, and
 * millions once the fees are raised. If it takes more, the transfer is reverted, and fails.
 *
 * @see https://docs.arbitrum.io/how-arbitrum-works/gas-fees
 */
async function gasLimitNow(
  rpc: RpcSession,
  { to, valueAtomic, data, authorizations = [], gasLimit }: UnsignedTransaction,
  from: string,
): Promise<bigint> {
  try {
    const needed = await estimateGas(rpc, { from, to, valueAtomic, data, authorizations });
    if (needed <= gasLimit) return gasLimit;
    const runsRecipient = data === '0x' && authorizations.length === 0;
    if (!runsRecipient) return needed;
    const most = (await estimatePlainGas(rpc, from)) + MOST_RECIPIENT_GAS;
    const allowed = needed < most ? needed : most;
    return allowed > gasLimit ? allowed : gasLimit;
  } catch (error) {
    const isOfEstimate =
      error instanceof RpcError || error instanceof RpcAnswerError || error instanceof RpcUnavailableError;
    if (!isOfEstimate) throw error;
    // The call would revert now, or needs more gas than any transfer does, or the RPCs do not finish the estimate. Its
    // nonce must be used all the same, for the approved payment. If the RPCs are away, the next request fails as well.
    return gasLimit;
  }
}

async function commitReplacement(
  trx: Transaction,
  deps: SigningDependencies,
  { chain, native, owner, permit, replaced, key, unsigned, gasMoney, rollupFeeWei }: Replacement,
): Promise<SentTransaction> {
  const { chainCode } = chain;
  const { nonce, fromAddress, purpose, payment, withdrawalId, movementId } = replaced;
  await enterSigning(trx, { chainCode });
  await lockWallet(trx, { chainCode, address: fromAddress });
  const mayBeMined = await permit(trx, replaced);
  const present = await listAttempts(trx, owner, replaced);
  const newest = highestFeeAttempt(present);
  const isMined = present.some(({ receipt }) => receipt !== null);
  // Another worker has already replaced it, or it is mined, or it must not be mined any more.
  if (!mayBeMined || isMined || newest?.txHash !== replaced.txHash) return newest ?? replaced;
  const { maxFeePerGasWei } = unsigned;
  const maxCostWei = unsigned.valueAtomic + unsigned.gasLimit * maxFeePerGasWei + rollupFeeWei;
  await requireGasBesideOthers(trx, deps, {
    native,
    wallet: { chainCode, address: fromAddress },
    nonce,
    gasMoney,
    neededWei: maxCostWei,
  });
  const { raw, hash } = await key.signTransaction(unsigned);
  const signed: NewSignature = {
    chainCode,
    txHash: hash,
    fromAddress,
    nonce,
    rawTransaction: raw,
    withdrawalId,
    movementId,
    purpose,
    payment,
    replaces: replaced.txHash,
    maxFeePerGasWei,
    maxCostWei,
    signedAtMs: deps.now(),
  };
  for (const refusal of (await storeSigned(trx, deps, [signed])).values()) throw refusal;
  return highestFeeAttempt(await listAttempts(trx, owner, replaced)) ?? replaced;
}

/** Returns all transactions that were signed for the nonce. */
async function listAttempts(
  trx: Transaction,
  owner: CancellationOwner,
  { purpose, nonce }: SentTransaction,
): Promise<readonly SentTransaction[]> {
  const all = await (purpose === 'cancellation'
    ? listOpenCancellations(trx, owner)
    : 'withdrawalId' in owner
      ? listWithdrawalTransactions(trx, [owner.withdrawalId])
      : listMovementTransactions(trx, [owner.movementId]));
  return all.filter((each) => each.nonce === nonce);
}

function inGwei(wei: bigint): string {
  return formatDecimal(wei, { decimals: GWEI_DIGITS, digits: SHOWN_GWEI_DIGITS });
}
