import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mintTestToken } from '../../../src/chain/contracts/test-token.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { CIRCUIT_MNEMONIC } from '../../helpers/circuits/money-circuit.js';
import {
  startPayingProcess,
  type PayingOrder,
  type PayingProcess,
} from '../../helpers/processes/paying-process.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import {
  COLD_ADDRESS,
  startSweepCircuit,
  type SweepCircuit,
  type SweepRow,
} from '../../helpers/circuits/sweep-circuit.js';

const GWEI = 1_000_000_000n;
const CEILING = 500_000_000n;
/** Too much in the hot wallet, once for each kill. */
const EXCESS = 2_000_000n;
/** Of a withdrawal: less than what is too much, so that the rest of it goes to the cold address. */
const AMOUNT = 250_000n;
/** Processes that are made ready while one runs. */
const SPARES = 2;
/** Far more waits than a transfer to the cold address and a payment have. */
const MAX_KILLS = 200;
/** A withdrawal needs one turn after a death; a few more are no fault. */
const MAX_TURNS = 5;
const FINAL_BLOCKS = 5;
let circuit: SweepCircuit;
const spares: PayingProcess[] = [];

beforeAll(async () => {
  circuit = await startSweepCircuit({
    ...{ slotsInAnEpoch: 2, pollIntervalMs: 5 },
    adjust: (chain) => ({
      ...chain,
      coldAddress: COLD_ADDRESS,
      assets: chain.assets.map((asset) =>
        asset.kind === 'erc20' ? { ...asset, hotWalletCeilingAtomic: CEILING } : asset,
      ),
    }),
  });
  await circuit.earn(1);
  await circuit.fundHotWallet();
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.sweepUntilDone();
}, 120_000);
afterAll(async () => {
  for (const spare of spares) spare.stop();
  await circuit.close();
});

/** @returns whether it came to its end alive. */
async function runAndKill(work: PayingOrder['work'], killAfter: number): Promise<boolean> {
  while (spares.length <= SPARES) spares.push(startPayingProcess());
  const process = spares.shift() as PayingProcess;
  const order = { databaseUrl: circuit.database.url, chain: circuit.chain, mnemonic: CIRCUIT_MNEMONIC };
  const moveOn = (): Promise<void> => circuit.mineAndRead(FINAL_BLOCKS);
  return (await process.pay({ ...order, work, killAfter }, moveOn)) !== null;
}

/** More than the ceiling by so much. */
async function fillHotWallet(): Promise<void> {
  const { anvil, usdc, hotWalletAddress: to } = circuit;
  await mintTestToken({ rpcUrl: anvil.url, tokenAddress: usdc.address ?? '', to, amountAtomic: EXCESS });
  await circuit.mineAndRead(1);
}

const hotRows = async (): Promise<SweepRow[]> =>
  (await circuit.transactions()).filter((row) => row.from_address === circuit.hotWalletAddress);

/** Each nonce of the hot wallet was used once, and the books say what the chain says. */
async function expectNoGap(): Promise<void> {
  const mined = (await hotRows()).filter((row) => row.block_hash !== null).map(({ nonce }) => nonce);
  expect(mined.toSorted((a, b) => a - b)).toEqual(mined.map((_, nonce) => nonce));
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}

describe('a process that is killed after any of its waits, each in turn', () => {
  it('while it sends to the cold address what the hot wallet has too much of, leaves it sent exactly once', async () => {
    const before = await circuit.heldAt([COLD_ADDRESS]);
    const signedBefore = (await hotRows()).length;
    let kills = 0;
    for (let isDone = false; !isDone; kills += 1) {
      expect(kills).toBeLessThan(MAX_KILLS);
      await fillHotWallet();
      isDone = await runAndKill({ kind: 'sweep' }, kills);
      // What another worker does once the dead one is missed.
      await circuit.sweepUntilDone();
      expect({
        kills,
        cold: (await circuit.heldAt([COLD_ADDRESS])) - before,
        hot: await circuit.heldAt([circuit.hotWalletAddress]),
        signed: (await hotRows()).length - signedBefore,
      }).toEqual({ kills, cold: BigInt(kills + 1) * EXCESS, hot: CEILING, signed: kills + 1 });
    }
    // It reads, signs, commits, sends and looks after what it sent: a run without any wait would prove nothing.
    expect(kills).toBeGreaterThan(20);
    await expectNoGap();
  }, 600_000);

  it('while it pays a withdrawal behind such a transfer that a node refuses for its price, leaves both made once', async () => {
    const before = await circuit.heldAt([COLD_ADDRESS]);
    let kills = 0;
    for (let isDone = false; !isDone; kills += 1) {
      expect(kills).toBeLessThan(MAX_KILLS);
      await leaveColdBehind();
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xdead_0000 + kills));
      const { withdrawalId } = withdrawal;
      isDone = await runAndKill({ kind: 'withdrawal', withdrawalId }, kills);
      await takeOver(withdrawal);
      await circuit.anvil.rpc('evm_setAutomine', [true]);
      await circuit.sweepUntilDone();
      expect({
        kills,
        cold: (await circuit.heldAt([COLD_ADDRESS])) - before,
        paid: await circuit.heldAt([withdrawal.address]),
        signed: (await hotRows()).slice(-3).map(({ purpose }) => purpose),
      }).toEqual({
        ...{ kills, cold: BigInt(kills + 1) * EXCESS, paid: AMOUNT },
        signed: ['cold', 'payment', 'cold'],
      });
      await topUpWhatWasPaid();
    }
    expect(kills).toBeGreaterThan(60);
    await expectNoGap();
  }, 900_000);
});

/** The transfer to the cold address is signed, and no node holds it nor takes it any more. */
async function leaveColdBehind(): Promise<void> {
  await fillHotWallet();
  await setBaseFee(GWEI);
  await circuit.mineAndRead(1);
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  await circuit.sweep();
  const [cold] = (await hotRows()).slice(-1);
  await setBaseFee(50n * GWEI);
  await circuit.mineAndRead(1);
  await circuit.anvil.rpc('anvil_dropTransaction', [cold?.tx_hash]);
}

async function setBaseFee(wei: bigint): Promise<void> {
  await circuit.anvil.rpc('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]);
}

/** What is sent to the cold address next is as much as before. */
async function topUpWhatWasPaid(): Promise<void> {
  const { anvil, usdc, hotWalletAddress: to } = circuit;
  await mintTestToken({ rpcUrl: anvil.url, tokenAddress: usdc.address ?? '', to, amountAtomic: AMOUNT });
}

/** What another worker does once the dead one is missed; no sweep is among it. */
async function takeOver(withdrawal: Withdrawal): Promise<void> {
  const { withdrawalId } = withdrawal;
  const isCompleted = async (): Promise<boolean> =>
    (await circuit.reloadWithdrawal(withdrawal)).status === 'completed';
  for (let turn = 0; turn < MAX_TURNS && !(await isCompleted()); turn += 1) {
    await circuit.signer.sendWithdrawal({ withdrawalId });
    await circuit.mineAndRead(3);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawalId });
    await circuit.drain();
  }
  expect(await isCompleted()).toBe(true);
}
