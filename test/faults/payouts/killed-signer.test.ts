import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { keepMoment } from '../../helpers/circuits/circuit-checkpoint.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { killAtEach, KILL_SEED, KILLS_TIMEOUT_MS } from '../../helpers/processes/kill-at-each.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

/** Amount of each of two withdrawals. */
const AMOUNT = 250_000n;
/** A withdrawal needs one try after a death; a few more are no fault. */
const MAX_TURNS = 5;
let circuit: PayoutCircuit;

beforeAll(async () => {
  circuit = await startPayoutCircuit({ goesBySteps: true });
});
afterAll(() => circuit.finish());

/** Does the work of another worker after the death. */
async function takeOver(withdrawal: Withdrawal): Promise<void> {
  const { withdrawalId } = withdrawal;
  for (let turn = 0; turn < MAX_TURNS && !(await circuit.isIn(withdrawal, 'completed')); turn += 1) {
    await circuit.signer.sendWithdrawal({ withdrawalId });
    await circuit.mineAndRead(3);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawalId });
    await circuit.drain();
  }
}

describe(`a signing process that is killed (KILL_SEED=${KILL_SEED})`, () => {
  it(
    'after any of its waits, tried one by one, leaves both withdrawals of its batch paid exactly once, and a balanced ledger',
    async () => {
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xdead_0000));
      // The workflow of this one has not asked for it yet, so it joins the batch of the first.
      const inSameBatch = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xbeef_0000));
      const goBack = await keepMoment(circuit);
      const { waits, followedUp } = await killAtEach({
        circuit,
        work: { kind: 'withdrawal', withdrawalId: withdrawal.withdrawalId },
        goBack,
        moveOn: () => circuit.mineAndRead(3),
        afterwards: async (killed) => {
          for (const each of [withdrawal, inSameBatch]) await takeOver(each);
          const signed = await circuit.signedRows();
          for (const each of [withdrawal, inSameBatch]) {
            expect({
              killed,
              paid: await circuit.received(each.address),
              signed: signed.filter((row) => row.withdrawal_id === each.withdrawalId).length,
              isCompleted: await circuit.isIn(each, 'completed'),
            }).toEqual({ killed, paid: AMOUNT, signed: 1, isCompleted: true });
          }
          expect(signed.map(({ nonce }) => nonce)).toEqual([0, 1]);
          expect(await circuit.balances()).toMatchObject({
            available: 100_000_000n - 2n * AMOUNT,
            reserved: 0n,
          });
          await circuit.mineAndRead(1);
          await circuit.untilBooksBalance();
        },
      });
      // A payment reads, signs, commits, sends and books. A run with few waits would prove nothing.
      expect(waits).toBeGreaterThan(40);
      expect(followedUp).toBeGreaterThan(10);
    },
    KILLS_TIMEOUT_MS,
  );
});
