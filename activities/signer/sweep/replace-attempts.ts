import { readSigned } from '../../../src/chain/broadcast.js';
import type { Fees } from '../../../src/chain/fees.js';
import type { TransactionSigner } from '../../../src/chain/keys.js';
import { readBalance } from '../../../src/chain/read-balance.js';
import { readRollupFee } from '../../../src/chain/rollup-fee.js';
import { transaction, type Transaction } from '../../../src/db/database.js';
import { findDepositIndex, lockMovement, type OpenMovement } from '../../../src/db/movements.js';
import {
  insertSigned,
  listCommitments,
  listMovementTransactions,
  listOpenFills,
  type SentTransaction,
} from '../../../src/db/sent-transactions.js';
import { lockWallet } from '../../../src/db/wallets.js';
import { raiseFees, type FeePair } from '../../../src/domain/raise-fees.js';
import { committedWei } from '../funds.js';
import { requireOwnBytes } from '../require-own-bytes.js';
import { dearest, requireReplaceable } from '../sent.js';
import type { Carrying } from './house.js';
import { NotYet } from '../../withdrawal-wait.js';

/**
 * The same once more for a higher fee, committed before it is sent.
 *
 * @returns what is to be sent now: when somebody else was faster, what they signed.
 * @throws NotYet when it would need more than the cap, or than its wallet has; `malformed` when the key of its wallet
 *   did not sign what was signed before.
 */
export async function replaceAttempts(
  carrying: Carrying,
  movement: OpenMovement,
  { attempts, advised }: { attempts: readonly SentTransaction[]; advised: Fees },
): Promise<SentTransaction> {
  const { chain, client, native, deps } = carrying;
  const capWei = chain.maxFeePerGasWei;
  const replaced = dearest(attempts);
  if (replaced === undefined) throw new Error('There is nothing to replace');
  const signer = await signerOf(carrying, movement.fromAddress);
  await requireOwnBytes(attempts, { chainId: chain.chainId, address: signer.address });
  requireReplaceable(attempts);
  const raised = raiseFees({
    attempts: attempts.map(({ rawTransaction }) => readSigned(rawTransaction)),
    ...{ advised, capWei },
  });
  if (raised.kind === 'capped' || advised.baseFeePerGasWei > capWei)
    throw new NotYet('fees_too_high', 'it is not mined, and may not pay more than maxFeePerGasGwei');
  const [balanceWei, rollupFeeWei] = await Promise.all([
    readBalance(client, { address: replaced.fromAddress, asset: native }),
    readRollupFee(client, readSigned(replaced.rawTransaction)),
  ]);
  const raising = { movement, replaced, signer, fees: raised.fees, balanceWei, rollupFeeWei };
  return transaction(deps.db, (trx) => commitReplacement(trx, carrying, raising));
}

/** The key of the wallet that signed for a movement. @throws NotYet */
export async function signerOf({ deps }: Carrying, address: string): Promise<TransactionSigner> {
  const { hotWallet, sweepKeys } = deps;
  if (address === hotWallet.address) return hotWallet;
  if (address === sweepKeys?.wallet.address) return sweepKeys.wallet;
  const depositIndex = await findDepositIndex(deps.db, address);
  const signer = depositIndex === undefined ? undefined : sweepKeys?.deposit(depositIndex);
  if (signer?.address === address) return signer;
  throw new NotYet('refused', `${address} is no address of this seed any more`);
}

async function commitReplacement(
  trx: Transaction,
  { chain, deps }: Carrying,
  raising: {
    movement: OpenMovement;
    replaced: SentTransaction;
    signer: TransactionSigner;
    fees: FeePair;
    balanceWei: bigint;
    rollupFeeWei: bigint;
  },
): Promise<SentTransaction> {
  const { movement, replaced, signer, fees, balanceWei, rollupFeeWei } = raising;
  const { movementId } = movement;
  const { chainCode } = chain;
  const { nonce, fromAddress } = replaced;
  await lockWallet(trx, { chainCode, address: fromAddress });
  const mayBeMined = (await lockMovement(trx, movementId)) || replaced.purpose === 'fill';
  const present = await listSameNonce(trx, replaced);
  const newest = dearest(present);
  // Somebody else was faster, or the chain was.
  if (!mayBeMined || newest?.txHash !== replaced.txHash || present.some(({ receipt }) => receipt !== null))
    return newest ?? replaced;
  const original = readSigned(replaced.rawTransaction);
  const maxCostWei = original.valueAtomic + original.gasLimit * fees.maxFeePerGasWei + rollupFeeWei;
  const others = (await listCommitments(trx, { chainCode, address: fromAddress })).filter(
    (commitment) => commitment.nonce !== nonce,
  );
  if (balanceWei - committedWei(others) < maxCostWei)
    throw new NotYet('no_gas', `it is not mined, and ${fromAddress} has not the gas money for a higher fee`);
  const { raw, hash } = await signer.signTransaction({ ...original, ...fees });
  await insertSigned(trx, {
    ...{ chainCode, txHash: hash, fromAddress, nonce, rawTransaction: raw, withdrawalId: null, movementId },
    ...{ purpose: replaced.purpose, payment: replaced.payment, replaces: replaced.txHash, maxCostWei },
    ...{ maxFeePerGasWei: fees.maxFeePerGasWei, signedAtMs: deps.now() },
  });
  return dearest(await listSameNonce(trx, replaced)) ?? replaced;
}

/** All that was signed for the nonce. */
async function listSameNonce(trx: Transaction, of: SentTransaction): Promise<readonly SentTransaction[]> {
  const { movementId, nonce, purpose } = of;
  if (movementId === null) return [of];
  const all =
    purpose === 'fill'
      ? await listOpenFills(trx, { movementId })
      : await listMovementTransactions(trx, [movementId]);
  return all.filter((each) => each.nonce === nonce);
}
