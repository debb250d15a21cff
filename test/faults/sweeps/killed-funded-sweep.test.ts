import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CIRCUIT_MNEMONIC } from '../../helpers/circuits/money-circuit.js';
import { startPayingProcess, type PayingProcess } from '../../helpers/processes/paying-process.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

const AMOUNT = 2_000_000n;
/** Processes that are made ready while one runs. */
const SPARES = 2;
/** Far more waits than a sweep has. */
const MAX_KILLS = 300;
const FINAL_BLOCKS = 5;
let circuit: SweepCircuit;
const spares: PayingProcess[] = [];

beforeAll(async () => {
  // Before Prague no address can run a contract: each is given gas money and sends its tokens by itself.
  circuit = await startSweepCircuit({
    ...{ hardfork: 'cancun', slotsInAnEpoch: 2, pollIntervalMs: 5 },
  });
  await circuit.gasMoney();
}, 60_000);
afterAll(async () => {
  for (const spare of spares) spare.stop();
  await circuit.close();
});

function nextProcess(): PayingProcess {
  while (spares.length <= SPARES) spares.push(startPayingProcess());
  return spares.shift() as PayingProcess;
}

/** How often its gas money was given and its tokens were sent, by what is signed. */
async function signedFor(address: string): Promise<string[]> {
  const rows = await circuit.database
    .db('movement_parts')
    .join('movements', 'movements.movement_id', 'movement_parts.movement_id')
    .where({ subject_address: address })
    .orderBy('movements.movement_id')
    .pluck<string[]>('kind');
  return rows;
}

describe('a process that gives gas money to an address and sweeps it, and is killed', () => {
  it('after any of its waits, each in turn, leaves gas money given once, tokens that moved once, and books that balance', async () => {
    let kills = 0;
    for (let isDone = false; !isDone; kills += 1) {
      expect(kills).toBeLessThan(MAX_KILLS);
      const [invoice] = await circuit.earn(1, circuit.usdc, AMOUNT);
      const address = invoice?.depositAddress ?? '';
      const order = {
        ...{ databaseUrl: circuit.database.url, chain: circuit.chain, mnemonic: CIRCUIT_MNEMONIC },
        ...{ work: { kind: 'sweep' } as const, killAfter: kills },
      };
      isDone = (await nextProcess().pay(order, () => circuit.mineAndRead(FINAL_BLOCKS))) !== null;
      // What another worker does once the dead one is missed.
      await circuit.sweepUntilDone();
      const left = await circuit.heldAt([address]);
      const signed = await signedFor(address);
      expect({ kills, left, signed }).toEqual({ kills, left: 0n, signed: ['fund', 'sweep'] });
    }
    // It reads, signs, commits, sends and looks after two transactions: a run without any wait would prove nothing.
    expect(kills).toBeGreaterThan(60);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(BigInt(kills) * AMOUNT);
    const funds = (await circuit.transactions()).filter(({ purpose }) => purpose === 'fund');
    expect(funds.map(({ nonce }) => nonce)).toEqual(Array.from({ length: kills }, (_, nonce) => nonce));
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  }, 900_000);
});
