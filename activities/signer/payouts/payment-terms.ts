import { isAddress } from '../../../src/chain/keys/address.js';
import { transferCall, type TransferCall } from '../../../src/chain/sending/broadcast.js';
import {
  estimateGas,
  estimateGasOfEach,
  readNonceAt,
  suggestFees,
  type Fees,
} from '../../../src/chain/sending/fees.js';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import { RpcAnswerError, RpcError, RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { listCommitments, type Commitment } from '../../../src/db/wallets/sent-transactions.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { requireTokens } from '../wallet/funds.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';
import type { NonceCount } from '../wallet/next-nonce.js';
import { requireRunning } from '../wallet/policy.js';
import { readHotBalance } from '../wallet/ask-token.js';
import { malformed, NotYet } from '../../withdrawals/withdrawal-wait.js';

/** What the chain says before anything is signed: fees, funds, the wallet's own count of nonces. */
export interface PaymentTerms {
  readonly chainCode: string;
  readonly fees: Fees;
  /** As they were before the balances were read. */
  readonly commitments: readonly Commitment[];
  readonly nativeBalanceWei: bigint;
  /** Gas limit of a transfer of the native coin that runs nobody's code; null where none of it is to be paid. */
  readonly plainGasLimit: bigint | null;
  /** Of each asset that is to be paid, by its symbol; why none of it can be, where its contract doesn't answer. */
  readonly assets: ReadonlyMap<string, AssetTerms | NotYet>;
  readonly counted: NonceCount;
}

interface AssetTerms {
  readonly balanceAtomic: bigint;
  /** What a rollup may take for the data of one transfer. It hardly differs between them, and has room for that. */
  readonly rollupFeeWei: bigint;
}

/** A withdrawal that the chain would let through. */
export interface Payable {
  readonly outgoing: SignableWithdrawal;
  readonly gasLimit: bigint;
  readonly rollupFeeWei: bigint;
}

/** Each withdrawal is among the payable or, by its id, among the refused. */
export interface Offer {
  readonly terms: PaymentTerms;
  readonly payable: readonly Payable[];
  readonly refused: ReadonlyMap<string, NotYet>;
}

/**
 * Gas that the recipient of a native coin may take beside a plain transfer: a wallet that is a contract takes some ten
 * thousands. Anybody can write one that takes millions, at the house's cost, and ask to be paid again and again.
 */
const MOST_RECIPIENT_GAS = 200_000n;

/** Neither a token nor a transaction can carry more. */
const MOST_ATOMIC = 2n ** 256n - 1n;

/**
 * The transfer that pays a withdrawal.
 *
 * @throws NotYet `malformed` when there can be none of that amount to that recipient.
 */
export function paymentCall(asset: Asset, { address, amountAtomic }: Withdrawal): TransferCall {
  if (!isAddress(address)) throw malformed(`a recipient that is no address (${JSON.stringify(address)})`);
  if (amountAtomic <= 0n || amountAtomic > MOST_ATOMIC)
    throw malformed(`an amount that can't be sent (${amountAtomic} base units)`);
  return transferCall({ asset, to: address, amountAtomic });
}

/**
 * Asks the chain once for what all of some withdrawals need, and of each whether it would let it through.
 *
 * @param withdrawals of one chain, at least one, each of which {@link paymentCall} has a transfer for.
 * @throws NotYet when nothing at all can leave now.
 */
export async function readTerms(
  deps: SigningDependencies,
  withdrawals: readonly [SignableWithdrawal, ...SignableWithdrawal[]],
): Promise<Offer> {
  const [{ chain, client, native }] = withdrawals;
  const { address } = deps.hotWallet;
  const { chainCode } = chain;
  const cursor = await findChainCursor(deps.db, chainCode);
  requireRunning(cursor?.haltedReason);
  const commitments = await listCommitments(deps.db, { chainCode, address });
  const [nativeBalanceWei, fees, chainNonce, assets, plainGasLimit, gasLimits] = await Promise.all([
    readBalance(client, { address, asset: native }),
    suggestFees(client, { capWei: chain.maxFeePerGasWei }),
    readNonceAt(client, { address, block: 'latest' }),
    readAssets(withdrawals, address),
    readPlainGasLimit(withdrawals, address),
    estimateAll(withdrawals, address),
  ]);
  const counted = { nonce: chainNonce, isRead: false };
  const terms = { chainCode, fees, commitments, nativeBalanceWei, plainGasLimit, assets, counted };
  const payable: Payable[] = [];
  const refused = new Map<string, NotYet>();
  for (const [index, outgoing] of withdrawals.entries()) {
    const gasLimit = gasLimits[index];
    const refusal = findRefusal(outgoing, terms) ?? findGreed(outgoing, { gasLimit, terms });
    if (refusal === null && typeof gasLimit === 'bigint') {
      payable.push({ outgoing, gasLimit, rollupFeeWei: termsOf(outgoing.asset, terms).rollupFeeWei });
    } else refused.set(outgoing.withdrawal.withdrawalId, refusal ?? (gasLimit as NotYet));
  }
  return { terms, payable, refused };
}

/** What was read about an asset. @throws NotYet `refused` when its contract did not answer. */
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
  const examples = new Map(withdrawals.map((outgoing) => [outgoing.asset.tokenSymbol, outgoing]));
  const entries = [...examples].map(async ([symbol, { asset, chain, client, withdrawal }]) => {
    const [balanceAtomic, rollupFeeWei] = await Promise.all([
      readHotBalance(client, { address, asset }).catch(asRefusal),
      readRollupFee(client, { chainId: chain.chainId, ...paymentCall(asset, withdrawal) }),
    ]);
    return [
      symbol,
      balanceAtomic instanceof NotYet ? balanceAtomic : { balanceAtomic, rollupFeeWei },
    ] as const;
  });
  return new Map(await Promise.all(entries));
}

function asRefusal(error: unknown): NotYet {
  if (error instanceof NotYet) return error;
  throw error;
}

function findRefusal({ asset, withdrawal }: SignableWithdrawal, terms: PaymentTerms): NotYet | null {
  try {
    const spareAtomic = termsOf(asset, terms).balanceAtomic;
    requireTokens(asset, { spareAtomic, neededAtomic: withdrawal.amountAtomic });
  } catch (error) {
    if (error instanceof NotYet) return error;
    throw error;
  }
  if (terms.fees.baseFeePerGasWei <= terms.fees.maxFeePerGasWei) return null;
  return new NotYet(
    'fees_too_high',
    'the base fee of the chain is above maxFeePerGasGwei; waits until it falls',
  );
}

function readPlainGasLimit(
  withdrawals: readonly [SignableWithdrawal, ...SignableWithdrawal[]],
  address: string,
): Promise<bigint | null> {
  const [{ client }] = withdrawals;
  if (withdrawals.every(({ asset }) => asset.kind !== 'native')) return Promise.resolve(null);
  return estimateGas(client, { from: address, to: address, valueAtomic: 0n, data: '0x' });
}

function findGreed(
  { asset }: SignableWithdrawal,
  {
    gasLimit,
    terms: { plainGasLimit },
  }: { gasLimit: bigint | NotYet | undefined; terms: Pick<PaymentTerms, 'plainGasLimit'> },
): NotYet | null {
  if (asset.kind !== 'native' || typeof gasLimit !== 'bigint' || plainGasLimit === null) return null;
  if (gasLimit <= plainGasLimit + MOST_RECIPIENT_GAS) return null;
  return new NotYet(
    'refused',
    `its recipient is a contract that takes too much gas: ${gasLimit}, where a plain transfer takes ${plainGasLimit}, and at most ${MOST_RECIPIENT_GAS} more is paid for; stop the withdrawal`,
  );
}

/**
 * What one of them makes fail, whoever wrote its recipient, keeps no other. Where the RPCs are away that is found by
 * what else is asked of them.
 *
 * @returns of each the gas limit, or why the chain would not let it through.
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
    // Refused, an estimate that no transfer needs, or one that RPCs fail at: of which of them?
    const isUnanswered = error instanceof RpcUnavailableError;
    if (!isUnanswered && !(error instanceof RpcError) && !(error instanceof RpcAnswerError)) throw error;
    const what = isUnanswered ? 'no RPC says what gas the transfer takes' : 'the chain refuses the transfer';
    if (withdrawals.length === 1) return [new NotYet('refused', `${what}: ${error.message}`)];
  }
  const each = await Promise.all(withdrawals.map((one) => estimateAll([one], from)));
  return each.flat();
}
