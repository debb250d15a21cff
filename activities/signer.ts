import { ApplicationFailure } from '@temporalio/common';
import { sendRawTransaction, transferCall, type BroadcastAnswer } from '../src/chain/broadcast.js';
import { estimateGas, readNonce, suggestFees } from '../src/chain/fees.js';
import type { TransactionSigner, UnsignedTransaction } from '../src/chain/keys.js';
import { readBalance } from '../src/chain/read-balance.js';
import { readReceipt } from '../src/chain/receipts.js';
import { RpcAnswerError, RpcError, type ChainClient } from '../src/chain/rpc.js';
import { toChecksumAddress } from '../src/chain/address.js';
import { findPayoutHold } from '../src/db/asset-freezes.js';
import { transaction, type Transaction } from '../src/db/database.js';
import {
  insertSigned,
  listWithdrawalTransactions,
  lockWallet,
  markSent,
  readCommitted,
  type SentTransaction,
} from '../src/db/sent-transactions.js';
import { moveWithdrawal } from '../src/db/withdrawal-orders.js';
import { findWithdrawal, lockWithdrawal, setWaiting, type Withdrawal } from '../src/db/withdrawals.js';
import { gasAsset, sameAsset, type Asset, type Chain } from '../src/domain/asset.js';
import { formatCrypto } from '../src/domain/money.js';
import type { SignerActivities } from './contract.js';
import type { ActivityDependencies } from './dependencies.js';
import { recordNotFound } from './record-not-found.js';

type SigningDependencies = Pick<ActivityDependencies, 'db' | 'chains' | 'chainClient' | 'now' | 'log'> & {
  readonly hotWallet: TransactionSigner;
};

/** How long a withdrawal that can't leave waits before the wallet is looked at again. */
const WAIT_MS = 15_000;

/** One withdrawal on its way out. */
interface Outgoing {
  readonly withdrawal: Withdrawal;
  readonly chain: Chain;
  readonly asset: Asset;
  readonly native: Asset;
  readonly client: ChainClient;
}

/** It can't leave now and may later; the words are for the operator. */
class NotYet extends Error {
  override readonly name = 'NotYet';
}

/** What the chain says before anything is committed: fees, gas, funds, the wallet's own count of nonces. */
interface Preparation {
  readonly call: Pick<UnsignedTransaction, 'to' | 'valueAtomic' | 'data'>;
  readonly gasLimit: bigint;
  readonly maxFeePerGasWei: bigint;
  readonly maxPriorityFeePerGasWei: bigint;
  readonly tokenBalanceAtomic: bigint;
  readonly nativeBalanceWei: bigint;
  readonly chainNonce: number;
}

async function findOutgoing(deps: SigningDependencies, withdrawalId: string): Promise<Outgoing> {
  const withdrawal = await findWithdrawal(deps.db, { withdrawalId });
  if (withdrawal === undefined) throw recordNotFound('withdrawal', withdrawalId);
  const chain = deps.chains.get(withdrawal.asset.chainCode);
  const asset = chain?.assets.find((listed) => sameAsset(listed, withdrawal.asset));
  if (chain === undefined || asset === undefined) {
    throw ApplicationFailure.retryable(
      `${withdrawal.asset.tokenSymbol} on ${withdrawal.asset.chainCode} is not configured any more; list it again to pay ${withdrawalId}.`,
      'AssetNotConfigured',
    );
  }
  return { withdrawal, chain, asset, native: gasAsset(chain), client: deps.chainClient(chain.chainCode) };
}

async function prepare({ hotWallet }: SigningDependencies, outgoing: Outgoing): Promise<Preparation> {
  const { withdrawal, chain, asset, native, client } = outgoing;
  const call = transferCall({ asset, to: withdrawal.address, amountAtomic: withdrawal.amountAtomic });
  const from = hotWallet.address;
  const [tokenBalanceAtomic, nativeBalanceWei] = await Promise.all([
    readBalance(client, { address: from, asset }),
    readBalance(client, { address: from, asset: native }),
  ]);
  requireFunds(outgoing, { balanceAtomic: tokenBalanceAtomic, neededAtomic: withdrawal.amountAtomic });
  const fees = await suggestFees(client, { capWei: chain.maxFeePerGasWei });
  if (fees.baseFeePerGasWei > fees.maxFeePerGasWei) {
    throw new NotYet('the base fee of the chain is above maxFeePerGasGwei; waits until it falls');
  }
  const gasLimit = await estimate(client, { from, ...call });
  const { pending } = await readNonce(client, from);
  return { call, ...fees, gasLimit, tokenBalanceAtomic, nativeBalanceWei, chainNonce: pending };
}

async function estimate(
  client: ChainClient,
  call: { from: string; to: string; valueAtomic: bigint; data: string },
): Promise<bigint> {
  try {
    return await estimateGas(client, call);
  } catch (error) {
    // Refused, or an estimate that no transfer needs.
    if (!(error instanceof RpcError) && !(error instanceof RpcAnswerError)) throw error;
    throw new NotYet(`the chain refuses the transfer: ${error.message}`);
  }
}

function requireFunds(
  { asset, withdrawal }: Pick<Outgoing, 'asset' | 'withdrawal'>,
  { balanceAtomic, neededAtomic }: { balanceAtomic: bigint; neededAtomic: bigint },
): void {
  if (balanceAtomic >= neededAtomic) return;
  const has = formatCrypto(balanceAtomic, asset.decimals);
  throw new NotYet(
    `the hot wallet has ${has} ${asset.tokenSymbol} to spare and ${formatCrypto(withdrawal.amountAtomic, asset.decimals)} are to be sent; top it up`,
  );
}

function requireGas(
  native: Asset,
  { balanceWei, neededWei }: { balanceWei: bigint; neededWei: bigint },
): void {
  if (balanceWei >= neededWei) return;
  const missing = formatCrypto(neededWei - balanceWei, native.decimals);
  throw new NotYet(`the hot wallet lacks ${missing} ${native.tokenSymbol} for gas; top it up`);
}

/**
 * Takes the wallet's next nonce, signs, and keeps nonce, bytes and hash, in one transaction under the wallet's lock.
 * Until it commits nobody has seen the bytes; after it no other bytes will ever be signed for this withdrawal.
 */
async function commitSigned(
  trx: Transaction,
  deps: SigningDependencies,
  { outgoing, prepared }: { outgoing: Outgoing; prepared: Preparation },
): Promise<SentTransaction | null> {
  const { chain, asset, native } = outgoing;
  const { withdrawalId, merchantId } = outgoing.withdrawal;
  const { address } = deps.hotWallet;
  const wallet = await lockWallet(trx, { chainCode: chain.chainCode, address });
  const withdrawal = await lockWithdrawal(trx, withdrawalId);
  const [already] = await listWithdrawalTransactions(trx, [withdrawalId]);
  if (already !== undefined) return already;
  if (withdrawal?.status !== 'approved') return null;

  const hold = await findPayoutHold(trx, { merchantId, asset });
  if (hold !== null) throw new NotYet(hold);
  const committed = await readCommitted(trx, {
    chainCode: chain.chainCode,
    address,
    tokenSymbol: asset.tokenSymbol,
  });
  const { call, gasLimit, maxFeePerGasWei, maxPriorityFeePerGasWei } = prepared;
  const maxCostWei = call.valueAtomic + gasLimit * maxFeePerGasWei;
  if (asset.kind === 'erc20') {
    const balanceAtomic = prepared.tokenBalanceAtomic - committed.tokenAtomic;
    requireFunds(
      { asset, withdrawal },
      { balanceAtomic: balanceAtomic < 0n ? 0n : balanceAtomic, neededAtomic: withdrawal.amountAtomic },
    );
  }
  requireGas(native, { balanceWei: prepared.nativeBalanceWei - committed.nativeWei, neededWei: maxCostWei });

  const nonce = Math.max(wallet.nextNonce ?? 0, prepared.chainNonce);
  const { raw, hash } = await deps.hotWallet.signTransaction({
    chainId: chain.chainId,
    nonce,
    ...call,
    gasLimit,
    maxFeePerGasWei,
    maxPriorityFeePerGasWei,
  });
  await insertSigned(trx, {
    chainCode: chain.chainCode,
    txHash: hash,
    fromAddress: address,
    nonce,
    rawTransaction: raw,
    withdrawalId,
    maxFeePerGasWei,
    maxCostWei,
  });
  const [signed] = await listWithdrawalTransactions(trx, [withdrawalId]);
  return signed ?? null;
}

/** What a refusal of our bytes means: the chain is asked, a new nonce is never the answer. */
async function explainRefusal(
  client: ChainClient,
  { sent, answer }: { sent: SentTransaction; answer: BroadcastAnswer },
): Promise<string | null> {
  const receipt = await readReceipt(client, sent.txHash);
  if (receipt !== null) return null; // mined already: the follower will tell
  switch (answer.outcome) {
    case 'accepted':
    case 'already_known':
      return null;
    case 'nonce_too_low':
      return `nonce ${sent.nonce} was used by a transaction that is not ours; nothing new is signed until an operator has looked`;
    case 'underpriced':
      return 'its fee is too low for the chain by now; waits until fees fall';
    case 'insufficient_funds':
      return 'the hot wallet lacks native coin for gas; top it up';
    case 'rejected':
      return `the chain refuses the transaction: ${answer.message}`;
  }
}

/** Sends the committed bytes, as often as it is called: the chain takes the same bytes once. */
async function send(deps: SigningDependencies, outgoing: Outgoing, sent: SentTransaction): Promise<void> {
  const { client, chain } = outgoing;
  const { withdrawalId } = outgoing.withdrawal;
  const answer = await sendRawTransaction(client, sent.rawTransaction);
  const trouble = await explainRefusal(client, { sent, answer });
  const nowMs = deps.now();
  if (trouble !== null) {
    deps.log.warn(
      { withdrawalId, txHash: sent.txHash, outcome: answer.outcome },
      `withdrawal is stuck: ${trouble}`,
    );
    await setWaiting(deps.db, { withdrawalId, reason: trouble, untilMs: nowMs + WAIT_MS });
    return;
  }
  await transaction(deps.db, async (trx) => {
    const withdrawal = await lockWithdrawal(trx, withdrawalId);
    await markSent(trx, { chainCode: chain.chainCode, txHash: sent.txHash, nowMs });
    if (withdrawal?.status === 'approved') {
      const showAddress = toChecksumAddress;
      await moveWithdrawal(trx, withdrawal, { to: 'broadcast', reason: null, nowMs, showAddress });
    }
  });
  deps.log.info(
    { withdrawalId, txHash: sent.txHash, nonce: sent.nonce, outcome: answer.outcome },
    'withdrawal sent',
  );
}

async function signOnce(deps: SigningDependencies, outgoing: Outgoing): Promise<SentTransaction | null> {
  const [known] = await listWithdrawalTransactions(deps.db, [outgoing.withdrawal.withdrawalId]);
  if (known !== undefined) return known;
  const prepared = await prepare(deps, outgoing);
  return transaction(deps.db, (trx) => commitSigned(trx, deps, { outgoing, prepared }));
}

export function createSignerActivities(deps: SigningDependencies): SignerActivities {
  return {
    async sendWithdrawal({ withdrawalId }): Promise<void> {
      const outgoing = await findOutgoing(deps, withdrawalId);
      try {
        const sent = await signOnce(deps, outgoing);
        if (sent !== null) await send(deps, outgoing, sent);
      } catch (error) {
        if (!(error instanceof NotYet)) throw error;
        deps.log.warn({ withdrawalId }, `withdrawal waits: ${error.message}`);
        await setWaiting(deps.db, { withdrawalId, reason: error.message, untilMs: deps.now() + WAIT_MS });
      }
    },
  };
}
