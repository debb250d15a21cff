import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { transaction } from '../../../src/db/core/database.js';
import { keepMoment } from '../circuits/circuit-checkpoint.js';
import { insertMerchant } from '../facts/facts.js';
import { rowsTeller } from '../circuits/keep-rows.js';
import { untilMissed } from './kill-at-each.js';
import { Life } from './life.js';
import { startSweepCircuit, type SweepCircuit } from '../circuits/sweep-circuit.js';

/** More waits than a transaction of two statements has. */
const MAX_WAITS = 20;
let circuit: SweepCircuit;

beforeAll(async () => {
  circuit = await startSweepCircuit({ slotsInAnEpoch: 2, goesBySteps: true });
});
afterAll(() => circuit.close());

describe("a simulated worker life in the test's process", () => {
  it('ends a transaction at each of its waits, as a killed process does: it is kept only if its COMMIT was answered', async () => {
    const merchants = async (): Promise<number> => (await circuit.database.db('merchants')).length;
    const kept: boolean[] = [];
    for (let isDone = false; !isDone;) {
      expect(kept.length).toBeLessThan(MAX_WAITS);
      const before = await merchants();
      const life = new Life({ killAfter: kept.length });
      const db = life.openDatabase(circuit.database.url);
      const work = transaction(db, async (trx) => {
        await insertMerchant(trx);
        await insertMerchant(trx);
      }).then(() => db.destroy());
      isDone = await Promise.race([work.then(() => true), life.died.then(() => false)]);
      await untilMissed(circuit.database.db, life);
      kept.push((await merchants()) > before);
    }
    // Waits: the version, BEGIN, two statements and COMMIT; the last worker does not die.
    expect(kept).toEqual([false, false, false, false, true, true]);
  });

  it('sends nothing to the database or the chain after its end, and gets no answer to earlier questions', async () => {
    const life = new Life({ killAfter: 0 });
    const db = life.openDatabase(circuit.database.url);
    const plain = createChainClient(circuit.chain);
    const client = life.clientOf(plain);
    const [from] = circuit.anvil.accounts;
    const send = (to: string): Promise<unknown> =>
      client.request('eth_sendTransaction', [{ from, to, value: '0x1' }]);
    let heard = 0;
    const hear = (): void => void (heard += 1);
    const [first, second] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`];
    send(first).then(hear, hear);
    await life.died;
    const before = await rowsTeller(circuit.database.db).then((told) => told());
    send(second).then(hear, hear);
    // The dead get no connection.
    await expect(insertMerchant(db)).rejects.toThrow();
    const sent = await Promise.all(
      [first, second].map((address) => circuit.anvil.rpc('eth_getBalance', [address, 'latest'])),
    );
    expect(sent).toEqual(['0x1', '0x0']);
    expect(await rowsTeller(circuit.database.db).then((told) => told())).toBe(before);
    expect(heard).toBe(0);
    await plain.close();
  });
});

describe('a checkpoint', () => {
  it('can be restored any number of times, in the database and on the chain, and work continues from there', async () => {
    const told = await rowsTeller(circuit.database.db);
    const head = (): Promise<unknown> => circuit.anvil.rpc('eth_getBlockByNumber', ['latest', false]);
    await circuit.gasMoney();
    const goBack = await keepMoment(circuit);
    const [rows, block] = [await told(), await head()];
    for (let time = 0; time < 2; time += 1) {
      const [invoice] = await circuit.earn(1);
      await circuit.sweepUntilDone();
      expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(invoice?.amountAtomic);
      await circuit.untilBooksBalance();
      expect(await told()).not.toBe(rows);
      await goBack();
      expect([await told(), await head()]).toEqual([rows, block]);
      expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(0n);
    }
  });
});
