import { afterEach, describe, expect, it } from '@jest/globals';
import { listChainCursors, type ChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { requestResume } from '../../../src/db/chains/chain-resume.js';
import { transaction } from '../../../src/db/core/database.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { until } from '../../helpers/until.js';

const actor = { kind: 'cli', id: 'test', ip: null } as const;

let circuit: MoneyCircuit;
let follower: RunningFollower;

afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const cursor = async (): Promise<ChainCursor | undefined> => (await listChainCursors(circuit.database.db))[0];
const headNumber = async (): Promise<number> => Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
const statusOf = async (invoice: Invoice): Promise<string> => (await circuit.reload(invoice)).status;

/** Replaces all blocks from this height on, although one of them was called final, and waits for the halt. */
async function haltByReorganisationFrom(height: number): Promise<void> {
  await until('it is final', async () => ((await cursor())?.finalizedHeight ?? 0) > height);
  await circuit.anvil.reorg((await headNumber()) - height + 1);
  await circuit.anvil.mine(1);
  await until('halted', async () => (await cursor())?.haltedReason != null);
}
const resume = () =>
  transaction(circuit.database.db, (trx) =>
    requestResume(trx, { chainCode: 'local', reason: 'looked at it', actor, nowMs: Date.now() }),
  );

describe('a payment that was read, but not yet settled, when its chain was halted', () => {
  it.each([
    ['is credited and completed after the resume, when its blocks are still there', true],
    ['is never credited, when its blocks are gone', false],
  ])('%s', async (_what, stands) => {
    // Finalized is 8 blocks behind the head; the first blocks hold the token and are never reorganised.
    circuit = await startMoneyCircuit({ slotsInAnEpoch: 4 });
    await circuit.anvil.mine(12);
    await circuit.fundHotWallet();
    follower = circuit.follow();
    const earlier = await circuit.invoice();
    const cancelled = await circuit.invoice();
    await circuit.cancel(cancelled);
    await circuit.pay(earlier);
    await circuit.pay(cancelled);
    await circuit.anvil.mine(3);
    const isHeld = async (): Promise<boolean> => (await circuit.balances()).held === 100_000_000n;
    await drainUntil(circuit, 'held', isHeld);
    await drainUntil(circuit, 'credited', async () => (await statusOf(earlier)) === 'completed');

    const first = (await headNumber()) + 1;
    const withdrawal = await circuit.approvedWithdrawal(60_000_000n);
    await circuit.drain();
    expect((await circuit.reloadWithdrawal(withdrawal)).status).toBe('broadcast');
    const paid = await circuit.invoice();
    await circuit.pay(paid);
    const last = await headNumber();
    await circuit.anvil.mine(14);
    await untilRead(circuit);
    // Nobody has settled the payments that these blocks confirm, because the workers were down.
    await haltByReorganisationFrom(stands ? last + 1 : first);

    const before = await circuit.balances();
    expect(before).toMatchObject({ available: 40_000_000n, held: 100_000_000n, reserved: 60_000_000n });
    await circuit.drain();
    expect(await statusOf(paid)).toBe('paid');
    expect((await circuit.reloadWithdrawal(withdrawal)).status).toBe('broadcast');
    for (const resolve of [() => circuit.accept(cancelled), () => circuit.refund(cancelled)]) {
      await expect(resolve()).rejects.toMatchObject({
        code: 'invalid_state',
        message: expect.stringContaining('The chain local is halted') as unknown,
      });
    }
    expect(await circuit.balances()).toEqual(before);
    expect(await circuit.eventTypes(paid)).toEqual(['invoice.created', 'invoice.paid']);

    await resume();
    await until('it goes on', async () => (await cursor())?.haltedReason === null);
    if (stands) {
      await drainUntil(circuit, 'credited', async () => (await statusOf(paid)) === 'completed');
      const isPaid = async (): Promise<boolean> =>
        (await circuit.reloadWithdrawal(withdrawal)).status === 'completed';
      await drainUntil(circuit, 'paid out', isPaid);
    } else {
      await drainUntil(circuit, 'gone', async () => (await statusOf(paid)) === 'pending');
    }
    await circuit.accept(cancelled);
    expect(await circuit.balances()).toMatchObject({
      available: stands ? 240_000_000n : 140_000_000n,
      held: 0n,
      reserved: stands ? 0n : 60_000_000n,
      deficit: 0n,
    });
  });
});
