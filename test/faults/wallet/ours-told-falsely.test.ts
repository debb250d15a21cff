import { afterEach, describe, expect, it } from '@jest/globals';
import { keccak256, type Hex } from 'viem';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { drainUntil } from '../../helpers/circuits/money-circuit.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import type { Rewrite } from '../../helpers/chain/rpc-proxy.js';

const AMOUNT = 10_000_000n;
/** Deeper than finality and any number of confirmations. */
const FINAL_BLOCKS = 12;
/** keccak256 of `Transfer(address,address,uint256)` (EIP-20). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const BLOCKS = ['eth_getBlockByNumber', 'eth_getBlockByHash'];
const RECEIPT = ['eth_getTransactionReceipt'];

let circuit: PayoutCircuit;
afterEach(() => circuit.finish());

const start = async (proxies: number): Promise<void> => {
  circuit = await startPayoutCircuit({ proxies, slotsInAnEpoch: 4 });
};
const lie = (methods: readonly string[], rewrite: Rewrite): void =>
  circuit.proxies[0]?.use({ methods: [...methods], behaviour: { kind: 'rewrite', rewrite } });

/** Waits for this status. The withdrawal is tried as often as possible meanwhile. */
async function untilIn(withdrawal: Withdrawal, status: string): Promise<void> {
  const { db } = circuit.database;
  await drainUntil(circuit, status, async () => {
    await circuit.passTime(20_000);
    await circuit.mineAndRead(1);
    await db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    return circuit.isIn(withdrawal, status);
  });
}

async function expectPaidOnce(): Promise<void> {
  await circuit.mineAndRead(FINAL_BLOCKS);
  expect(await circuit.received()).toBe(AMOUNT);
  expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}

interface Block {
  readonly number: string;
  readonly hash: string;
  readonly transactions: readonly (string | { readonly from: string })[];
}

describe("one RPC's false report about a payment of ours", () => {
  it('that it was reverted, while two others show it, does no harm: it completes, and its amount is not released', async () => {
    await start(3);
    lie(RECEIPT, (reply) => {
      if (!('result' in reply) || reply.result === null) return reply;
      const receipt = reply.result as { readonly from: string };
      const isOurs = receipt.from.toLowerCase() === circuit.hotWalletAddress;
      return isOurs ? { result: { ...receipt, status: '0x0', logs: [] } } : reply;
    });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await untilIn(withdrawal, 'completed');
    await expectPaidOnce();
  });

  it.each<[string, (receipt: object) => object | null]>([
    ['no receipt of it', () => null],
    [
      'a receipt of it in another block',
      (receipt) => ({ ...receipt, blockHash: `0x${'ab'.repeat(32)}`, logs: [] }),
    ],
  ])('with %s, does not stop the reading when others show it: the payment completes', async (_what, told) => {
    await start(3);
    lie(RECEIPT, (reply) => {
      if (!('result' in reply) || reply.result === null) return reply;
      const receipt = reply.result as { readonly from: string };
      return receipt.from.toLowerCase() === circuit.hotWalletAddress ? { result: told(receipt) } : reply;
    });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await untilIn(withdrawal, 'completed');
    await expectPaidOnce();
  });

  it('that it was reverted, while the only other one shows it, does not fail it while they contradict each other', async () => {
    await start(2);
    lie(RECEIPT, (reply) =>
      'result' in reply && reply.result !== null
        ? { result: { ...reply.result, status: '0x0', logs: [] } }
        : reply,
    );
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await drainUntil(circuit, 'in dispute', async () => {
      await circuit.passTime(20_000);
      await circuit.signer.sendWithdrawal(withdrawal);
      return (await circuit.database.db('chain_disputes').select('*')).length > 0;
    });
    expect(await circuit.isIn(withdrawal, 'broadcast')).toBe(true);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: AMOUNT });
    circuit.proxies[0]?.clear();
    await untilIn(withdrawal, 'completed');
    await expectPaidOnce();
  });

  it('by leaving it out of its block once, is corrected by the verification scan: the payment completes', async () => {
    await start(2);
    lie(BLOCKS, (reply) => {
      if (!('result' in reply) || reply.result === null) return reply;
      const block = reply.result as Block;
      const isOthers = (each: Block['transactions'][number]): boolean =>
        typeof each === 'string' || each.from.toLowerCase() !== circuit.hotWalletAddress;
      return { result: { ...block, transactions: block.transactions.filter(isOthers) } };
    });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(1);
    circuit.proxies[0]?.clear();
    await circuit.mineAndRead(FINAL_BLOCKS);
    await untilIn(withdrawal, 'completed');
    await expectPaidOnce();
  });

  it('that it is mined, is undone by the majority: the completed withdrawal is sent again, and paid', async () => {
    await start(3);
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    let txHash = '';
    lie(['eth_sendRawTransaction'], (_reply, { params }) => {
      txHash = keccak256(params[0] as Hex);
      return { result: txHash };
    });
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(txHash).not.toBe('');
    await circuit.anvil.rpc('anvil_dropAllTransactions');
    circuit.proxies[0]?.clear();
    const height = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
    const made = makeUpMined(withdrawal, { txHash, above: height });
    await circuit.mineAndRead(1);
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(0n);
    made.end();
    await circuit.mineAndRead(FINAL_BLOCKS);
    await drainUntil(circuit, 'sent again', () => circuit.isIn(withdrawal, 'broadcast'));
    await circuit.passTime(20_000);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.anvil.rpc('evm_setAutomine', [true]);
    await untilIn(withdrawal, 'completed');
    await expectPaidOnce();
  });
});

/**
 * Makes the first RPC show the transaction in the next block, with a receipt. @returns a function that ends the lie.
 */
function makeUpMined(
  withdrawal: Withdrawal,
  { txHash, above }: { txHash: string; above: number },
): { end: () => void } {
  let at: Block | null = null;
  const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
  lie(BLOCKS, (reply, call) => {
    if (!('result' in reply) || reply.result === null) return reply;
    const block = reply.result as Block;
    if (Number(block.number) > above) at ??= block;
    if (at?.hash !== block.hash) return reply;
    const position = { blockHash: block.hash, blockNumber: block.number, transactionIndex: '0x0' };
    const ours = {
      ...position,
      hash: txHash,
      from: circuit.hotWalletAddress,
      to: circuit.usdc.address,
      value: '0x0',
    };
    return { result: { ...block, transactions: [call.params[1] === true ? ours : txHash] } };
  });
  lie(RECEIPT, (reply, { params }) => {
    if (at === null || params[0] !== txHash) return reply;
    const position = {
      blockHash: at.hash,
      blockNumber: at.number,
      transactionHash: txHash,
      transactionIndex: '0x0',
    };
    const topics = [TRANSFER_TOPIC, word(circuit.hotWalletAddress), word(withdrawal.address)];
    const data = `0x${AMOUNT.toString(16).padStart(64, '0')}`;
    const log = { ...position, address: circuit.usdc.address, logIndex: '0x0', removed: false, topics, data };
    const sides = { from: circuit.hotWalletAddress, to: circuit.usdc.address, contractAddress: null };
    const gas = { gasUsed: '0xc350', cumulativeGasUsed: '0xc350', effectiveGasPrice: '0x3b9aca00' };
    return { result: { ...position, ...sides, ...gas, status: '0x1', type: '0x2', logs: [log] } };
  });
  return { end: () => circuit.proxies[0]?.clear() };
}
