import { afterEach, describe, expect, it } from '@jest/globals';
import { listChainCursors, type ChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { listChainReports } from '../../../src/db/chains/chain-reports.js';
import { requestResume } from '../../../src/db/chains/chain-resume.js';
import { transaction } from '../../../src/db/core/database.js';
import {
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { tellingOfBlock } from '../../helpers/chain/rpc-faults.js';
import type { Rewrite } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

const actor = { kind: 'cli', id: 'test', ip: null } as const;

let circuit: MoneyCircuit;
let follower: RunningFollower;

afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** Finalized is 8 blocks behind the head; the first blocks hold the token and are never reorganised. */
async function start(options: { proxies?: number } = {}): Promise<void> {
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, ...options });
  await circuit.anvil.mine(12);
}

const cursor = async (): Promise<ChainCursor | undefined> => (await listChainCursors(circuit.database.db))[0];
const halted = () => until('halted', async () => (await cursor())?.haltedReason != null);
const headNumber = async (): Promise<number> => Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
const caughtUp = () =>
  until('the follower has read the head', async () => (await cursor())?.height === (await headNumber()));
const resume = () =>
  transaction(circuit.database.db, (trx) =>
    requestResume(trx, { chainCode: 'local', reason: 'looked at it', actor, nowMs: Date.now() }),
  );
/** Replaces all blocks from a height on, and makes one more. */
async function reorgFrom(height: number): Promise<void> {
  await circuit.anvil.reorg((await headNumber()) - height + 1);
  await circuit.anvil.mine(1);
}

describe('a chain that was reorganised past what it called final', () => {
  it.each([
    ['an older block of ours is still there', true],
    ['none of our stored blocks is still there', false],
  ])('goes on when an operator resumes it, and ledger and chain agree: %s', async (_what, hasOlder) => {
    await start();
    if (hasOlder) await circuit.fundHotWallet();
    follower = circuit.follow();
    await caughtUp();
    const credited = await circuit.invoice();
    const firstOfThem = (await headNumber()) + 1;
    await circuit.pay(credited);
    await circuit.anvil.mine(12);
    await circuit.becomes(credited, 'completed');
    await until('it is final', async () => ((await cursor())?.finalizedHeight ?? 0) > firstOfThem + 1);
    // The merchant has already asked for a payout of it.
    await circuit.approvedWithdrawal(60_000_000n);

    await reorgFrom(firstOfThem);
    await halted();
    // Paid while nobody reads. It is not credited yet, and must not be lost.
    const paidMeanwhile = await circuit.invoice();
    await circuit.pay(paidMeanwhile);
    await circuit.anvil.mine(3);
    await circuit.drain();
    expect((await circuit.reload(paidMeanwhile)).status).toBe('pending');
    expect(await circuit.balances()).toMatchObject({
      available: 40_000_000n,
      reserved: 60_000_000n,
      deficit: 0n,
    });

    await resume();
    await circuit.becomes(paidMeanwhile, 'completed');
    await caughtUp();
    await circuit.anvil.mine(40);
    await circuit.becomes(credited, 'failed');
    // The chain lost 100, of which 60 were reserved for the payout. That is a deficit, which the new 100 repays.
    expect(await circuit.balances()).toMatchObject({
      available: 40_000_000n,
      reserved: 60_000_000n,
      pending: 0n,
      deficit: 0n,
    });
    expect(await cursor()).toMatchObject({
      haltedReason: null,
      haltedAtMs: null,
      resumeRequestedAtMs: null,
      resumeProblem: null,
    });
    const [audit] = await circuit.database
      .db('audit_log')
      .where({ action: 'chain.resume' })
      .select<{ reason: string; object_id: string }[]>('*');
    expect(audit).toMatchObject({ reason: 'looked at it', object_id: 'local' });
  });

  it('is not resumed when only half of its RPCs agree', async () => {
    await start({ proxies: 2 });
    follower = circuit.follow();
    await caughtUp();
    await until('finality is known', async () => ((await cursor())?.finalizedHeight ?? 0) > 0);
    const { finalizedHeight } = (await cursor()) ?? {};
    await reorgFrom((finalizedHeight ?? 0) - 1);
    await halted();
    // Both blocks are named, so that an explorer's can be compared with them.
    expect((await cursor())?.haltedReason).toMatch(
      /below block \d+, which it had called final: it was read as (0x[0-9a-f]{64}), and the RPCs now have (?!\1)0x[0-9a-f]{64} \(http:\S+, http:\S+\)\./,
    );
    const [, second] = circuit.proxies;
    second?.use({ behaviour: { kind: 'cut' } });
    await resume();
    await until('it says why it waits', async () => (await cursor())?.resumeProblem !== null);
    expect(await cursor()).toMatchObject({
      resumeProblem: expect.stringMatching(
        /^only 1 of 2 RPCs answer about block \d+; more than half have to$/,
      ),
      haltedReason: expect.stringContaining('reorganised below block'),
    });
    second?.clear();
    await caughtUp();
    expect((await cursor())?.haltedReason).toBeNull();
  });

  it('is not resumed as unchanged because one of three RPCs says so: the missing blocks are undone', async () => {
    await start({ proxies: 3 });
    follower = circuit.follow();
    await caughtUp();
    const invoice = await circuit.invoice();
    const paidAt = (await headNumber()) + 1;
    await circuit.pay(invoice);
    await circuit.anvil.mine(12);
    await circuit.becomes(invoice, 'completed');
    await until('it is final', async () => ((await cursor())?.finalizedHeight ?? 0) > paidAt + 1);
    await caughtUp();
    const read = new Map<number, unknown>();
    for (let number = paidAt; number <= (await headNumber()); number += 1)
      read.set(number, await circuit.anvil.rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]));
    await reorgFrom(paidAt);
    await halted();
    const [first] = circuit.proxies;
    const rewrite: Rewrite = (reply, { params: [at] }) =>
      read.has(Number(at)) ? { result: read.get(Number(at)) } : reply;
    first?.use({ methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite } });
    await resume();
    await until('it says why it waits', async () => (await cursor())?.resumeProblem !== null);
    expect(await cursor()).toMatchObject({
      resumeProblem: expect.stringMatching(
        /^the RPCs disagree about block \d+: .* still has the one that was read$/,
      ),
      haltedReason: expect.stringContaining('reorganised below block'),
    });
    first?.clear();
    await caughtUp();
    await circuit.anvil.mine(4);
    await circuit.becomes(invoice, 'failed');
    expect(await circuit.balances()).toMatchObject({ available: 0n, deficit: 0n });
  });

  it('loses nothing when the reorganisation was a lie: the chain still has everything that was read', async () => {
    await start({ proxies: 1 });
    follower = circuit.follow();
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(10);
    await circuit.becomes(invoice, 'completed');
    await caughtUp();
    const [proxy] = circuit.proxies;
    const flip = (hash: unknown): string => `0x${'0'.repeat(24)}${String(hash).slice(26)}`;
    proxy?.use({
      methods: ['eth_getBlockByNumber'],
      behaviour: {
        kind: 'rewrite',
        rewrite: tellingOfBlock(({ hash, parentHash }) => ({
          hash: flip(hash),
          parentHash: flip(parentHash),
          transactions: [],
        })),
      },
    });
    await circuit.anvil.mine(1);
    await halted();
    proxy?.clear();
    const before = await circuit.database.db('transfers').select('*');
    await resume();
    await caughtUp();
    expect(await circuit.database.db('transfers').select('*')).toEqual(before);
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, deficit: 0n });
  });
});

it('a chain that is not halted is not resumed', async () => {
  await start();
  follower = circuit.follow();
  await caughtUp();
  await expect(resume()).rejects.toMatchObject({ code: 'invalid_state' });
});

it('the follower reports its RPCs and what the hot wallet holds', async () => {
  await start({ proxies: 2 });
  await circuit.fundHotWallet();
  follower = circuit.follow();
  const report = async () => (await listChainReports(circuit.database.db))[0];
  await until('it has reported', async () => (await report())?.walletsAtMs != null);
  const address = circuit.hotWalletAddress;
  expect(await report()).toMatchObject({
    chainCode: 'local',
    mismatch: null,
    rpcs: circuit.proxies.map(({ url }) => ({ origin: url, status: 'up', reason: null })),
    wallets: expect.arrayContaining([
      { address, tokenSymbol: 'USDC', balanceAtomic: 1_000_000_000n },
      { address, tokenSymbol: 'ETH', balanceAtomic: 10n ** 18n },
    ]),
  });
});
