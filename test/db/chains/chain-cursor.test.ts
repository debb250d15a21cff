import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createInvoiceActivities } from '../../../activities/invoices/invoice-activities.js';
import { openDatabase, transaction } from '../../../src/db/core/database.js';
import { listBalances } from '../../../src/db/ledger/balances.js';
import {
  findChainCursor,
  FollowerFencedError,
  takeOverChain,
  type FollowerClaim,
} from '../../../src/db/chains/chain-cursor.js';
import { rollBackTo } from '../../../src/db/chains/undo-blocks.js';
import { storeBlock } from '../../../src/db/chains/store-blocks.js';
import { releaseDueTimers } from '../../../src/db/chains/chain-timers.js';
import { findInvoice, type Invoice } from '../../../src/db/invoices/invoices.js';
import { settleInvoice } from '../../../src/db/invoices/settle-invoice.js';
import {
  blockOf,
  depositAddressOf,
  insertInvoice,
  testChain,
  transferIn,
} from '../../helpers/facts/facts.js';
import { readBlocks, startInvoice, type BlocksRead } from '../../helpers/facts/read-invoice.js';
import { untilWaiting } from '../../helpers/facts/orders.js';
import { startDyingRelay, untilMissed } from '../../helpers/processes/dying-relay.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

/** More messages than the storing of a block takes, so that the last run is one without a death. */
const MESSAGES_MAX = 40;

let database: TestDatabase;
let claim: FollowerClaim;
let invoice: Invoice;
let merchantId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  const { timestampMs } = blockOf(1_000);
  ({ claim, invoice, merchantId } = await startInvoice(database.db, { expiresAtMs: timestampMs }));
});
afterEach(async () => {
  await database.drop();
});

const chains = new Map([['local', testChain]]);
const showAddress = (address: string): string => address;
const settleAll = async (): Promise<Invoice> => {
  const activities = createInvoiceActivities({
    db: database.db,
    chains,
    now: Date.now,
    depositAddress: depositAddressOf,
    log: pino({ level: 'silent' }),
    dispatchOutbox: () => Promise.resolve(),
  });
  await activities.settleInvoice({ invoiceId: invoice.invoiceId });
  const found = await findInvoice(database.db, { invoiceId: invoice.invoiceId });
  if (found === undefined) throw new Error('the invoice is there');
  return found;
};
const empty = { transfers: [], receipts: [], spends: [] };
const read = (numbers: readonly number[], blocks: BlocksRead = {}): Promise<void> =>
  readBlocks({ db: database.db, claim }, numbers, blocks);
const pay = (number: number): Promise<void> =>
  read([number], { transfers: [{ to: invoice.depositAddress }] });
const available = async (): Promise<bigint> =>
  (await listBalances(database.db, merchantId))[0]?.available ?? 0n;
const eventTypes = async (): Promise<string[]> =>
  (await database.db('events').orderBy(['occurred_at', 'event_id']).select<{ type: string }[]>('type')).map(
    (e) => e.type,
  );
const outboxOf = async (): Promise<string[]> =>
  (await database.db('outbox').distinct('target_id').select<{ target_id: string }[]>('target_id')).map(
    (row) => row.target_id,
  );

describe('a payment, from its block to the balance', () => {
  it('is paid when seen, and completed and credited once at its confirmations, with its events', async () => {
    await read([10]);
    await pay(11);
    expect(await settleAll()).toMatchObject({ status: 'paid', amountPaidAtomic: 100_000_000n });
    expect(await available()).toBe(0n);
    await read([12, 13]);
    expect(await settleAll()).toMatchObject({ status: 'completed' });
    await settleAll();
    expect(await available()).toBe(100_000_000n);
    expect(await eventTypes()).toEqual(['invoice.created', 'invoice.paid', 'invoice.completed']);
  });

  it('is credited, reversed and credited again when its block is replaced and returns', async () => {
    await read([10]);
    await pay(11);
    await read([12, 13]);
    await settleAll();
    await rollBackTo(database.db, claim, blockOf(10));
    await settleAll();
    expect(await available()).toBe(0n);
    await read([11, 12], { branch: 'b', forkedAt: 10 });
    await settleAll();
    await rollBackTo(database.db, claim, blockOf(10));
    await pay(11);
    await read([12, 13]);
    expect(await settleAll()).toMatchObject({ status: 'completed' });
    expect(await available()).toBe(100_000_000n);
    const entries = await database
      .db('ledger_entries')
      .orderBy('entry_id')
      .select<{ kind: string }[]>('kind');
    expect(entries.map(({ kind }) => kind)).toEqual([
      'transfer_none_to_credited',
      'transfer_credited_to_none',
      'transfer_none_to_credited',
    ]);
  });

  it('fails the invoice, and sends the event, when a credited payment does not return', async () => {
    await read([10]);
    await pay(11);
    await read([12, 13]);
    await settleAll();
    await rollBackTo(database.db, claim, blockOf(10));
    await read([11, 12, 13, 14, 15, 16], { branch: 'b', forkedAt: 10 });
    expect(await settleAll()).toMatchObject({ status: 'failed' });
    expect(await eventTypes()).toContain('invoice.failed');
    expect(await available()).toBe(0n);
  });

  it('is credited once when it is settled again before the first transaction has committed', async () => {
    await read([10]);
    await pay(11);
    await read([12, 13]);
    let again: Promise<Invoice> | undefined;
    await transaction(database.db, async (trx) => {
      const context = { chains, nowMs: Date.now(), showAddress, depositAddress: depositAddressOf };
      await settleInvoice(trx, context, invoice.invoiceId);
      again = settleAll();
      await untilWaiting(database.db);
    });
    expect(await again).toMatchObject({ status: 'completed' });
    expect(await available()).toBe(100_000_000n);
    expect(await eventTypes()).toEqual(['invoice.created', 'invoice.paid', 'invoice.completed']);
  });

  it('wakes its own invoice only, when it is seen, confirmed, or undone', async () => {
    await insertInvoice(database.db, { merchantId });
    await database.db('outbox').delete();
    await read([10]);
    expect(await outboxOf()).toEqual([]);
    await pay(11);
    expect(await outboxOf()).toEqual([invoice.invoiceId]);
    await settleAll();
    await database.db('outbox').delete();
    await read([12]);
    const at = (number: number) => ({
      chainCode: 'local',
      height: number,
      blockTimeMs: blockOf(number).timestampMs,
    });
    expect(await releaseDueTimers(database.db, at(12))).toBe(0);
    await read([13]);
    expect(await releaseDueTimers(database.db, at(13))).toBe(1);
    expect(await outboxOf()).toEqual([invoice.invoiceId]);
    await database.db('outbox').delete();
    await rollBackTo(database.db, claim, blockOf(10));
    expect(await outboxOf()).toEqual([invoice.invoiceId]);
  });
});

describe('a chain has one follower', () => {
  it('a follower that was replaced cannot write anything', async () => {
    await read([10]);
    const { claim: next } = await takeOverChain(database.db, 'local');
    await expect(pay(11)).rejects.toThrow(FollowerFencedError);
    await expect(rollBackTo(database.db, claim, blockOf(9))).rejects.toThrow(FollowerFencedError);
    expect(await database.db('transfers').select('*')).toEqual([]);
    await storeBlock(database.db, next, { block: blockOf(11), ...empty });
  });

  it('a block is stored with everything in it, or not at all: an incomplete block is read again', async () => {
    await read([10]);
    const block = blockOf(11);
    const to = invoice.depositAddress;
    const refused = transferIn(block, { to, position: 1, amountAtomic: 0n });
    const transfers = [transferIn(block, { to }), refused];
    await expect(storeBlock(database.db, claim, { ...empty, block, transfers })).rejects.toThrow(
      'transfers_amount_atomic_check',
    );
    expect(await findChainCursor(database.db, 'local')).toMatchObject({ height: 10 });
    expect(await database.db('transfers').select('*')).toEqual([]);
    await pay(11);
    await read([12, 13]);
    expect(await settleAll()).toMatchObject({ status: 'completed' });
  });

  it.each(['unsent', 'unanswered'] as const)(
    "a block is stored completely or not at all, whichever database message is the follower's last: %s",
    async (moment) => {
      await read([10]);
      let height = 10;
      for (let at = 1, isDead = true; isDead; at += 1) {
        expect(at).toBeLessThan(MESSAGES_MAX);
        const relay = await startDyingRelay(database.url, { at, moment });
        const db = openDatabase({ url: relay.url });
        isDead = false;
        void relay.died.then(() => {
          isDead = true;
        });
        const block = blockOf(height + 1);
        const transfers = [transferIn(block, { to: invoice.depositAddress })];
        await storeBlock(db, claim, { ...empty, block, transfers }).catch((error: unknown) => {
          if (!isDead) throw error;
        });
        await db.destroy();
        relay.close();
        await untilMissed(database.db);
        const cursor = await findChainCursor(database.db, 'local');
        const stored = await database.db('transfers').where({ block_number: block.number }).pluck('tx_hash');
        const isRead = cursor?.height === block.number;
        expect({ at, stored: stored.length }).toEqual({ at, stored: isRead ? 1 : 0 });
        height = cursor?.height ?? 0;
      }
      expect(height).toBeGreaterThan(10);
    },
  );

  it('a block that does not follow the last one, or was already read, is refused', async () => {
    await read([10]);
    await expect(read([12])).rejects.toThrow(FollowerFencedError);
    await expect(read([10])).rejects.toThrow(FollowerFencedError);
    await expect(read([11], { branch: 'b', forkedAt: 5 })).rejects.toThrow(FollowerFencedError);
  });
});
