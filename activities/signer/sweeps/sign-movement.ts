import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { estimateGas } from '../../../src/chain/sending/estimate-gas.js';
import { suggestFees, type Fees } from '../../../src/chain/sending/fees.js';
import type { TransactionSigner, UnsignedTransaction } from '../../../src/chain/keys/types.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import { RpcAnswerError, RpcError } from '../../../src/chain/rpc/rpc-errors.js';
import { transaction, type Transaction } from '../../../src/db/core/database.js';
import {
  findBusySubjects,
  findSweeperContract,
  insertMovement,
  isAnyBusy,
  type MovementPart,
  type NewMovement,
} from '../../../src/db/sweeps/movements.js';
import {
  listCommitments,
  type MovementKind,
  type SignedPayment,
} from '../../../src/db/wallets/sent-transactions.js';
import { ensureWallet, lockWallet, type WalletRole } from '../../../src/db/wallets/wallets.js';
import { markSwept } from '../../../src/db/sweeps/sweepable.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { committedWei, unite, type Commitment } from '../../../src/domain/wallets/commitments.js';
import { afterReading, countNonces, nextFreeNonce, type NonceCount } from '../wallet/nonces/next-nonce.js';
import { readCorroboratedBalance } from '../wallet/policy/ask-token.js';
import { requireFeesWithinCap } from '../wallet/policy/require-funds.js';
import { enterSigning, requireUnfrozen } from '../wallet/policy/signing-policy.js';
import { storeSigned } from '../wallet/policy/store-signed.js';
import { requireNoGap } from '../wallet/policy/wallet-coverage.js';
import { inWords, type SweepContext } from './sweep-context.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/** A movement between our own wallets, before it has a nonce. */
export interface MovementPlan {
  readonly kind: MovementKind;
  readonly signer: TransactionSigner;
  readonly role: WalletRole;
  readonly parts: readonly MovementPart[];
  readonly call: Pick<UnsignedTransaction, 'to' | 'valueAtomic' | 'data' | 'authorizations'>;
  readonly gasLimit: bigint;
  readonly fees: Fees;
  /** The one transfer that the transaction itself makes. Null for a batch and a deploy. */
  readonly payment: SignedPayment | null;
  /** The asset for which the movement is made: while it is frozen, nothing is signed. Null for a deploy. */
  readonly asset: Asset | null;
  /** True when coins of the asset leave their deposit addresses. */
  readonly isSweep: boolean;
  /** Only for a deploy: the contract that it creates, by the nonce that it gets. */
  readonly deployed?: (nonce: number) => NonNullable<NewMovement['deployed']>;
  /** Checked under the wallet's lock, just before it is signed. @throws NotYet */
  readonly permit?: (trx: Transaction, commitments: readonly Commitment[]) => Promise<void>;
}

/** Reads the fees to sign with. @throws NotYet while the chain's base fee is above the cap. */
export async function readFees({ client, chain }: SweepContext): Promise<Fees> {
  const fees = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  requireFeesWithinCap(fees);
  return fees;
}

/** Estimates the gas limit of a call. @throws NotYet when the call would revert: everything else goes on. */
export async function estimateCall(
  client: ChainClient,
  call: Parameters<typeof estimateGas>[1],
): Promise<bigint> {
  try {
    return await estimateGas(client, call);
  } catch (error) {
    if (!(error instanceof RpcError) && !(error instanceof RpcAnswerError)) throw error;
    throw new NotYet('refused', `the chain refuses it: ${error.message}`);
  }
}

/**
 * Takes a nonce of the account, signs, and stores bytes, hash and the movement, in one transaction under the account's
 * lock. Until it commits nobody has seen the bytes. After it has committed, the same coins are not moved a second time.
 *
 * @returns false when another worker was faster.
 * @throws NotYet when the account can't pay the gas; then no nonce is taken.
 */
export async function signMovement(context: SweepContext, plan: MovementPlan): Promise<boolean> {
  const { deps, chain, client, native, keys } = context;
  const { chainCode } = chain;
  const { address } = plan.signer;
  await ensureWallet(deps.db, { chainCode, address: keys.wallet.address, role: 'sweep' });
  await ensureWallet(deps.db, { chainCode, address, role: plan.role });
  const before = await listCommitments(deps.db, { chainCode, address });
  const [balanceWei, chainNonce, rollupFeeWei] = await Promise.all([
    // All that the hot wallet has may go; of other accounts, only gas is taken that is not in the books.
    address === deps.hotWallet.address
      ? readCorroboratedBalance(client, { address, asset: native })
      : readBalance(client, { address, asset: native }),
    countNonces(deps, { client, address }),
    readRollupFee(client, { chainId: chain.chainId, ...plan.call, gasLimit: plan.gasLimit }),
  ]);
  const prepared = { plan, before, balanceWei, rollupFeeWei };
  const sign = (counted: NonceCount): Promise<boolean> =>
    transaction(deps.db, (trx) => commit(trx, context, { ...prepared, counted }));
  return afterReading(deps, { chain, client, address, counted: chainNonce }, sign);
}

interface Prepared {
  readonly plan: MovementPlan;
  readonly before: readonly Commitment[];
  readonly balanceWei: bigint;
  readonly counted: NonceCount;
  readonly rollupFeeWei: bigint;
}

async function commit(trx: Transaction, context: SweepContext, prepared: Prepared): Promise<boolean> {
  const { plan, before, balanceWei, counted, rollupFeeWei } = prepared;
  const { chain, deps, native } = context;
  const { chainCode, chainId } = chain;
  const { kind, asset, isSweep, signer, parts, call, gasLimit, fees, payment } = plan;
  const { address } = signer;
  await enterSigning(trx, { chainCode, tokenSymbols: asset === null ? [] : [asset.tokenSymbol] });
  if (asset !== null) await requireUnfrozen(trx, asset);
  const nextNonce = await lockUnlessBusy(trx, context, plan);
  if (nextNonce === 'busy') return false;
  const commitments = unite(before, await listCommitments(trx, { chainCode, address }));
  await plan.permit?.(trx, commitments);
  const { maxFeePerGasWei, maxPriorityFeePerGasWei } = fees;
  const maxCostWei = call.valueAtomic + gasLimit * maxFeePerGasWei + rollupFeeWei;
  const spareWei = balanceWei - committedWei(commitments);
  if (spareWei < maxCostWei) {
    const missing = inWords(native, maxCostWei - spareWei);
    throw new NotYet(
      'no_gas',
      `${address} lacks ${missing} for gas${plan.role === 'sweep' ? '; top it up' : ''}`,
    );
  }
  const nonce = nextFreeNonce(nextNonce, counted);
  if (address === deps.hotWallet.address)
    requireNoGap(deps, { chainCode, fromAddress: address, nonce, counted: counted.nonce });
  const { raw, hash } = await signer.signTransaction({
    chainId,
    nonce,
    ...call,
    gasLimit,
    maxFeePerGasWei,
    maxPriorityFeePerGasWei,
  });
  const deployed = plan.deployed?.(nonce);
  const movementId = await insertMovement(trx, {
    chainCode,
    kind,
    fromAddress: address,
    parts,
    ...(deployed === undefined ? {} : { deployed }),
  });
  await storeSigned(trx, deps, [
    {
      chainCode,
      txHash: hash,
      fromAddress: address,
      nonce,
      rawTransaction: raw,
      withdrawalId: null,
      movementId,
      purpose: kind,
      payment,
      replaces: null,
      maxFeePerGasWei,
      maxCostWei,
      signedAtMs: deps.now(),
    },
  ]);
  if (isSweep && asset !== null) {
    const addresses = parts.map(({ from }) => from);
    await markSwept(trx, { movementId, asset, addresses, finalizedHeight: context.finalizedHeight });
  }
  return true;
}

/**
 * Locks the wallet of a movement. A movement that uses nonces of deposit addresses also locks the sweeping wallet:
 * batches and single transfers alike are signed under that lock.
 *
 * @returns the wallet's next nonce; `busy` when the same movement is under way already.
 */
async function lockUnlessBusy(
  trx: Transaction,
  { chain: { chainCode }, keys, deps }: SweepContext,
  { kind, role, signer: { address }, parts }: MovementPlan,
): Promise<number | 'busy'> {
  if (role === 'deposit') await lockWallet(trx, { chainCode, address: keys.wallet.address });
  const { nextNonce } = await lockWallet(trx, { chainCode, address });
  const destination = deps.hotWallet.address;
  if (kind === 'deploy')
    return (await findSweeperContract(trx, { chainCode, operator: address, destination })) === undefined
      ? (nextNonce ?? 0)
      : 'busy';
  const subjects = parts.map(({ subject }) => subject);
  if (kind !== 'cold')
    return (await isAnyBusy(trx, { chainCode, addresses: subjects })) ? 'busy' : (nextNonce ?? 0);
  for (const tokenSymbol of new Set(parts.map((part) => part.tokenSymbol))) {
    if ((await findBusySubjects(trx, { chainCode, tokenSymbol, subjects })).size > 0) return 'busy';
  }
  return nextNonce ?? 0;
}
