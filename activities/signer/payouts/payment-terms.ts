import { readSpendable, type Spendable } from '../../../src/chain/agreement/read-spendable.js';
import { isAddress } from '../../../src/chain/keys/address.js';
import { isRefusedByChain } from '../../../src/chain/sending/agreed-refusal.js';
import { transferCall, type TransferCall } from '../../../src/chain/sending/broadcast.js';
import { estimateGasOfEach } from '../../../src/chain/sending/estimate-gas.js';
import { suggestFees, type Fees } from '../../../src/chain/sending/fees.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import { RpcAnswerError, RpcError, RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { listCommitments } from '../../../src/db/wallets/sent-transactions.js';
import type { Commitment } from '../../../src/domain/wallets/commitments.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { quoted } from '../../../src/domain/core/printable.js';
import { findAlteration } from '../../../src/domain/withdrawals/altered-withdrawal.js';
import { estimatePlainGas, MOST_RECIPIENT_GAS } from '../wallet/policy/recipient-gas.js';
import { requireFeesWithinCap, requireTokens } from '../wallet/policy/require-funds.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';
import { countNonces, type NonceCount } from '../wallet/nonces/next-nonce.js';
import { requireRunning } from '../wallet/policy/signing-policy.js';
import { readHotBalance } from '../wallet/policy/ask-token.js';
import { malformed, NotYet, notYetOf } from '../../withdrawals/not-yet.js';

/** The state of the chain before anything is signed: fees, funds and the wallet's nonce count. */
export interface PaymentTerms {
  readonly chainCode: string;
  readonly fees: Fees;
  /** The commitments as they were before the balances were read. */
  readonly commitments: readonly Commitment[];
  readonly gasMoney: Spendable;
  /** Gas limit of a native transfer that runs no code; null when no native coin is to be paid. */
  readonly plainGasLimit: bigint | null;
  /** The terms of each asset to be paid, by its symbol; a NotYet when the asset's contract does not answer. */
  readonly assets: ReadonlyMap<string, AssetTerms | NotYet>;
  readonly counted: NonceCount;
}

interface AssetTerms {
  readonly balance: Spendable;
  /**
   * The fee that a rollup may take for the data of one transfer. It hardly differs between transfers, and has headroom.
   */
  readonly rollupFeeWei: bigint;
}

/** A withdrawal whose transfer the chain would accept. */
export interface Payable {
  readonly signable: SignableWithdrawal;
  readonly gasLimit: bigint;
  readonly rollupFeeWei: bigint;
}

/** The withdrawals that can be paid now, with their terms. Each one is in `payable`, or in `refused` by its id. */
export interface PaymentPlan {
  readonly terms: PaymentTerms;
  readonly payable: readonly Payable[];
  readonly refused: ReadonlyMap<string, NotYet>;
}

/** The largest amount that a token transfer or a transaction can carry. */
const MOST_ATOMIC = 2n ** 256n - 1n;

/**
 * Builds the transfer that pays a withdrawal.
 *
 * @throws NotYet `malformed` when no transfer of that amount to that recipient is possible.
 */
export function paymentCall(asset: Asset, withdrawal: Withdrawal): TransferCall {
  const { address, amountAtomic } = withdrawal;
  const alteration = findAlteration(asset, withdrawal);
  if (alteration !== null) throw malformed(alteration);
  if (!isAddress(address)) throw malformed(`an invalid recipient address (${quoted(address)})`);
  if (amountAtomic <= 0n || amountAtomic > MOST_ATOMIC)
    throw malformed(`an amount that can't be sent (${amountAtomic} base units)`);
  return transferCall({ asset, to: address, amountAtomic });
}

/**
 * Reads the terms for paying some withdrawals: asks the chain once for what they all need, and whether it would accept
 * each of the transfers.
 *
 * @param withdrawals at least one, all of one chain. {@link paymentCall} must have a transfer for each of them.
 * @throws NotYet when none of them can be signed now.
 */
export async function readTerms(
  deps: SigningDependencies,
  withdrawals: readonly [SignableWithdrawal, ...SignableWithdrawal[]],
): Promise<PaymentPlan> {
  const [{ chain, client, native }] = withdrawals;
  const { address } = deps.hotWallet;
  const { chainCode } = chain;
  const cursor = await findChainCursor(deps.db, chainCode);
  requireRunning(cursor?.haltedReason);
  const commitments = await listCommitments(deps.db, { chainCode, address });
  const [gasMoney, fees, chainNonce, assets, plainGasLimit, gasLimits] = await Promise.all([
    readSpendable(client, { address, asset: native }),
    suggestFees(client, { capWei: chain.maxFeePerGasWei }),
    countNonces(deps, { client, address }),
    readAssets(withdrawals, address),
    readPlainGasLimit(withdrawals, address),
    estimateAll(withdrawals, address),
  ]);
  const counted = { nonce: chainNonce, isRead: false };
  const terms = { chainCode, fees, commitments, gasMoney, plainGasLimit, assets, counted };
  const payable: Payable[] = [];
  const refused = new Map<string, NotYet>();
  for (const [index, signable] of withdrawals.entries()) {
    const gasLimit = gasLimits[index];
    const refusal =
      findRefusal(signable, terms) ?? (await findExcessiveGas(signable, { gasLimit, terms, address }));
    if (refusal === null && typeof gasLimit === 'bigint') {
      payable.push({ signable, gasLimit, rollupFeeWei: termsOf(signable.asset, terms).rollupFeeWei });
    } else refused.set(signable.withdrawal.withdrawalId, refusal ?? (gasLimit as NotYet));
  }
  return { terms, payable, refused };
}

/** Returns what was read about an asset. @throws NotYet `refused` when its contract did not answer. */
export function termsOf({ tokenSymbol }: Asset, { assets }: PaymentTerms): AssetTerms {
  const found = assets.get(tokenSymbol);
  if (found === undefined) throw new Error(`Nothing was read about ${tokenSymbol}`);
  if (found instanceof NotYet) throw found;
  return found;
}

async function readAssets(
  withdrawals: readonly SignableWithdrawal[],
  address: string,
): Promise<ReadonlyMap<string, AssetTerms | NotYet>> {
  const examples = new Map(withdrawals.map((signable) => [signable.asset.tokenSymbol, signable]));
  const entries = [...examples].map(async ([symbol, { asset, chain, client, withdrawal }]) => {
    const [balance, rollupFeeWei] = await Promise.all([
      readHotBalance(client, { address, asset }).catch(notYetOf),
      readRollupFee(client, { chainId: chain.chainId, ...paymentCall(asset, withdrawal) }),
    ]);
    return [symbol, balance instanceof NotYet ? balance : { balance, rollupFeeWei }] as const;
  });
  return new Map(await Promise.all(entries));
}

function findRefusal({ asset, withdrawal }: SignableWithdrawal, terms: PaymentTerms): NotYet | null {
  try {
    const { atomic: spareAtomic, disputedAtomic } = termsOf(asset, terms).balance;
    requireTokens(asset, { spareAtomic, disputedAtomic, neededAtomic: withdrawal.amountAtomic });
    requireFeesWithinCap(terms.fees);
    return null;
  } catch (error) {
    return notYetOf(error);
  }
}

function readPlainGasLimit(
  withdrawals: readonly [SignableWithdrawal, ...SignableWithdrawal[]],
  address: string,
): Promise<bigint | null> {
  const [{ client }] = withdrawals;
  if (withdrawals.every(({ asset }) => asset.kind !== 'native')) return Promise.resolve(null);
  return estimatePlainGas(client, address);
}

async function findExcessiveGas(
  signable: SignableWithdrawal,
  {
    gasLimit,
    terms: { plainGasLimit },
    address,
  }: {
    gasLimit: bigint | NotYet | undefined;
    terms: Pick<PaymentTerms, 'plainGasLimit'>;
    address: string;
  },
): Promise<NotYet | null> {
  if (signable.asset.kind !== 'native' || typeof gasLimit !== 'bigint' || plainGasLimit === null) return null;
  const mostGas = plainGasLimit + MOST_RECIPIENT_GAS;
  if (gasLimit <= mostGas) return null;
  return refusalOf(
    signable,
    `its recipient is a contract that takes too much gas: ${gasLimit}. A plain transfer takes ${plainGasLimit}, and at most ${MOST_RECIPIENT_GAS} more is paid for; stop the withdrawal`,
    { from: address, mostGas },
  );
}

/** Returns the refusal of one transfer: `unpayable` when the RPCs of the chain agree on it, `refused` by one's word. */
async function refusalOf(
  { asset, client, withdrawal }: SignableWithdrawal,
  words: string,
  { from, mostGas }: { from: string; mostGas: bigint | null },
): Promise<NotYet> {
  const call = { from, ...paymentCall(asset, withdrawal) };
  return new NotYet((await isRefusedByChain(client, call, { mostGas })) ? 'unpayable' : 'refused', words);
}

/**
 * Estimates the gas of each transfer. A transfer that makes the estimate fail, whatever contract its recipient is, does
 * not stop the others. If the RPCs are away, the other requests to them fail as well.
 *
 * @returns for each withdrawal the gas limit, or the reason why the chain would not accept its transfer.
 */
async function estimateAll(
  withdrawals: readonly [SignableWithdrawal, ...SignableWithdrawal[]],
  from: string,
): Promise<readonly (bigint | NotYet)[]> {
  const [{ client }] = withdrawals;
  const calls = withdrawals.map(({ asset, withdrawal }) => ({ from, ...paymentCall(asset, withdrawal) }));
  try {
    return await estimateGasOfEach(client, calls);
  } catch (error) {
    // An RPC refused the estimate, gave more gas than any transfer needs, or failed at it. Which transfer was it?
    const isUnanswered = error instanceof RpcUnavailableError;
    if (!isUnanswered && !(error instanceof RpcError) && !(error instanceof RpcAnswerError)) throw error;
    if (withdrawals.length === 1) {
      if (isUnanswered)
        return [new NotYet('refused', `no RPC says what gas the transfer takes: ${error.message}`)];
      const words = `the chain refuses the transfer: ${error.message}`;
      return [await refusalOf(withdrawals[0], words, { from, mostGas: null })];
    }
  }
  const each = await Promise.all(withdrawals.map((one) => estimateAll([one], from)));
  return each.flat();
}
