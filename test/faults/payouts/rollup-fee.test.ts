import { describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { GAS_PRICE_ORACLE, oracleThatSays } from '../../helpers/chain/gas-price-oracle.js';
import type { MoneyCircuit } from '../../helpers/circuits/money-circuit.js';
import { startPayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { startSweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

const AMOUNT = 10_000_000n;
const ETH = 10n ** 18n;
const setFee = ({ anvil }: MoneyCircuit, feeWei: bigint): Promise<unknown> =>
  anvil.rpc('anvil_setCode', [GAS_PRICE_ORACLE, oracleThatSays(feeWei)]);

describe('on a rollup that charges for data', () => {
  it('a withdrawal takes no nonce until the hot wallet has that fee too, besides what others may still spend', async () => {
    // The hot wallet has 1 ETH, which is plenty for gas.
    const circuit = await startPayoutCircuit();
    try {
      const waitingReason = async (withdrawal: Withdrawal): Promise<string | null> =>
        (await circuit.reloadWithdrawal(withdrawal)).waitingReason;
      await circuit.anvil.rpc('evm_setAutomine', [false]);
      await setFee(circuit, (6n * ETH) / 10n);
      const first = await circuit.approvedWithdrawal(AMOUNT);
      await circuit.signer.sendWithdrawal(first);
      expect(await waitingReason(first)).toMatch(/the hot wallet lacks 0\.20\d+ ETH for gas; top it up/);
      expect(await circuit.signedRows()).toEqual([]);
      await setFee(circuit, ETH / 10n);
      await circuit.signer.sendWithdrawal(first);
      expect(await circuit.isIn(first, 'broadcast')).toBe(true);

      await setFee(circuit, (45n * ETH) / 100n);
      const second = await circuit.approvedWithdrawal(AMOUNT);
      await circuit.signer.sendWithdrawal(second);
      expect(await waitingReason(second)).toMatch(/the hot wallet lacks 0\.10\d+ ETH for gas; top it up/);
      expect(await circuit.signedRows()).toHaveLength(1);
    } finally {
      await circuit.finish();
    }
  });

  it('a sweep of coins leaves the fee at the address, and gas money for tokens includes it', async () => {
    const circuit = await startSweepCircuit({ hardfork: 'cancun' });
    try {
      const fee = ETH / 1_000n;
      await setFee(circuit, fee);
      const eth = circuit.asset('ETH');
      const [full] = await circuit.earn(1, eth, ETH);
      await circuit.gasMoney();
      const [tokens] = await circuit.earn(1);
      await circuit.sweepUntilDone();
      // Anvil takes no such fee, so what was left for it is still there.
      const left = await circuit.heldAt([full?.depositAddress ?? ''], eth);
      expect(left).toBeGreaterThanOrEqual(2n * fee);
      expect(left).toBeLessThan(ETH / 10n);
      expect(await circuit.heldAt([tokens?.depositAddress ?? ''])).toBe(0n);
      expect(await circuit.heldAt([tokens?.depositAddress ?? ''], eth)).toBeGreaterThanOrEqual(2n * fee);
      await circuit.untilBooksBalance();
    } finally {
      await circuit.close();
    }
  });
});
