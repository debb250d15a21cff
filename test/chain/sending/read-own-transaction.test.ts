import { expect, it } from '@jest/globals';
import { keccak256, serializeTransaction, type Hex } from 'viem';
import { RpcAnswerError } from '../../../src/chain/rpc/rpc-errors.js';
import type { ChainClient, Decode } from '../../../src/chain/rpc/types.js';
import { readOwnTransaction } from '../../../src/chain/sending/find-nonce-use.js';
import { addressOf } from '../../helpers/facts/facts.js';

const ADDRESS = addressOf(1);
const FOUND = {
  type: '0x2',
  chainId: '0x1',
  nonce: '0x0',
  gas: '0x5208',
  value: '0x1',
  input: '0x',
  accessList: [],
  from: ADDRESS,
  to: addressOf(2),
  maxFeePerGas: '0x2',
  maxPriorityFeePerGas: '0x1',
};
const WORD: Hex = `0x${'1'.repeat(64)}`;
const TOO_LARGE: Hex = `0x${'f'.repeat(64)}`;

/** A client whose RPC has a block with only this transaction. */
function clientWith(transaction: object): ChainClient {
  const block = { number: '0x7', hash: WORD, timestamp: '0x1', transactions: [transaction] };
  const request = (_method: string, _params: unknown, decode: Decode<unknown>): Promise<unknown> =>
    Promise.resolve(decode(block, 0));
  return { onOneRpc: (work: (rpc: object) => unknown) => work({ request }) } as unknown as ChainClient;
}

/** The hash of the transaction with this signature. */
const hashWith = (r: Hex, s: Hex): Hex =>
  keccak256(
    serializeTransaction(
      {
        type: 'eip1559',
        chainId: 1,
        nonce: 0,
        gas: 21_000n,
        value: 1n,
        data: '0x',
        to: addressOf(2) as Hex,
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 1n,
      },
      { r, s, yParity: 0 },
    ),
  );

it.each([
  ['an invalid signature', { r: TOO_LARGE, s: TOO_LARGE, hash: hashWith(TOO_LARGE, TOO_LARGE) }],
  ["somebody else's signature", { r: WORD, s: WORD, hash: hashWith(WORD, WORD) }],
  ['a tip above its fee', { r: WORD, s: WORD, hash: WORD, maxPriorityFeePerGas: '0x3' }],
  ['an invalid address', { r: WORD, s: WORD, hash: WORD, to: '0x1' }],
])('a transaction with %s is a wrong answer of the RPC', async (_which, fields) => {
  const transaction = { ...FOUND, yParity: '0x0', v: '0x0', ...fields };
  await expect(
    readOwnTransaction(clientWith(transaction), {
      chainId: 1,
      address: ADDRESS,
      txHash: fields.hash,
      blockNumber: 7,
    }),
  ).rejects.toBeInstanceOf(RpcAnswerError);
});
