import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';

const AMOUNT = 10_000_000n;
const GWEI = 1_000_000_000n;
/** More blocks than finality takes: finalized is 8 blocks behind the head. */
const FINAL_BLOCKS = 12;
const STUCK_MS = 130_000;

let circuit: PayoutCircuit;
beforeEach(async () => {
  circuit = await startPayoutCircuit({ slotsInAnEpoch: 4 });
  await circuit.anvil.rpc('evm_setAutomine', [false]);
});
afterEach(() => circuit.finish());

/** Replaces the last blocks by a block without their transactions, which are in no mempool either. */
async function undo(withdrawal: Withdrawal, blocks: number): Promise<void> {
  await circuit.anvil.reorg(blocks);
  await circuit.anvil.rpc('anvil_dropAllTransactions');
  await circuit.mineAndRead(1);
  expect(await circuit.received()).toBe(0n);
  await circuit.drainUntilIn(withdrawal, 'broadcast');
  await circuit.anvil.rpc('anvil_dropAllTransactions');
}

describe('a withdrawal that was completed by one attempt, undone, completed by another and undone', () => {
  it('is sent again, is paid once, and each booked payment is reversed once', async () => {
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.signer.sendWithdrawal(withdrawal);
    const original = await circuit.transactionOf(withdrawal);
    await setBaseFee(circuit.anvil, 20n * GWEI);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect((await circuit.transactionOf(withdrawal)).replaces).toBe(original.txHash);

    await undo(withdrawal, 4);
    await setBaseFee(circuit.anvil, 1n);
    await circuit.anvil.rpc('eth_sendRawTransaction', [original.rawTransaction]);
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect((await circuit.transactionOf(withdrawal)).txHash).toBe(original.txHash);

    await undo(withdrawal, 3);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: AMOUNT });
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  });
});
