import { afterEach, describe, expect, it } from '@jest/globals';
import { readSigned } from '../../../src/chain/sending/broadcast.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
const GWEI = 1_000_000_000n;
const STUCK_MS = 130_000;
let circuit: PayoutCircuit;
afterEach(() => circuit.finish());

const signedGasLimits = async (): Promise<bigint[]> => {
  const rows = await circuit.database.db('sent_transactions').orderBy('signed_at').select('raw_transaction');
  return rows.map(({ raw_transaction: raw }: { raw_transaction: string }) => readSigned(raw).gasLimit);
};

describe('a replacement', () => {
  it('is signed with the gas that it needs at that time, and never with less than before', async () => {
    circuit = await startPayoutCircuit({ proxies: 1 });
    const estimating = (gas: bigint | null): void => {
      circuit.proxies[0]?.clear();
      const failure = { error: { code: -32_000, message: 'execution aborted (timeout = 5s)' } };
      const reply = gas === null ? failure : { result: `0x${gas.toString(16)}` };
      const behaviour = { kind: 'answer', reply } as const;
      circuit.proxies[0]?.use({ methods: ['eth_estimateGas'], behaviour });
    };
    const getStuck = async (baseFeeWei: bigint): Promise<void> => {
      await setBaseFee(circuit.anvil, baseFeeWei);
      await circuit.passTime(STUCK_MS);
      await circuit.mineAndRead(1);
    };
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    estimating(40_000n);
    await circuit.signer.sendWithdrawal(withdrawal);
    // As on Arbitrum, where gas also pays for the parent chain.
    for (const [estimate, baseFeeWei] of [
      [200_000n, 50n * GWEI],
      [60_000n, 200n * GWEI],
      [null, 400n * GWEI],
    ] as const) {
      estimating(estimate);
      await getStuck(baseFeeWei);
      await circuit.signer.sendWithdrawal(withdrawal);
    }
    expect(await signedGasLimits()).toEqual([50_000n, 250_000n, 250_000n, 250_000n]);
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
  });
});

describe('a gas estimate that is too low for any transaction', () => {
  it.each([
    ['0x0', 1],
    ['0x3e8', 1],
    ['0x3e8', 3],
  ])('(%s), reported once by the first of %s RPCs, is not used in a signature', async (result, proxies) => {
    circuit = await startPayoutCircuit({ proxies });
    circuit.proxies[0]?.use({
      methods: ['eth_estimateGas'],
      times: 1,
      behaviour: { kind: 'answer', reply: { result } },
    });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    // Without another RPC to ask, its workflow asks again.
    if (proxies === 1) {
      await circuit.signer.sendWithdrawal(withdrawal);
      expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('before it runs');
    }
    expect(await signedGasLimits()).toEqual([]);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    const [gasLimit, ...others] = await signedGasLimits();
    expect(gasLimit).toBeGreaterThan(26_250n);
    expect(others).toEqual([]);
  });
});
