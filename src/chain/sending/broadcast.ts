import {
  encodeFunctionData,
  erc20Abi,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type Address,
  type Hex,
  type TransactionSerialized,
} from 'viem';
import type { Asset } from '../../domain/core/asset.js';
import { assert } from '../../domain/core/errors.js';
import { decodeHash, decodeObject, expectSame } from '../rpc/decode.js';
import type { SignedAuthorization, UnsignedTransaction } from '../keys/types.js';
import type { RpcSession } from '../rpc/types.js';
import { RpcError, RpcMissingError } from '../rpc/rpc-errors.js';

/** The transaction that pays an amount of an asset, without nonce, gas and fees. */
export interface TransferCall {
  /** The recipient for the native coin, the token's contract otherwise. */
  readonly to: string;
  /** Native coin that the transaction carries, in wei. */
  readonly valueAtomic: bigint;
  readonly data: string;
}

/**
 * Returns the call that pays an amount: for a token, a plain `transfer`. Its return value is ignored, since USDT
 * returns nothing. The Transfer event is the proof.
 */
export function transferCall({
  asset,
  to,
  amountAtomic,
}: {
  asset: Asset;
  to: string;
  amountAtomic: bigint;
}): TransferCall {
  assert(amountAtomic > 0n, 'an amount above zero is sent');
  if (asset.kind === 'native') return { to, valueAtomic: amountAtomic, data: '0x' };
  assert(asset.address !== null, `the token ${asset.tokenSymbol} has a contract address`);
  return { to: asset.address, valueAtomic: 0n, data: encodeTransfer({ to, amountAtomic }) };
}

function encodeTransfer({ to, amountAtomic }: { to: string; amountAtomic: bigint }): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to as Address, amountAtomic],
  });
}

/**
 * A node's answer to a signed transaction.
 * - `accepted`: it is in the node's mempool.
 * - `already_known`: the same bytes were sent before.
 * - `nonce_too_low`: a transaction with this nonce is mined. It may be this very one: ask for its receipt.
 * - `underpriced`: its fees are too low for the node, or too low to replace another transaction with its nonce.
 * - `insufficient_funds`: the wallet can't pay amount and gas.
 * - `rejected`: anything else; see `message`.
 */
export type BroadcastOutcome =
  'accepted' | 'already_known' | 'nonce_too_low' | 'underpriced' | 'insufficient_funds' | 'rejected';

export interface BroadcastAnswer {
  readonly outcome: BroadcastOutcome;
  /** The node's own words; empty when it was accepted. */
  readonly message: string;
}

/** The words of geth, anvil, erigon, nethermind, besu and reth. Nodes have no common codes for these outcomes. */
const OUTCOME_WORDS: readonly (readonly [RegExp, BroadcastOutcome])[] = [
  [/already (known|imported|exists)|known transaction|alreadyknown/i, 'already_known'],
  [/nonce (is )?too low|oldnonce|invalid nonce.*(low|less)/i, 'nonce_too_low'],
  [/insufficient ?funds|upfront cost exceeds|insufficient balance/i, 'insufficient_funds'],
  [
    /underpriced|fee ?too ?low|gas price (is )?too low|less than (the )?block base fee|replacementnotallowed|could not replace/i,
    'underpriced',
  ],
];

/**
 * Sends a signed transaction. When no answer came, or an RPC failed, it sends the same bytes again, which is harmless.
 *
 * @throws RpcUnavailableError when no RPC answered. Even then, the transaction may have been accepted.
 */
export async function sendRawTransaction(rpc: RpcSession, raw: string): Promise<BroadcastAnswer> {
  const hash = keccak256(raw as Hex);
  try {
    await rpc.request('eth_sendRawTransaction', [raw], (result) => {
      expectSame(decodeHash(result, 'eth_sendRawTransaction'), {
        expected: hash,
        what: 'the hash of a sent transaction',
      });
    });
    return { outcome: 'accepted', message: '' };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { outcome: outcomeOf(error.message), message: error.message };
  }
}

/**
 * Sends signed transactions in one request, in their order. When this returns false or throws, a node may still have
 * accepted some of them.
 *
 * @returns whether one node accepted all of them. That is false when the node knew one of them already.
 * @throws RpcUnavailableError when no RPC answered for all of them.
 */
export async function sendAllRaw(rpc: RpcSession, raws: readonly string[]): Promise<boolean> {
  const hashes = raws.map((raw) => keccak256(raw as Hex));
  const calls = raws.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] }));
  try {
    await rpc.requestBatch(calls, (result, index) => {
      expectSame(decodeHash(result, 'eth_sendRawTransaction'), {
        expected: hashes[index] ?? '',
        what: 'the hash of a sent transaction',
      });
    });
    return true;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

function outcomeOf(message: string): BroadcastOutcome {
  return OUTCOME_WORDS.find(([words]) => words.test(message))?.[1] ?? 'rejected';
}

/** Returns whether a node has the transaction, in its mempool or in a block. */
export async function isTransactionKnown(rpc: RpcSession, txHash: string): Promise<boolean> {
  try {
    await rpc.request('eth_getTransactionByHash', [txHash], (result) => {
      const { hash } = decodeObject(result, 'the transaction');
      expectSame(decodeHash(hash, 'transaction.hash'), { expected: txHash, what: 'transaction.hash' });
    });
    return true;
  } catch (error) {
    if (error instanceof RpcMissingError) return false;
    throw error;
  }
}

/** The signer of a transaction, with the chain and the nonce that it was signed for. */
export interface Origin {
  /** Lower-case address, recovered from the signature. */
  readonly signer: string;
  /** The hash that the transaction has on the chain. */
  readonly hash: string;
  /** Null for a legacy transaction that names no chain. */
  readonly chainId: number | null;
  readonly nonce: number;
}

/** Half of the order of secp256k1: a signature has its s in the lower half (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * Reads the origin of a transaction of any type. Returns null when the bytes are not a signed transaction, or not in
 * the form that nodes accept. In another form the same transaction has another hash, but a signature that is equally
 * valid.
 */
export async function readOrigin(raw: string): Promise<Origin | null> {
  try {
    const transaction = parseTransaction(raw as Hex);
    const { chainId, nonce = 0 } = transaction;
    if (!isCanonical(raw, transaction)) return null;
    const signer = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized });
    return { signer: signer.toLowerCase(), hash: keccak256(raw as Hex), chainId: chainId ?? null, nonce };
  } catch {
    // viem throws many types of errors here. All of them mean that the bytes are no signed transaction.
    return null;
  }
}

/** A legacy transaction is never signed again, so it is not checked. */
function isCanonical(raw: string, transaction: ReturnType<typeof parseTransaction>): boolean {
  const { type, r, s, yParity } = transaction;
  if (type === 'legacy') return true;
  if (r === undefined || s === undefined || yParity === undefined || BigInt(s) > HALF_ORDER) return false;
  return serializeTransaction(transaction, { r, s, yParity }) === raw;
}

/** Tells whether a call pays a recipient an amount, in whatever coin. */
export function paysAmount(
  { to, valueAtomic, data }: TransferCall | UnsignedTransaction,
  payment: { readonly to: string; readonly amountAtomic: bigint },
): boolean {
  const recipient = payment.to.toLowerCase();
  if (data === '0x') return to === recipient && valueAtomic === payment.amountAtomic;
  const { amountAtomic } = payment;
  return valueAtomic === 0n && data === encodeTransfer({ to: recipient, amountAtomic });
}

/** Returns whether the bytes are a signed transaction of any type. */
export function isSigned(raw: string): boolean {
  return parseOrNull(raw)?.r !== undefined;
}

/** Returns whether {@link readSigned} can read the bytes. A transaction from the chain may have an older type. */
export function isSigned1559(raw: string): boolean {
  const type = parseOrNull(raw)?.type;
  return type === 'eip1559' || type === 'eip7702';
}

function parseOrNull(raw: string): ReturnType<typeof parseTransaction> | null {
  try {
    return parseTransaction(raw as Hex);
  } catch {
    // viem throws many types of errors here. All of them mean that the bytes are no transaction.
    return null;
  }
}

/** Reads the transaction that was signed. @throws Error when the bytes are no EIP-1559 or EIP-7702 transaction. */
export function readSigned(raw: string): UnsignedTransaction {
  const transaction = parseTransaction(raw as Hex);
  const { chainId, nonce = 0, to, value = 0n, data = '0x', gas } = transaction;
  const { maxFeePerGas, maxPriorityFeePerGas = 0n } = transaction;
  const isOurType = transaction.type === 'eip1559' || transaction.type === 'eip7702';
  if (!isOurType || chainId === undefined || gas === undefined)
    throw new Error('These bytes are no signed EIP-1559 or EIP-7702 transaction.');
  const authorizations = transaction.type === 'eip7702' ? transaction.authorizationList : [];
  return {
    chainId,
    nonce,
    to: to?.toLowerCase() ?? null,
    valueAtomic: value,
    data,
    gasLimit: gas,
    ...(authorizations.length === 0 ? {} : { authorizations: authorizations.map(toAuthorization) }),
    maxFeePerGasWei: maxFeePerGas ?? 0n,
    maxPriorityFeePerGasWei: maxPriorityFeePerGas,
  };
}

function toAuthorization(signed: {
  address: string;
  chainId: number;
  nonce: number;
  r: string;
  s: string;
  yParity?: number | undefined;
}): SignedAuthorization {
  const { chainId, nonce, r, s } = signed;
  return { chainId, nonce, r, s, address: signed.address.toLowerCase(), yParity: signed.yParity ?? 0 };
}
