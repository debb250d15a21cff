import { afterEach, describe, expect, it } from '@jest/globals';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { drainUntil, type MoneyCircuitOptions } from '../../helpers/circuits/money-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { COLD_ADDRESS, startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

const AMOUNT = 1_000_000n;

let circuit: SweepCircuit;
const start = async (options: MoneyCircuitOptions = {}): Promise<void> => {
  circuit = await startSweepCircuit({ slotsInAnEpoch: 4, ...options });
  await circuit.gasMoney();
  await circuit.fundHotWallet();
};
afterEach(() => circuit.close());

const addressesOf = (invoices: readonly Invoice[]): string[] =>
  invoices.map(({ depositAddress }) => depositAddress);

async function approve(count: number): Promise<Withdrawal[]> {
  const withdrawals: Withdrawal[] = [];
  for (let i = 0; i < count; i += 1)
    withdrawals.push(await circuit.approvedWithdrawal(AMOUNT, addressOf(0xbe51de_0000 + i)));
  return withdrawals;
}

const untilCompleted = (withdrawals: readonly Withdrawal[]): Promise<void> =>
  drainUntil(circuit, 'all are completed', async () => {
    for (const each of withdrawals)
      if ((await circuit.reloadWithdrawal(each)).status !== 'completed') return false;
    return true;
  });

const noncesOf = async (address: string): Promise<number[]> =>
  (await circuit.transactions()).filter((row) => row.from_address === address).map(({ nonce }) => nonce);

describe('sweeps and withdrawals at the same time', () => {
  it('take nonces of different wallets, without a gap, and leave a balanced ledger', async () => {
    await start();
    const invoices = [
      ...(await circuit.earn(6)),
      ...(await circuit.earn(3, circuit.asset('ETH'), 10n ** 18n)),
    ];
    const withdrawals = await approve(12);
    // Two workers of each role share the work.
    const send = async (): Promise<void> => {
      for (const { withdrawalId } of withdrawals) await circuit.signer.sendWithdrawal({ withdrawalId });
    };
    await Promise.all([send(), send(), circuit.sweep(), circuit.sweep()]);
    await circuit.sweepUntilDone();
    await untilCompleted(withdrawals);
    expect(await circuit.heldAt(addressesOf(invoices))).toBe(0n);
    for (const { address } of withdrawals) expect(await circuit.heldAt([address])).toBe(AMOUNT);
    expect(await noncesOf(circuit.hotWalletAddress)).toEqual(withdrawals.map((_, nonce) => nonce));
    expect(await noncesOf(circuit.sweepWalletAddress)).toEqual([0, 1]);
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  });

  it('never wait for one another: each continues while a transaction of the other is not mined', async () => {
    await start();
    await circuit.earn(2);
    await circuit.sweepUntilDone();
    const invoices = await circuit.earn(2);
    const [paid] = await approve(1);
    const drop = async (from: string): Promise<void> => {
      const last = (await circuit.transactions()).findLast((row) => row.from_address === from);
      await circuit.anvil.rpc('anvil_dropTransaction', [last?.tx_hash]);
    };
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    await circuit.sweep();
    await drop(circuit.sweepWalletAddress);
    await circuit.signer.sendWithdrawal({ withdrawalId: paid?.withdrawalId ?? '' });
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt([paid?.address ?? ''])).toBe(AMOUNT);
    // Approved only now: otherwise it would be in the batch of the one before.
    const waiting = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xabc_def));
    await circuit.signer.sendWithdrawal(waiting);
    await drop(circuit.hotWalletAddress);
    await circuit.sweep();
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt(addressesOf(invoices))).toBe(0n);
    expect(await circuit.heldAt([waiting.address])).toBe(0n);
  });
});

describe('reconciliation', () => {
  it.each([
    ['in batches', {}],
    ['with gas money, where no batches are possible', { hardfork: 'cancun' }],
  ])('finds nothing that is missing after sweeps %s', async (_, rules) => {
    await start({
      ...rules,
      adjust: (chain) => ({
        ...chain,
        coldAddress: COLD_ADDRESS,
        assets: chain.assets.map((asset) =>
          asset.kind === 'erc20' ? { ...asset, hotWalletCeilingAtomic: 1_000_000_000n } : asset,
        ),
      }),
    });
    const eth = circuit.asset('ETH');
    const invoices = await circuit.earn(3);
    const ofEth = await circuit.earn(2, eth, 10n ** 18n);
    // Coins that no invoice asks for are swept as well.
    for (const [asset, invoice] of [
      [circuit.usdc, ofEth[0]],
      [eth, invoices[0]],
    ] as const)
      await circuit.transfer({ asset, to: invoice?.depositAddress ?? '', amountAtomic: 10n ** 17n });
    await circuit.mineAndRead(20);
    await circuit.drain();
    await circuit.sweepUntilDone();
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(addressesOf([...invoices, ...ofEth]))).toBe(0n);
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(300_000_000n + 10n ** 17n);
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  });
});
