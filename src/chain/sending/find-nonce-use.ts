import {
  formatTransaction,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  toHex,
  type Address,
  type Hex,
} from 'viem';
import { recoverAuthorizationAddress } from 'viem/utils';
import {
  decodeAddress,
  decodeArray,
  decodeBigint,
  decodeCostWei,
  decodeData,
  decodeGas,
  decodeHash,
  decodeNumber,
  decodeObject,
  decodeTimestampMs,
  expectSame,
  toQuantity,
  type JsonFields,
} from '../rpc/decode.js';
import { readNonceAt } from '../blocks/read-nonce.js';
import type { ChainClient, RpcSession } from '../rpc/types.js';
import { RpcAnswerError } from '../rpc/rpc-errors.js';

/** The final transaction that used a nonce of an address. */
export interface NonceUse {
  readonly txHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTimeMs: number;
  /**
   * The address's own transaction. Null when somebody else's transaction included the address's authorization for that
   * nonce (EIP-7702). Anybody who has seen an authorization may include it, and it uses the nonce like a transaction.
   */
  readonly own: OwnTransaction | null;
}

/** A transaction that the address itself signed. */
export interface OwnTransaction {
  /** Lower-case; null when it created a contract. */
  readonly to: string | null;
  readonly valueAtomic: bigint;
  readonly data: string;
  readonly gasLimit: bigint;
  /** For a transaction type before EIP-1559: its gas price. */
  readonly maxFeePerGasWei: bigint;
  /** The bytes as they were signed, in hex. */
  readonly raw: string;
}

/** An address on a chain. */
interface AddressOfChain {
  readonly chainId: number;
  readonly address: string;
}

type SignedNonce = AddressOfChain & { readonly nonce: number };

/**
 * Finds the mined transaction that used an address's nonce, at or below a final block. It searches for the block in
 * which the address's nonce rises. The signer of the transaction, or of the authorization in it, is recovered from the
 * signature. So no RPC can invent one, or show a transaction that the same key signed for another chain.
 *
 * @returns null when the nonce is not used at or below that block.
 * @throws RpcError when the RPCs do not keep such old state (`isUnknownBlock`). Archive nodes do.
 */
export async function findNonceUse(
  client: ChainClient,
  query: SignedNonce & { readonly finalNumber: number },
): Promise<NonceUse | null> {
  return client.onOneRpc(async (rpc) => {
    const blockNumber = await findBlockOfNonce(rpc, query);
    return blockNumber === null ? null : readNonceUse(rpc, { ...query, blockNumber });
  });
}

/**
 * Reads a mined transaction of an address as it was signed. The signer is recovered from the signature, not read from
 * the RPC's answer.
 *
 * @throws RpcAnswerError when the block holds no transaction with that hash, or when the transaction was signed by
 * another address or for another chain.
 */
export async function readOwnTransaction(
  client: ChainClient,
  {
    txHash,
    blockNumber,
    ...from
  }: AddressOfChain & { readonly txHash: string; readonly blockNumber: number },
): Promise<{
  readonly nonce: number;
  readonly own: OwnTransaction;
  readonly block: { readonly number: number; readonly hash: string; readonly timeMs: number };
}> {
  return client.onOneRpc(async (rpc) => {
    const { transactions, ...block } = await readFullBlock(rpc, blockNumber);
    const found = transactions.find(({ hash }) => decodeHash(hash, 'transaction.hash') === txHash);
    if (found === undefined) throw new RpcAnswerError(`block ${blockNumber} holds no transaction ${txHash}`);
    const raw = await readSignedBytes(found, from);
    return {
      nonce: decodeNumber(found['nonce'], 'transaction.nonce'),
      own: decodeOwn(found, raw),
      block: { number: block.blockNumber, hash: block.blockHash, timeMs: block.blockTimeMs },
    };
  });
}

/** Returns the first block after which the address had used the nonce. */
async function findBlockOfNonce(
  rpc: RpcSession,
  { address, nonce, finalNumber }: { address: string; nonce: number; finalNumber: number },
): Promise<number | null> {
  const isUsedAt = async (blockNumber: number): Promise<boolean> =>
    (await readNonceAt(rpc, { address, block: blockNumber })) > nonce;
  if (!(await isUsedAt(finalNumber))) return null;
  // First backwards in doubled steps: the block is near, and few nodes keep old state.
  let used = finalNumber;
  let unused = finalNumber;
  for (let step = 1; used === unused; step *= 2) {
    const below = Math.max(-1, used - step);
    if (below === -1 || !(await isUsedAt(below))) unused = below;
    else [used, unused] = [below, below];
  }
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2);
    if (await isUsedAt(middle)) used = middle;
    else unused = middle;
  }
  return used;
}

async function readNonceUse(
  rpc: RpcSession,
  { blockNumber, ...signed }: SignedNonce & { readonly blockNumber: number },
): Promise<NonceUse> {
  const { address, nonce } = signed;
  const { transactions, ...block } = await readFullBlock(rpc, blockNumber);
  const found = transactions.find(
    (transaction) =>
      decodeAddress(transaction['from'], 'transaction.from') === address &&
      decodeNumber(transaction['nonce'], 'transaction.nonce') === nonce,
  );
  if (found !== undefined) {
    const raw = await readSignedBytes(found, signed);
    return { ...block, txHash: decodeHash(found['hash'], 'transaction.hash'), own: decodeOwn(found, raw) };
  }
  for (const transaction of transactions) {
    if (await carriesAuthorization(transaction, signed))
      return { ...block, txHash: decodeHash(transaction['hash'], 'transaction.hash'), own: null };
  }
  throw new RpcAnswerError(
    `nonce ${nonce} of ${address} was used in block ${blockNumber}, which holds no such transaction`,
  );
}

function readFullBlock(
  rpc: RpcSession,
  blockNumber: number,
): Promise<Pick<NonceUse, 'blockNumber' | 'blockHash' | 'blockTimeMs'> & { transactions: JsonFields[] }> {
  return rpc.request('eth_getBlockByNumber', [toQuantity(blockNumber), true], (result) => {
    const block = decodeObject(result, 'the block');
    expectSame(decodeNumber(block['number'], 'block.number'), {
      expected: blockNumber,
      what: 'the number of a block asked by number',
    });
    return {
      blockNumber,
      blockHash: decodeHash(block['hash'], 'block.hash'),
      blockTimeMs: decodeTimestampMs(block['timestamp'], 'block.timestamp'),
      transactions: decodeArray(block['transactions'], 'block.transactions').map((transaction) =>
        decodeObject(transaction, 'transaction'),
      ),
    };
  });
}

function decodeOwn(found: JsonFields, raw: string): OwnTransaction {
  return {
    to: found['to'] == null ? null : decodeAddress(found['to'], 'transaction.to'),
    valueAtomic: decodeBigint(found['value'], 'transaction.value'),
    data: decodeData(found['input'], 'transaction.input'),
    gasLimit: decodeGas(found['gas'], 'transaction.gas'),
    maxFeePerGasWei: decodeCostWei(found['maxFeePerGas'] ?? found['gasPrice'], 'transaction.maxFeePerGas'),
    raw,
  };
}

async function carriesAuthorization(transaction: JsonFields, signed: SignedNonce): Promise<boolean> {
  const list = transaction['authorizationList'];
  if (list == null) return false;
  for (const item of decodeArray(list, 'transaction.authorizationList')) {
    if (await isAuthorizationOf(decodeObject(item, 'authorization'), signed)) return true;
  }
  return false;
}

/**
 * Checks one authorization. Anybody can add invalid ones to a transaction: they are ignored, as the chain does. One for
 * chain 0 is valid on every chain.
 */
async function isAuthorizationOf(
  item: JsonFields,
  { address, nonce, chainId: ours }: SignedNonce,
): Promise<boolean> {
  if (decodeBigint(item['nonce'], 'authorization.nonce') !== BigInt(nonce)) return false;
  const chainId = decodeBigint(item['chainId'], 'authorization.chainId');
  if (chainId !== 0n && chainId !== BigInt(ours)) return false;
  const authorization = {
    chainId: Number(chainId),
    nonce,
    address: decodeAddress(item['address'], 'authorization.address') as Address,
  };
  const signature = {
    r: decodeWord(item['r'], 'authorization.r'),
    s: decodeWord(item['s'], 'authorization.s'),
    yParity: Number(decodeBigint(item['yParity'], 'authorization.yParity')),
  };
  const signer = await recoverAuthorizationAddress({ authorization, signature }).catch(() => null);
  return signer?.toLowerCase() === address;
}

/** Reads a number of up to 32 bytes, which nodes show without its leading zeros. */
function decodeWord(value: unknown, what: string): Hex {
  return toHex(decodeBigint(value, what), { size: 32 });
}

/**
 * Writes the transaction as it was signed. Its hash must be the RPC's hash, and its signer must be the address. A key
 * has the same address on all chains, but a transaction for another chain uses no nonce of this one. A transaction from
 * before EIP-155 names no chain, and is valid on every chain.
 *
 * @throws RpcAnswerError also when the transaction can't be written or its signature is invalid: an RPC may answer
 * anything.
 */
async function readSignedBytes(found: JsonFields, from: AddressOfChain): Promise<string> {
  try {
    return await writeSigned(found, from);
  } catch (error) {
    if (error instanceof RpcAnswerError) throw error;
    throw new RpcAnswerError('a transaction was answered that can not be written as it was signed', {
      cause: error,
    });
  }
}

async function writeSigned(found: JsonFields, { chainId, address }: AddressOfChain): Promise<string> {
  const { input, ...transaction } = formatTransaction(found);
  const { r, s, yParity } = transaction;
  const v = decodeBigint(found['v'] ?? '0x0', 'transaction.v');
  const serializedTransaction = serializeTransaction({ ...transaction, data: input }, { r, s, yParity, v });
  expectSame(keccak256(serializedTransaction), {
    expected: decodeHash(found['hash'], 'transaction.hash'),
    what: 'the hash of a transaction serialized as it was signed',
  });
  const signer = await recoverTransactionAddress({ serializedTransaction });
  expectSame(signer.toLowerCase(), { expected: address, what: 'the signer of a transaction' });
  expectSame(parseTransaction(serializedTransaction).chainId ?? chainId, {
    expected: chainId,
    what: 'the chain of a transaction',
  });
  return serializedTransaction;
}
