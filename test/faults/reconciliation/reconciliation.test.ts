import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { reconcile } from '../../../activities/reconciliation/reconciliation-activities.js';
import type { ReconciliationReport } from '../../../activities/contract.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { findAssetFreeze, releaseAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { transaction } from '../../../src/db/core/database.js';
import {
  listDifferences,
  type StoredDifference,
} from '../../../src/db/reconciliation/reconciliation-differences.js';
import { findLastRun, startRun } from '../../../src/db/reconciliation/reconciliation-runs.js';
import { recordRun } from '../../../src/db/reconciliation/record-reconciliation.js';
import { depositXpubOf } from '../../../src/chain/keys/keys.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { runCli } from '../../cli/run-cli.js';
import {
  CIRCUIT_MNEMONIC,
  circuitDepositAddress,
  drainUntil,
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { releaseOutside } from '../../helpers/circuits/release-outside.js';
import { steal } from '../../helpers/circuits/steal.js';
import { tamper } from '../../helpers/circuits/tamper.js';
import { until } from '../../helpers/until.js';

const EARNED = 100_000_000n;
/** More blocks than finality takes, which is 16. */
const FINAL_BLOCKS = 20;

let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ proxies: 2 });
  await circuit.anvil.mine(FINAL_BLOCKS);
  follower = circuit.keepFollowing();
  const invoice = await circuit.invoice();
  await circuit.pay(invoice);
  await circuit.fundHotWallet();
  await circuit.anvil.mine(3);
  await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === EARNED);
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** Makes everything that happened so far final, and waits until it is read and booked. */
async function settleDown(): Promise<void> {
  await circuit.anvil.mine(FINAL_BLOCKS);
  const head = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
  await drainUntil(circuit, 'the head is read, and what is final is known', async () => {
    const row = await circuit.database
      .db('chain_cursors')
      .first<{ height: number; finalized_height: number } | undefined>();
    return row?.height === head && row.finalized_height === head - 16;
  });
  // These tests are about a run's own findings, not about earlier freezes by the follower.
  await releaseOutside(circuit.database.db);
}

const untilIn = (withdrawal: Withdrawal, status: string): Promise<void> =>
  drainUntil(circuit, status, async () => (await circuit.reloadWithdrawal(withdrawal)).status === status);

/** Waits until the invoice has this status. Nobody settles its payments during a run. */

type Asked = Partial<Parameters<typeof reconcile>[1]> & { readonly chainClient?: () => ChainClient };

function run({ chainClient, ...asked }: Asked = {}): Promise<ReconciliationReport> {
  return reconcile(
    {
      db: circuit.database.db,
      chains: new Map([['local', circuit.chain]]),
      chainClient: chainClient ?? (() => circuit.client),
      depositAddress: circuitDepositAddress,
      now: Date.now,
      log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    },
    { origin: 'schedule', isFull: false, catchUpMs: 3_000, signal: new AbortController().signal, ...asked },
  );
}

const differences = (): Promise<StoredDifference[]> => listDifferences(circuit.database.db);
const kinds = async () => (await differences()).map(({ kind }) => kind).sort();
const freezeOf = (tokenSymbol: string) =>
  findAssetFreeze(circuit.database.db, { chainCode: 'local', tokenSymbol });
const release = (tokenSymbol: string): Promise<void> =>
  transaction(circuit.database.db, (trx) =>
    releaseAsset(trx, {
      asset: { chainCode: 'local', tokenSymbol },
      reason: 'paid in again by the owner',
      actor: { kind: 'cli', id: 'ann', ip: null },
    }),
  );

describe("reconciliation of the product's own work", () => {
  it('finds nothing after payments, top-ups, withdrawals, held money, refunds and reorganisations', async () => {
    const withdrawal = await circuit.approvedWithdrawal(30_000_000n);
    await untilIn(withdrawal, 'broadcast');
    const cancelled = await circuit.invoice();
    await circuit.cancel(cancelled);
    await circuit.pay(cancelled, 7_000_000n);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'held', async () => (await circuit.balances()).held === 7_000_000n);
    const [refund] = await circuit.refund(cancelled);
    if (refund === undefined) throw new Error('a refund was made');
    expect(await run()).toMatchObject({ outcome: 'clean' });
    await circuit.decide(refund, 'approve');
    await drainUntil(circuit, 'refunded', async () => {
      await circuit.anvil.mine(1);
      return (await circuit.reloadWithdrawal(refund)).status === 'completed';
    });
    const undone = await circuit.invoice();
    await circuit.pay(undone);
    await circuit.anvil.mine(3);
    await circuit.becomes(undone, 'completed');
    await circuit.anvil.reorg(5);
    await settleDown();
    await circuit.becomes(undone, 'failed');
    const report = await run({ isFull: true });
    expect(await differences()).toEqual([]);
    expect(report).toMatchObject({ outcome: 'clean' });
    expect(report.summary).toMatch(
      /^no difference in the ledger, 3 invoices and \d addresses on local at block \d+$/,
    );
    expect(await run()).toMatchObject({ outcome: 'clean' });
  });

  it('counts the state at the final block, and nothing that came later', async () => {
    await settleDown();
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    const withdrawal = await circuit.approvedWithdrawal(10_000_000n);
    await untilIn(withdrawal, 'broadcast');
    await circuit.becomes(invoice, 'paid');
    expect(await run()).toMatchObject({ outcome: 'clean' });
    await circuit.anvil.mine(3);
    await untilIn(withdrawal, 'completed');
    await circuit.becomes(invoice, 'completed');
    const report = await run({ isFull: true });
    expect(await differences()).toEqual([]);
    expect(report).toMatchObject({ outcome: 'clean' });
  });
});

describe('coins that somebody takes out of the hot wallet', () => {
  it('are found to the last unit and freeze the asset; withdrawals wait, and continue after the release', async () => {
    await settleDown();
    expect(await run()).toMatchObject({ outcome: 'clean' });
    await steal(circuit, 12_500_001n);
    await settleDown();
    expect(await run()).toMatchObject({ outcome: 'differences' });
    expect((await differences()).find(({ asset }) => asset.tokenSymbol === 'USDC')).toMatchObject({
      kind: 'balance',
      subject: circuit.hotWalletAddress,
      expectedAtomic: 1_000_000_000n,
      foundAtomic: 987_499_999n,
      words: expect.stringContaining('987.499999 USDC') as unknown,
    });
    const freeze = await freezeOf('USDC');
    expect(freeze).toMatchObject({ actorKind: 'system' });
    expect(freeze?.reason).toContain('12.500001 USDC are missing');

    const withdrawal = await circuit.approvedWithdrawal(10_000_000n);
    await circuit.drain();
    const waiting = await circuit.reloadWithdrawal(withdrawal);
    expect(waiting.status).toBe('approved');
    expect(waiting.waitingReason).toContain('12.500001 USDC are missing');

    await release('USDC');
    // A difference that an operator has accepted does not freeze again, but it is still reported.
    expect(await run()).toMatchObject({ outcome: 'differences' });
    expect(await freezeOf('USDC')).toBeUndefined();
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.anvil.mine(3);
    await untilIn(withdrawal, 'completed');

    await steal(circuit, 1n);
    await settleDown();
    await run();
    expect((await freezeOf('USDC'))?.reason).toContain('12.500002 USDC are missing');
  });

  it('are found by the next run after one was killed midway; the killed run has changed nothing', async () => {
    await steal(circuit, 5_000_000n);
    await settleDown();
    const killing = new AbortController();
    const killed = run({
      signal: killing.signal,
      chainClient: () => {
        killing.abort(new Error('killed'));
        return circuit.client;
      },
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await differences()).toEqual([]);
    expect(await findLastRun(circuit.database.db)).toBeUndefined();
    expect(await run()).toMatchObject({ outcome: 'differences' });
    expect(await freezeOf('USDC')).toBeDefined();
  });

  it('stay missing when the same amount is paid in, which the ledger counts as a top-up', async () => {
    await steal(circuit, 5_000_000n);
    await circuit.transfer({ asset: circuit.usdc, to: circuit.hotWalletAddress, amountAtomic: 5_000_000n });
    await settleDown();
    await run();
    expect((await differences()).filter(({ asset }) => asset.tokenSymbol === 'USDC')).toMatchObject([
      { expectedAtomic: 1_005_000_000n, foundAtomic: 1_000_000_000n },
    ]);
  });
});

describe('coins that the ledger does not know', () => {
  it('are reported and freeze nothing, so that a cent from outside stops no payment', async () => {
    const { anvil, hotWalletAddress } = circuit;
    await settleDown();
    const before = BigInt(await anvil.rpc<string>('eth_getBalance', [hotWalletAddress, 'latest']));
    await anvil.rpc('anvil_setBalance', [hotWalletAddress, `0x${(before + 7n).toString(16)}`]);
    await settleDown();
    expect(await run()).toMatchObject({ outcome: 'differences' });
    expect(await differences()).toMatchObject([{ kind: 'balance', foundAtomic: before + 7n }]);
    expect((await differences())[0]?.words).toContain('0.000000000000000007 ETH are too much');
    expect(await freezeOf('ETH')).toBeUndefined();
    await anvil.rpc('anvil_setBalance', [hotWalletAddress, `0x${before.toString(16)}`]);
    await settleDown();
    expect(await run()).toMatchObject({ outcome: 'clean' });
    expect(await differences()).toEqual([]);
  });
});

describe('a ledger that was tampered with', () => {
  it('is found by the balance of an account, and freezes the asset', async () => {
    await settleDown();
    expect(await run()).toMatchObject({ outcome: 'clean' });
    const { db } = circuit.database;
    await tamper(circuit.database.db, 'ledger_accounts', () =>
      db('ledger_accounts')
        .where({ kind: 'available', token_symbol: 'USDC' })
        .increment('balance', 1_000_000),
    );
    await run();
    expect(await differences()).toMatchObject([
      { kind: 'account', expectedAtomic: 100_000_000n, foundAtomic: 101_000_000n },
    ]);
    expect((await freezeOf('USDC'))?.reason).toContain('1.000000 USDC are too much');
  });

  it('is found by an old posting in a full run, which happens once a day and by the command', async () => {
    await settleDown();
    await run();
    const { db } = circuit.database;
    await tamper(circuit.database.db, 'ledger_postings', () =>
      db('ledger_postings').where('amount', -100_000_000).increment('amount', 1),
    );
    expect(await run()).toMatchObject({ outcome: 'clean' });
    expect(await run({ isFull: true })).toMatchObject({ outcome: 'differences' });
    expect(await kinds()).toEqual(['account', 'entry', 'hash_chain']);
    expect((await freezeOf('USDC'))?.reason).toMatch(/hash chain ledger_account\/\d+ is broken: row 1/);
    // The difference stays until another full run finds it gone.
    await run();
    expect(await differences()).toHaveLength(3);
    await tamper(circuit.database.db, 'ledger_postings', () =>
      db('ledger_postings').where('amount', -99_999_999).decrement('amount', 1),
    );
    expect(await run()).toMatchObject({ outcome: 'clean' });
    expect(await differences()).toEqual([]);
  });

  it('is found by custody that no transfer explains, and by transfers that are marked as booked but are not', async () => {
    await settleDown();
    const { db } = circuit.database;
    await circuit.invoice();
    await tamper(circuit.database.db, 'transfers', () =>
      db('transfers').whereNotNull('invoice_id').update({ booking: 'none' }),
    );
    await run({ isFull: true, catchUpMs: 0 });
    expect(await kinds()).toEqual(['custody', 'invoice_money', 'invoice_status']);
  });
});

describe('an invoice whose status does not follow from its payments', () => {
  it('is reported, stops no withdrawal, and is given to its workflow, which corrects it', async () => {
    await settleDown();
    const { db } = circuit.database;
    await db('invoices').update({ status: 'failed' });
    expect(await run({ catchUpMs: 0 })).toMatchObject({ outcome: 'differences' });
    expect(await differences()).toMatchObject([{ kind: 'invoice_status' }]);
    expect(await freezeOf('USDC')).toBeUndefined();
    await circuit.drain();
    expect(await run({ catchUpMs: 0 })).toMatchObject({ outcome: 'clean' });
  });

  it('is no difference when its workflow catches up in time', async () => {
    await settleDown();
    await circuit.database.db('invoices').update({ status: 'failed' });
    const running = run({ catchUpMs: 30_000 });
    await until('the run waits', async () => {
      return (await circuit.database.db('reconciliation_runs').first('run_id')) !== undefined;
    });
    await circuit.database.db('invoices').update({ status: 'completed' });
    expect(await running).toMatchObject({ outcome: 'clean' });
  });
});

describe('RPCs that do not agree', () => {
  it('are reported by the run, and freeze nothing', async () => {
    await settleDown();
    circuit.proxies[1]?.use({
      methods: ['eth_call'],
      behaviour: { kind: 'rewrite', rewrite: () => ({ result: `0x${'0'.repeat(64)}` }) },
    });
    const report = await run();
    expect(report.outcome).toBe('incomplete');
    expect(report.summary).toContain('its RPCs agree on no balance of 2 addresses');
    expect(await freezeOf('USDC')).toBeUndefined();
    circuit.proxies[1]?.clear();
    expect(await run()).toMatchObject({ outcome: 'clean' });
  });

  it('do not remove an existing difference', async () => {
    await steal(circuit, 5_000_000n);
    await settleDown();
    await run();
    const found = await differences();
    circuit.proxies[1]?.use({ behaviour: { kind: 'http', status: 503 } });
    await run();
    expect((await differences()).map(({ differenceId }) => differenceId)).toEqual(
      found.map(({ differenceId }) => differenceId),
    );
  });
});

it('of two runs at the same time the one that started later counts, and the other changes nothing', async () => {
  await settleDown();
  const { db } = circuit.database;
  const runId = await startRun(db, { origin: 'cli', isFull: true, nowMs: Date.now() });
  await run();
  const recorded = await recordRun(db, {
    runId,
    chains: [],
    invoices: 0,
    mark: { postingId: 0, entryId: 0, invoiceId: '' },
    differences: [
      {
        kind: 'custody',
        asset: circuit.usdc,
        subject: 'custody',
        words: 'seen before it was booked',
        expectedAtomic: 1n,
        foundAtomic: 0n,
      },
    ],
    lookedAt: () => true,
    isWholeLog: false,
    nowMs: Date.now(),
  });
  expect(recorded.outcome).toBe('overtaken');
  expect(await differences()).toEqual([]);
  expect(await freezeOf('USDC')).toBeUndefined();
});

it('the command compares everything, and prints what the API shows', async () => {
  await steal(circuit, 5_000_000n);
  await settleDown();
  const { chain, usdc, database } = circuit;
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'quittance-chains-')), 'chains.json');
  const listed = {
    chainCode: 'local',
    chainId: chain.chainId,
    name: 'Local',
    rpcUrls: chain.rpcUrls,
    confirmations: 3,
    nativeToken: { symbol: 'ETH', enabled: true },
    tokens: [{ symbol: 'USDC', address: usdc.address, decimals: 6 }],
  };
  writeFileSync(file, JSON.stringify({ chains: [listed] }));
  const DEPOSIT_XPUB = depositXpubOf(CIRCUIT_MNEMONIC);
  const env = { DATABASE_URL: database.url, CHAINS_FILE: file, DEPOSIT_XPUB, LOG_LEVEL: 'silent' };
  const { status, stdout, stderr } = await runCli(['reconcile', '--json'], env);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(JSON.parse(stdout)).toMatchObject({
    run: {
      origin: 'cli',
      scope: 'full',
      outcome: 'differences',
      chains: [{ chainCode: 'local', problem: null }],
    },
    differences: expect.arrayContaining([
      expect.objectContaining({ tokenSymbol: 'USDC', differenceAtomic: '-5000000', freezes: true }),
    ]) as unknown,
  });
  expect(await freezeOf('USDC')).toBeDefined();
});
