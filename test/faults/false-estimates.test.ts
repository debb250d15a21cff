import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readSigned } from '../../src/chain/broadcast.js';
import { startPayoutCircuit, type PayoutCircuit } from '../helpers/payout-circuit.js';

jest.setTimeout(60_000);

const AMOUNT = 10_000_000n;
let circuit: PayoutCircuit;
afterEach(() => circuit.finish());

const signedGasLimits = async (): Promise<bigint[]> => {
  const rows = await circuit.database.db('sent_transactions').orderBy('signed_at').select('raw_transaction');
  return rows.map(({ raw_transaction: raw }: { raw_transaction: string }) => readSigned(raw).gasLimit);
};

describe('an estimate of gas that no transaction could be mined with', () => {
  it.each([
    ['0x0', 1],
    ['0x3e8', 1],
    ['0x3e8', 3],
  ])('(%s), told once by the first of %s RPCs, is signed by nobody', async (result, proxies) => {
    circuit = await startPayoutCircuit({ proxies });
    circuit.proxies[0]?.use({
      ...{ methods: ['eth_estimateGas'], times: 1 },
      behaviour: { kind: 'answer', reply: { result } },
    });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    // Where nobody else can be asked, its workflow asks again.
    if (proxies === 1)
      await expect(circuit.signer.sendWithdrawal(withdrawal)).rejects.toThrow('before it runs');
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
