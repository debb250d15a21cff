import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listChainCursors } from '../../../src/db/chains/chain-cursor.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { until } from '../../helpers/until.js';

const DEPTHS = [1, 2, 3, 4, 5, 6] as const;
const FATES = ['drops', 'moves', 'delays'] as const;
type Fate = (typeof FATES)[number];

let circuit: MoneyCircuit;
let follower: RunningFollower | undefined;

beforeEach(async () => {
  // Finalized is 8 blocks behind the head.
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies: 1 });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
});
afterEach(async () => {
  await follower?.stop();
  await circuit.close();
});

interface Payment {
  readonly invoice: Invoice;
  readonly raw: string;
}

/** Makes a payment in the block that is `depth` blocks from the head, and waits until it is read and settled. */
async function payAtDepth(depth: number): Promise<Payment> {
  const invoice = await circuit.invoice();
  const { usdc: asset } = circuit;
  const { depositAddress: to, amountAtomic } = invoice;
  const { txHash } = await circuit.transfer({ asset, to, amountAtomic });
  const raw = await circuit.anvil.rpc<string>('eth_getRawTransactionByHash', [txHash]);
  if (depth > 1) await circuit.anvil.mine(depth - 1);
  await untilAllDone(circuit);
  return { invoice, raw };
}

/** Replaces the last blocks. A delayed payment comes back two blocks after them. */
async function reorganise({ raw }: Payment, { depth, fate }: { depth: number; fate: Fate }): Promise<void> {
  await circuit.anvil.reorg(depth, fate === 'moves' ? [[raw, depth - 1]] : []);
  await circuit.anvil.mine(2);
  if (fate === 'delays') await circuit.anvil.rpc('eth_sendRawTransaction', [raw]);
}

/** Expects that the books and the invoice agree with the chain: the payment is there once, or not at all. */
async function expectAgreement(
  { invoice }: Payment,
  { depth, fate }: { depth: number; fate: Fate },
): Promise<void> {
  await circuit.anvil.mine(6);
  await untilAllDone(circuit);
  const isThere = fate !== 'drops';
  const wasCredited = depth >= 3;
  const { status } = await circuit.reload(invoice);
  expect(status).toBe(isThere ? 'completed' : wasCredited ? 'failed' : 'pending');
  const available = isThere ? 100_000_000n : 0n;
  expect(await circuit.balances()).toMatchObject({ available, pending: 0n, held: 0n, deficit: 0n });
  const { db } = circuit.database;
  const [custody] = await db('ledger_accounts')
    .where({ kind: 'custody_deposit' })
    .select<{ balance: bigint }[]>('*');
  expect(custody?.balance ?? 0n).toBe(available);
  const standing = await db('transfers').where({ canonical: true }).select('*');
  expect(standing).toHaveLength(isThere ? 1 : 0);
  expect(await circuit.eventTypes(invoice)).toEqual([
    'invoice.created',
    'invoice.paid',
    ...(isThere || wasCredited ? ['invoice.completed'] : []),
    ...(!isThere && wasCredited ? ['invoice.failed'] : []),
  ]);
}

const cases = DEPTHS.flatMap((depth) => FATES.map((fate) => ({ depth, fate })));

describe('a reorganisation short of finality is followed, and the payment counts once or not at all', () => {
  it.each(cases)('when one of depth $depth $fate it', async (how) => {
    const payment = await payAtDepth(how.depth);
    await reorganise(payment, how);
    await expectAgreement(payment, how);
  });

  it.each(cases)('when one of depth $depth $fate it while no follower runs', async (how) => {
    const payment = await payAtDepth(how.depth);
    await follower?.stop();
    await reorganise(payment, how);
    follower = circuit.keepFollowing();
    await expectAgreement(payment, how);
  });

  it("when the payment's block is replaced and returns again and again", async () => {
    const payment = await payAtDepth(3);
    for (let round = 0; round < 3; round += 1) {
      await circuit.anvil.reorg(3);
      await circuit.anvil.mine(1);
      await drainUntil(circuit, 'taken back', async () => (await circuit.balances()).available === 0n);
      await circuit.anvil.rpc('eth_sendRawTransaction', [payment.raw]);
      await circuit.anvil.mine(2);
      await drainUntil(
        circuit,
        'credited',
        async () => (await circuit.balances()).available === 100_000_000n,
      );
    }
    await expectAgreement(payment, { depth: 3, fate: 'moves' });
  });

  it('when the chain gets far beyond it before the follower has recorded what is final', async () => {
    await follower?.stop();
    const { anvil, proxies } = circuit;
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await anvil.mine(2);
    let hasBegun = false;
    let isOver = false;
    proxies[0]?.use({
      methods: ['eth_getBlockByNumber'],
      behaviour: {
        kind: 'rewrite',
        // The follower reads the head first, and then asks what is final. Between the two, the blocks just read are
        // replaced and the new ones become final.
        rewrite: async (reply, { method, params }, ask) => {
          const [cursor] = await listChainCursors(circuit.database.db);
          const isRead = cursor?.height === Number(await ask('eth_blockNumber', []));
          if (params[0] !== 'finalized' || hasBegun || !isRead) return reply;
          hasBegun = true;
          await anvil.reorg(3);
          await anvil.mine(12);
          isOver = true;
          return { result: await ask(method, params) };
        },
      },
    });
    follower = circuit.keepFollowing();
    await until('the reorganisation', () => isOver);
    await untilAllDone(circuit);
    const [cursor] = await listChainCursors(circuit.database.db);
    expect(cursor?.haltedReason).toBeNull();
    expect(await circuit.balances()).toMatchObject({ available: 0n, pending: 0n });
    await circuit.pay(invoice);
    await anvil.mine(3);
    await drainUntil(circuit, 'paid', async () => (await circuit.balances()).available === 100_000_000n);
  });
});
