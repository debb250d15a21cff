import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { deployBatchPayer, payFromContract } from '../../helpers/circuits/circuit-chain.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { callData, callOddContract, deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ oddTokens: true });
  follower = circuit.keepFollowing();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

async function expectCredited(invoice: Invoice, amountAtomic = invoice.amountAtomic): Promise<void> {
  await circuit.anvil.mine(3);
  await circuit.becomes(invoice, 'completed');
  expect((await circuit.reload(invoice)).amountPaidAtomic).toBe(amountAtomic);
  const nothingElse = { pending: 0n, held: 0n, reserved: 0n, deficit: 0n };
  const asset = circuit.asset(invoice.asset.tokenSymbol);
  expect(await circuit.balances(asset)).toMatchObject({ available: amountAtomic, ...nothingElse });
  expect(await circuit.eventTypes(invoice)).toEqual(['invoice.created', 'invoice.paid', 'invoice.completed']);
}

describe('a payment is credited in full', () => {
  const to = (invoice: Invoice) => ({ asset: circuit.usdc, to: invoice.depositAddress });

  it('when a contract makes it in two transfers of one transaction', async () => {
    const invoice = await circuit.invoice();
    const batchPayer = await deployBatchPayer(circuit.anvil, [circuit.usdc]);
    const partsAtomic = [60_000_000n, 40_000_000n];
    await payFromContract(circuit.anvil, { batchPayer, ...to(invoice), partsAtomic });
    await expectCredited(invoice);
    const rows = await circuit.database.db('transfers').select<{ position: number }[]>('position');
    expect(rows.map(({ position }) => position).sort()).toEqual([0, 1]);
  });

  it('when two equal halves are in one transaction', async () => {
    const invoice = await circuit.invoice();
    const batchPayer = await deployBatchPayer(circuit.anvil, [circuit.usdc]);
    const partsAtomic = [50_000_000n, 50_000_000n];
    await payFromContract(circuit.anvil, { batchPayer, ...to(invoice), partsAtomic });
    await expectCredited(invoice);
  });

  it('when it comes by two transactions of one block', async () => {
    const invoice = await circuit.invoice();
    await circuit.transferTogether([
      { ...to(invoice), amountAtomic: 50_000_000n },
      { ...to(invoice), amountAtomic: 50_000_000n },
    ]);
    await expectCredited(invoice);
  });

  it('beside the payment of another invoice in the same block', async () => {
    const [one, two] = [await circuit.invoice(), await circuit.invoice({ amountAtomic: 7_000_000n })];
    await circuit.transferTogether(
      [one, two].map((invoice) => ({ ...to(invoice), amountAtomic: invoice.amountAtomic })),
    );
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'both', async () => (await circuit.balances()).available === 107_000_000n);
    expect([(await circuit.reload(one)).status, (await circuit.reload(two)).status]).toEqual([
      'completed',
      'completed',
    ]);
  });

  it('in a token whose transfer returns nothing', async () => {
    const invoice = await circuit.invoice({ asset: circuit.asset('USDT') });
    await circuit.pay(invoice);
    await expectCredited(invoice);
  });

  it('in a token of 18 decimals, to the last unit', async () => {
    const amountAtomic = 1_234_567_890_123_456_789n;
    const invoice = await circuit.invoice({ asset: circuit.asset('DAI'), decimals: 18, amountAtomic });
    await circuit.pay(invoice);
    await expectCredited(invoice);
  });

  it('in the native coin, by a plain transaction', async () => {
    const amountAtomic = 12_500_000_000_000_001n;
    const invoice = await circuit.invoice({ asset: circuit.eth, decimals: 18, amountAtomic });
    await circuit.pay(invoice);
    await expectCredited(invoice);
  });
});

/** A node answers before it has mined the transaction, and only then is it reverted. */
async function untilReverted(txHash: string): Promise<void> {
  await until('it is reverted', async () => {
    const receipt = await circuit.anvil.rpc<{ status: string } | null>('eth_getTransactionReceipt', [txHash]);
    return receipt?.status === '0x0';
  });
}

describe('something that is not a payment counts for nothing', () => {
  async function expectNothing(invoice: Invoice): Promise<void> {
    await circuit.anvil.mine(3);
    await untilAllDone(circuit);
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'pending', amountPaidAtomic: 0n });
    expect(await circuit.database.db('transfers').select('*')).toEqual([]);
    expect(await circuit.database.db('ledger_entries').select('*')).toEqual([]);
    // The address is still watched: the real payment is credited.
    await circuit.pay(invoice);
    await expectCredited(invoice);
  }

  it('a transfer of zero', async () => {
    const invoice = await circuit.invoice();
    const address = circuit.usdc.address ?? '';
    const args = [invoice.depositAddress, 0n];
    await callOddContract({
      rpcUrl: circuit.anvil.url,
      name: 'EighteenDecimalsToken',
      functionName: 'transfer',
      address,
      args,
    });
    await expectNothing(invoice);
  });

  it('an unlisted token with the symbol of a listed one', async () => {
    const invoice = await circuit.invoice();
    const address = await deployOddContract({ rpcUrl: circuit.anvil.url, name: 'EighteenDecimalsToken' });
    await circuit.transfer({
      asset: { ...circuit.usdc, address },
      to: invoice.depositAddress,
      amountAtomic: 10n ** 20n,
    });
    await expectNothing(invoice);
  });

  it('a contract that only emits the event of a listed token', async () => {
    const invoice = await circuit.invoice();
    const rpcUrl = circuit.anvil.url;
    const address = await deployOddContract({ rpcUrl, name: 'LiarToken' });
    const [from = ''] = circuit.anvil.accounts;
    const args = [from, invoice.depositAddress, invoice.amountAtomic];
    await callOddContract({ rpcUrl, name: 'LiarToken', address, functionName: 'emitTransfer', args });
    await expectNothing(invoice);
  });

  it('a transaction that pays and is then reverted', async () => {
    const invoice = await circuit.invoice();
    const batchPayer = await deployBatchPayer(circuit.anvil, [circuit.usdc]);
    const args = [circuit.usdc.address, [invoice.depositAddress], [invoice.amountAtomic]];
    const [from] = circuit.anvil.accounts;
    const data = callData('BatchPayer', 'payManyThenFail', args);
    const txHash = await circuit.anvil.rpc<string>('eth_sendTransaction', [
      { from, to: batchPayer, data, gas: '0x100000' },
    ]);
    await untilReverted(txHash);
    await expectNothing(invoice);
  });

  it('native coin in a transaction that is reverted', async () => {
    const amountAtomic = 10n ** 15n;
    const invoice = await circuit.invoice({ asset: circuit.eth, decimals: 18, amountAtomic });
    // A contract at the deposit address that refuses whatever comes (PUSH0 PUSH0 REVERT).
    await circuit.anvil.rpc('anvil_setCode', [invoice.depositAddress, '0x5f5ffd']);
    const [from] = circuit.anvil.accounts;
    const txHash = await circuit.anvil.rpc<string>('eth_sendTransaction', [
      { from, to: invoice.depositAddress, value: `0x${amountAtomic.toString(16)}`, gas: '0x10000' },
    ]);
    await untilReverted(txHash);
    await circuit.anvil.rpc('anvil_setCode', [invoice.depositAddress, '0x']);
    await expectNothing(invoice);
  });
});
