import { afterEach, describe, expect, it } from '@jest/globals';
import { addressOf } from '../helpers/facts.js';
import { drainUntil } from '../helpers/money-circuit.js';
import { reconcileCircuit } from '../helpers/reconcile-circuit.js';
import {
  COLD_ADDRESS,
  startSweepCircuit,
  type SweepCircuit,
  type SweepRow,
} from '../helpers/sweep-circuit.js';
import { undoFinal } from '../helpers/undo-final.js';
import { until } from '../helpers/until.js';

const AMOUNT = 1_000_000n;
/** The hot wallet is given 1,000 USDC. */
const CEILING = 900_000_000n;
const EXCESS = 100_000_000n;
const FINAL_BLOCKS = 10;
const STUCK_SECONDS = 130;
const TIMEOUT_MS = 120_000;

let circuit: SweepCircuit;
/** The product's clock goes with the chain's. */
let aheadMs = 0;

async function start(coldAddress: string | null): Promise<void> {
  aheadMs = 0;
  circuit = await startSweepCircuit({
    ...{ slotsInAnEpoch: 4, now: () => Date.now() + aheadMs },
    adjust: (chain) => ({
      ...chain,
      coldAddress,
      assets: chain.assets.map((asset) =>
        asset.kind === 'erc20' ? { ...asset, hotWalletCeilingAtomic: CEILING } : asset,
      ),
    }),
  });
  await circuit.earn(2);
  await circuit.fundHotWallet();
  await circuit.mineAndRead(FINAL_BLOCKS);
}
afterEach(() => circuit.close());

type MinedRow = SweepRow & { readonly block_number: number | null };
const rows = async (): Promise<MinedRow[]> => (await circuit.transactions()) as MinedRow[];
const openNow = async (): Promise<number> => (await circuit.sweep()).open;
const outcomes = (): Promise<(string | null)[]> =>
  circuit.database.db('movements').orderBy('movement_id').pluck<(string | null)[]>('outcome');

/** What movements did is final, then undone, and the empty blocks in its place are final. */
async function undoAll(): Promise<void> {
  const heights = (await rows()).flatMap(({ block_number: height }) => height ?? []);
  await undoFinal(circuit, Math.min(...heights));
  await circuit.mineAndRead(FINAL_BLOCKS);
  expect((await rows()).every(({ block_hash: hash }) => hash === null)).toBe(true);
}

/** Goes out, behind whatever was undone, and is paid once. */
async function payOut(): Promise<void> {
  const withdrawal = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xc01d_0001));
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.mineAndRead(FINAL_BLOCKS);
  await drainUntil(
    circuit,
    'completed',
    async () => (await circuit.reloadWithdrawal(withdrawal)).status === 'completed',
  );
  expect(await circuit.heldAt([withdrawal.address])).toBe(AMOUNT);
}

async function expectClean(): Promise<void> {
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}

describe('a final transaction of the house that is undone past finality and that the chain does not mine again', () => {
  it(
    'to the cold address goes out again as it was, before a withdrawal that waits behind its nonce',
    async () => {
      await start(COLD_ADDRESS);
      await circuit.sweepUntilDone();
      const before = await rows();
      expect(before.filter(({ purpose }) => purpose === 'cold')).toHaveLength(1);
      const ended = await outcomes();
      expect(new Set(ended)).toEqual(new Set(['done']));
      await undoAll();
      expect(await circuit.heldAt([COLD_ADDRESS])).toBe(0n);
      await payOut();
      expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS);
      await circuit.sweepUntilDone();
      expect(await outcomes()).toEqual(ended);
      const after = await rows();
      expect(
        after.map((row) => row.tx_hash).filter((hash) => before.some((row) => row.tx_hash === hash)),
      ).toHaveLength(before.length);
      await expectClean();
    },
    TIMEOUT_MS,
  );
});
void openNow;
void STUCK_SECONDS;
void until;
