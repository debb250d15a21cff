import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { CIRCUIT_MNEMONIC } from '../../helpers/circuits/money-circuit.js';
import { startPayingProcess, type PayingProcess } from '../../helpers/processes/paying-process.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { addressOf } from '../../helpers/facts/facts.js';

/** Of each of two withdrawals a kill. */
const AMOUNT = 250_000n;
/** Processes that are made ready while one runs. */
const SPARES = 2;
/** Far more waits than a payment has; and fewer than the merchant's money allows. */
const MAX_KILLS = 200;
/** A withdrawal needs one turn after a death; a few more are no fault. */
const MAX_TURNS = 5;
let circuit: PayoutCircuit;
const spares: PayingProcess[] = [];

beforeAll(async () => {
  circuit = await startPayoutCircuit();
}, 60_000);
afterAll(async () => {
  for (const spare of spares) spare.stop();
  await circuit.finish();
});

function nextProcess(): PayingProcess {
  while (spares.length <= SPARES) spares.push(startPayingProcess());
  return spares.shift() as PayingProcess;
}

/** What another worker does once the dead one is missed. */
async function takeOver(withdrawal: Withdrawal): Promise<void> {
  const { withdrawalId } = withdrawal;
  for (let turn = 0; turn < MAX_TURNS && !(await circuit.isIn(withdrawal, 'completed')); turn += 1) {
    await circuit.signer.sendWithdrawal({ withdrawalId });
    await circuit.mineAndRead(3);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawalId });
    await circuit.drain();
  }
}

describe('a signing process that is killed', () => {
  it('after any of its waits, each in turn, leaves a withdrawal and the one it takes along paid exactly once, and books that balance', async () => {
    let kills = 0;
    for (let isDone = false; !isDone; kills += 1) {
      expect(kills).toBeLessThan(MAX_KILLS);
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xdead_0000 + kills));
      // Its own workflow has not asked for it yet.
      const company = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xbeef_0000 + kills));
      const order = {
        ...{ databaseUrl: circuit.database.url, chain: circuit.chain, mnemonic: CIRCUIT_MNEMONIC },
        work: { kind: 'withdrawal', withdrawalId: withdrawal.withdrawalId } as const,
        killAfter: kills,
      };
      isDone = (await nextProcess().pay(order, () => circuit.mineAndRead(3))) !== null;
      for (const each of [withdrawal, company]) await takeOver(each);
      for (const each of [withdrawal, company]) {
        const rows = (await circuit.signedRows()).filter((row) => row.withdrawal_id === each.withdrawalId);
        expect({
          kills,
          paid: await circuit.received(each.address),
          signed: rows.length,
          isCompleted: await circuit.isIn(each, 'completed'),
        }).toEqual({ kills, paid: AMOUNT, signed: 1, isCompleted: true });
      }
    }
    // A payment reads, signs, commits, sends and books: a run without any wait would prove nothing.
    expect(kills).toBeGreaterThan(40);
    const rows = await circuit.signedRows();
    expect(rows.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 2 * kills }, (_, nonce) => nonce));
    expect(await circuit.balances()).toMatchObject({
      available: 100_000_000n - 2n * BigInt(kills) * AMOUNT,
      reserved: 0n,
    });
    await circuit.mineAndRead(1);
    await circuit.untilBooksBalance();
  }, 1_200_000);
});
