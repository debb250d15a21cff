import { expect, it } from '@jest/globals';
import { forgetIfLost } from '../../../../activities/signer/payouts/forget-if-lost.js';
import type {
  SignableWithdrawal,
  SigningDependencies,
} from '../../../../activities/signer/wallet/signed-withdrawal.js';
import { createSigningMemory } from '../../../../activities/signer/wallet/memory/signing-memory.js';
import { RpcError, RpcMissingError, RpcUnavailableError } from '../../../../src/chain/rpc/rpc-errors.js';
import { addressOf } from '../../../helpers/facts/facts.js';
import { silentLog } from '../../../helpers/services/test-engine.js';

const [withdrawalId, chainCode, fromAddress] = ['wd_1', 'local', addressOf(1)] as const;
const CURSOR = {
  chain_code: chainCode,
  height: 9,
  finalized_height: 9,
  block_time: null,
  halted_reason: null,
};

/** Looks up a remembered payment, with these answers of the database and of the RPCs. */
async function lookUp(answers: { cursor?: () => Promise<object>; rpc?: Error }): Promise<boolean> {
  const memory = createSigningMemory(null);
  memory.remember([
    {
      chainCode,
      fromAddress,
      nonce: 0,
      txHash: '0xaa',
      rawTransaction: '0x',
      withdrawalId,
      purpose: 'payment',
      replaces: null,
      maxFeePerGasWei: 1n,
      maxCostWei: 1n,
      signedAtMs: 1_000,
      payment: { tokenSymbol: 'USDC', amountAtomic: 1n, to: addressOf(2) },
    },
  ]);
  const first = answers.cursor ?? (() => Promise.resolve(CURSOR));
  const db = () => ({ where: () => ({ first }) });
  const client = { onOneRpc: () => Promise.reject(answers.rpc ?? new Error('not asked')) };
  await forgetIfLost(
    { db, memory, hotWallet: { address: fromAddress }, log: silentLog } as unknown as SigningDependencies,
    { chain: { chainCode }, client, withdrawal: { withdrawalId } } as unknown as SignableWithdrawal,
  );
  return memory.find(withdrawalId) !== null;
}

it.each([
  new RpcUnavailableError({ chainCode, failures: [] }),
  new RpcError('eth_getTransactionCount', { code: -32_000, message: 'header not found' }),
  new RpcError('eth_getTransactionCount', { code: -32_000, message: 'execution reverted' }),
  new RpcMissingError('the block is not known'),
])('a payment is kept, without delaying other steps, when no RPC knows its state: %s', async (rpc) => {
  expect(await lookUp({ rpc })).toBe(true);
});

it('a payment is kept while its chain is halted', async () => {
  const cursor = () => Promise.resolve({ ...CURSOR, halted_reason: 'a final block is gone' });
  expect(await lookUp({ cursor })).toBe(true);
});

it('a database that is down and a bug of ours are reported as such', async () => {
  const cursor = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  await expect(lookUp({ cursor })).rejects.toThrow('ECONNREFUSED');
  await expect(lookUp({ rpc: new TypeError('undefined is not a function') })).rejects.toThrow(TypeError);
});
