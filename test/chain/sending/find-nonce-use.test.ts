import { describe, expect, it } from '@jest/globals';
import { keccak256, parseTransaction, toHex, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import {
  findNonceUse,
  readOwnTransaction,
  type NonceUse,
} from '../../../src/chain/sending/find-nonce-use.js';
import type { ChainClient, Decode } from '../../../src/chain/rpc/types.js';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const relay = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const [CHAIN, OTHER_CHAIN] = [10, 1];
const NONCE = 3;
const BLOCK = 9;
const HASH = `0x${'99'.repeat(32)}`;
const address = account.address.toLowerCase();
const call = { nonce: NONCE, to: relay.address, value: 5n, gas: 21_000n } as const;

/** A chain of ten blocks, whose RPCs show one transaction in the block after which the address has used the nonce. */
function chainWith(transaction: { readonly hash: string }): ChainClient {
  const answer = (method: string, [first, at]: readonly unknown[]): unknown =>
    method === 'eth_getTransactionCount'
      ? toHex(Number(at) < BLOCK ? NONCE : NONCE + 1)
      : { number: first, hash: HASH, timestamp: '0x1', transactions: [transaction] };
  const request = (method: string, params: readonly unknown[], decode: Decode<unknown>) =>
    Promise.resolve(decode(answer(method, params), 0));
  const client: Pick<ChainClient, 'onOneRpc'> = {
    onOneRpc: (work) => work({ origin: 'rpc', request, requestBatch: request } as never),
  };
  return client as ChainClient;
}

/** The number by which a legacy transaction names its chain (EIP-155), or none. */
const legacyV = (yParity: number, chainId?: number): number =>
  chainId === undefined ? 27 + yParity : 35 + 2 * chainId + yParity;

/** Writes a signed transaction as an RPC shows it. @param shown replaces fields of it; undefined leaves one out. */
function show(raw: Hex, shown: object = {}): { readonly hash: string } {
  const {
    type,
    chainId,
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    r,
    s,
    yParity = 0,
  } = parseTransaction(raw);
  const fees =
    type === 'legacy'
      ? { gasPrice: toHex(gasPrice ?? 0n) }
      : { maxFeePerGas: toHex(maxFeePerGas ?? 0n), maxPriorityFeePerGas: toHex(maxPriorityFeePerGas ?? 0n) };
  const transaction = {
    hash: keccak256(raw),
    from: address,
    nonce: toHex(NONCE),
    to: call.to,
    value: toHex(call.value),
    input: '0x',
    gas: toHex(call.gas),
    type: type === 'legacy' ? '0x0' : '0x2',
    ...fees,
    r,
    s,
    yParity: toHex(yParity),
    v: toHex(type === 'legacy' ? legacyV(yParity, chainId) : yParity),
    ...(chainId === undefined ? {} : { chainId: toHex(chainId) }),
    ...shown,
  };
  return transaction;
}

const find = (transaction: { readonly hash: string }): Promise<NonceUse | null> =>
  findNonceUse(chainWith(transaction), { chainId: CHAIN, address, nonce: NONCE, finalNumber: BLOCK + 1 });
const signed = (chainId: number): Promise<Hex> =>
  account.signTransaction({ ...call, chainId, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, type: 'eip1559' });
const signedLegacy = (of: { chainId?: number }): Promise<Hex> =>
  account.signTransaction({ ...call, ...of, gasPrice: 9n, type: 'legacy' });
const REFUSED = 'the chain of a transaction was answered as 1, must be 10';

describe('the transaction that used a nonce of an address', () => {
  it.each<[string, () => Promise<Hex>]>([
    ['for this chain', () => signed(CHAIN)],
    ['for this chain, before EIP-1559', () => signedLegacy({ chainId: CHAIN })],
    ['for no chain, before EIP-155, so that it is valid on every chain', () => signedLegacy({})],
  ])("is the address's own transaction, signed %s", async (_, sign) => {
    const raw = await sign();
    expect(await find(show(raw))).toMatchObject({
      txHash: keccak256(raw),
      blockNumber: BLOCK,
      blockHash: HASH,
      own: { raw, valueAtomic: 5n },
    });
  });

  // The key has the same address on all chains, and its signatures for other chains are public.
  it.each<[string, () => Promise<Hex>, object]>([
    ['as it is', () => signed(OTHER_CHAIN), {}],
    ['of the oldest type', () => signedLegacy({ chainId: OTHER_CHAIN }), {}],
    ['without its chain', () => signedLegacy({ chainId: OTHER_CHAIN }), { chainId: undefined }],
  ])('is never a transaction for another chain, when an RPC shows it %s', async (_, sign, shown) => {
    const transaction = show(await sign(), shown);
    await expect(find(transaction)).rejects.toThrow(REFUSED);
    const where = { chainId: CHAIN, address, txHash: transaction.hash, blockNumber: BLOCK };
    await expect(readOwnTransaction(chainWith(transaction), where)).rejects.toThrow(REFUSED);
  });

  it.each([
    [CHAIN, true],
    [0, true],
    [OTHER_CHAIN, false],
  ])(
    "may be another account's transaction with its authorization for chain %d: %p",
    async (chainId, isUse) => {
      const { r, s, yParity } = await account.signAuthorization({
        chainId,
        nonce: NONCE,
        contractAddress: relay.address,
      });
      const authorization = { chainId: toHex(chainId), nonce: toHex(NONCE), address: relay.address, r, s };
      const carrying = {
        hash: HASH,
        from: relay.address,
        nonce: '0x0',
        authorizationList: [{ ...authorization, yParity: toHex(yParity ?? 0) }],
      };
      if (isUse) expect(await find(carrying)).toMatchObject({ txHash: HASH, own: null });
      else await expect(find(carrying)).rejects.toThrow('which holds no such transaction');
    },
  );
});
