import { transferCall } from '../../src/chain/broadcast.js';
import { estimateGas, readNonceAt, suggestFees, type Fees } from '../../src/chain/fees.js';
import { readBalance } from '../../src/chain/read-balance.js';
import { readRollupFee } from '../../src/chain/rollup-fee.js';
import { RpcAnswerError, RpcError, type ChainClient } from '../../src/chain/rpc.js';
import { findChainCursor } from '../../src/db/chain-cursor.js';
import { transaction, type Transaction } from '../../src/db/database.js';
import {
  insertSigned,
  listCommitments,
  listWithdrawalTransactions,
  lockWallet,
  type Commitment,
  type SentTransaction,
} from '../../src/db/sent-transactions.js';
import { lockWithdrawal } from '../../src/db/withdrawals.js';
import { committedTokens, committedWei, requireGas, requireTokens, unite } from './funds.js';
import { NotYet, type Outgoing, type SigningDependencies } from './outgoing.js';
import { requireApproval, requireNoHold, requireWithinLimits } from './policy.js';

/** What the chain says before anything is committed: fees, gas, funds, the wallet's own count of nonces. */
interface Preparation {
  readonly gasLimit: bigint;
  readonly fees: Fees;
  readonly rollupFeeWei: bigint;
  /** As they were before the balances were read. */
  readonly commitments: readonly Commitment[];
  readonly tokenBalanceAtomic: bigint;
  readonly nativeBalanceWei: bigint;
  readonly chainNonce: number;
}

/**
 * The attempts to pay a withdrawal, the first of them signed now when there was none: once, whoever else asks at the
 * same moment. Empty when it isn't to be paid.
 *
 * @throws NotYet when it can't leave now; then no nonce is taken.
 */
export async function signOnce(
  deps: SigningDependencies,
  outgoing: Outgoing,
): Promise<readonly SentTransaction[]> {
  const { withdrawalId } = outgoing.withdrawal;
  const known = await listWithdrawalTransactions(deps.db, [withdrawalId]);
  if (known.length > 0) return known;
  const prepared = await prepare(deps, outgoing);
  return transaction(deps.db, (trx) => commitSigned(trx, deps, { outgoing, prepared }));
}

async function prepare(deps: SigningDependencies, outgoing: Outgoing): Promise<Preparation> {
  const { withdrawal, chain, asset, native, client } = outgoing;
  const { address } = deps.hotWallet;
  const { chainCode } = chain;
  const cursor = await findChainCursor(deps.db, chainCode);
  if (cursor?.haltedReason != null)
    throw new NotYet('halted', `the chain is halted until an operator resumes it: ${cursor.haltedReason}`);
  const commitments = await listCommitments(deps.db, { chainCode, address });
  const call = transferCall({ asset, to: withdrawal.address, amountAtomic: withdrawal.amountAtomic });
  const [tokenBalanceAtomic, nativeBalanceWei, fees, chainNonce, rollupFeeWei, estimate] = await Promise.all([
    readBalance(client, { address, asset }),
    readBalance(client, { address, asset: native }),
    suggestFees(client, { capWei: chain.maxFeePerGasWei }),
    readNonceAt(client, { address, block: 'latest' }),
    readRollupFee(client, { chainId: chain.chainId, ...call }),
    estimateTransfer(client, { from: address, ...call }),
  ]);
  requireTokens(asset, { spareAtomic: tokenBalanceAtomic, neededAtomic: withdrawal.amountAtomic });
  if (fees.baseFeePerGasWei > fees.maxFeePerGasWei) {
    throw new NotYet(
      'fees_too_high',
      'the base fee of the chain is above maxFeePerGasGwei; waits until it falls',
    );
  }
  if (estimate instanceof NotYet) throw estimate;
  const { gasLimit } = estimate;
  return { fees, gasLimit, rollupFeeWei, commitments, tokenBalanceAtomic, nativeBalanceWei, chainNonce };
}

async function estimateTransfer(
  client: ChainClient,
  call: Parameters<typeof estimateGas>[1],
): Promise<{ gasLimit: bigint } | NotYet> {
  try {
    return { gasLimit: await estimateGas(client, call) };
  } catch (error) {
    // Refused, or an estimate that no transfer needs.
    if (!(error instanceof RpcError) && !(error instanceof RpcAnswerError)) throw error;
    return new NotYet('refused', `the chain refuses the transfer: ${error.message}`);
  }
}

/**
 * Takes the wallet's next nonce, signs, and keeps nonce, bytes and hash, in one transaction under the wallet's lock.
 * Until it commits nobody has seen the bytes. After it no other payment is ever signed for this withdrawal, unless a
 * transaction from outside has taken the nonce for good.
 */
async function commitSigned(
  trx: Transaction,
  deps: SigningDependencies,
  { outgoing, prepared }: { outgoing: Outgoing; prepared: Preparation },
): Promise<readonly SentTransaction[]> {
  const { chain, asset } = outgoing;
  const { withdrawalId } = outgoing.withdrawal;
  const { chainCode, chainId } = chain;
  const { address } = deps.hotWallet;
  const nowMs = deps.now();
  const wallet = await lockWallet(trx, { chainCode, address });
  const withdrawal = await lockWithdrawal(trx, withdrawalId);
  const already = await listWithdrawalTransactions(trx, [withdrawalId]);
  // `broadcast` without a transaction: its nonce was lost to one from outside.
  if (already.length > 0 || (withdrawal?.status !== 'approved' && withdrawal?.status !== 'broadcast'))
    return already;

  await requireApproval(trx, withdrawal);
  await requireNoHold(trx, withdrawal);
  const { amountAtomic } = withdrawal;
  await requireWithinLimits(trx, { limits: deps.limits, asset, amountAtomic, nowMs });
  const { gasLimit, fees, rollupFeeWei, chainNonce } = prepared;
  // Of the row that is locked, and not of the one that was read before: this is what was approved.
  const call = transferCall({ asset, to: withdrawal.address, amountAtomic });
  const maxCostWei = call.valueAtomic + gasLimit * fees.maxFeePerGasWei + rollupFeeWei;
  await requireFunds(trx, { outgoing, prepared, address, maxCostWei });

  const { maxFeePerGasWei, maxPriorityFeePerGasWei } = fees;
  const nonce = Math.max(wallet.nextNonce ?? 0, chainNonce);
  const { raw, hash } = await deps.hotWallet.signTransaction({
    ...{ chainId, nonce, ...call, gasLimit, maxFeePerGasWei, maxPriorityFeePerGasWei },
  });
  await insertSigned(trx, {
    ...{ chainCode, txHash: hash, fromAddress: address, nonce, rawTransaction: raw, withdrawalId },
    ...{ purpose: 'payment', replaces: null, maxFeePerGasWei, maxCostWei, signedAtMs: nowMs },
    payment: { tokenSymbol: asset.tokenSymbol, amountAtomic, to: withdrawal.address },
  });
  return listWithdrawalTransactions(trx, [withdrawalId]);
}

/** The balances, less what is signed already and may still be mined. */
async function requireFunds(
  trx: Transaction,
  funds: { outgoing: Outgoing; prepared: Preparation; address: string; maxCostWei: bigint },
): Promise<void> {
  const { outgoing, prepared, address, maxCostWei } = funds;
  const { chain, asset, native, withdrawal } = outgoing;
  const now = await listCommitments(trx, { chainCode: chain.chainCode, address });
  const commitments = unite(prepared.commitments, now);
  if (asset.kind === 'erc20') {
    const spareAtomic = prepared.tokenBalanceAtomic - committedTokens(commitments, asset);
    requireTokens(asset, { spareAtomic, neededAtomic: withdrawal.amountAtomic });
  }
  const spareWei = prepared.nativeBalanceWei - committedWei(commitments);
  requireGas(native, { spareWei, neededWei: maxCostWei });
}
