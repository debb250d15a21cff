import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  beginReadingFor,
  listUnreadRanges,
  recordUnreadRange,
} from '../../../src/db/chains/asset-readings.js';
import { noteProgress, takeOverChain, type FollowerClaim } from '../../../src/db/chains/chain-cursor.js';
import { rollBackTo } from '../../../src/db/chains/undo-blocks.js';
import { storeBlock } from '../../../src/db/chains/store-blocks.js';
import { resumeFrom } from '../../../src/db/chains/chain-resume.js';
import { transaction } from '../../../src/db/core/database.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { readSettlementFacts } from '../../../src/db/invoices/settlement-facts.js';
import { storeTransfers } from '../../../src/db/chains/store-transfers.js';
import { blockOf, insertInvoice, insertMerchant, testChain, transferIn } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const chainCode = 'local';
const UNLISTED = { ...testChain, assets: testChain.assets.filter(({ kind }) => kind === 'native') };
let database: TestDatabase;
let claim: FollowerClaim;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

async function takeOver(chain = testChain): Promise<void> {
  ({ claim } = await takeOverChain(database.db, chainCode));
  await beginReadingFor(database.db, claim, chain);
}
/** Stores these blocks as if the chain's only RPC had shown them. */
async function read(numbers: readonly number[], branch = 'a', forkedAt = 0): Promise<void> {
  for (const number of numbers) {
    const block = blockOf(number, { branch, forkedAt });
    await storeBlock(database.db, claim, { block, transfers: [], receipts: [], spends: [] });
  }
  await noteProgress(database.db, claim, { caughtUpAtMs: null, finalizedHeight: null });
}
/** Makes an invoice in USDC at the time of block 100. */
async function invoiceUntil(expiresAtMs: number): Promise<Invoice> {
  const merchantId = await insertMerchant(database.db);
  return insertInvoice(database.db, { merchantId, createdAtMs: blockOf(100).timestampMs, expiresAtMs });
}
const unread = async (): Promise<[number, number][]> =>
  (await listUnreadRanges(database.db)).map(({ fromNumber, toNumber }) => [fromNumber, toNumber]);

describe('blocks are read again for a token that was removed and is listed again', () => {
  it('when an invoice ends at the time of the last block that was read, because the next block may have the same time', async () => {
    await takeOver();
    await read([100, 101]);
    await invoiceUntil(blockOf(101).timestampMs);
    await takeOver(UNLISTED);
    await read([102]);
    await takeOver();
    expect(await unread()).toEqual([[102, 102]]);
  });

  it('when a later reorganisation brought blocks in which an ended invoice was still open', async () => {
    await takeOver();
    await read([100, 101, 102, 103]);
    await invoiceUntil(blockOf(102).timestampMs);
    await takeOver(UNLISTED);
    await rollBackTo(database.db, claim, blockOf(101));
    await read([102, 103], 'b', 101);
    await takeOver();
    expect(await unread()).toEqual([[102, 103]]);
  });

  it('when no second RPC was asked for the blocks before the token was removed', async () => {
    await takeOver();
    await read([100, 101, 102, 103]);
    await invoiceUntil(blockOf(102).timestampMs);
    const verified = { verified_height: 101, verified_time: new Date(blockOf(101).timestampMs) };
    await database.db('chain_cursors').update(verified);
    await takeOver(UNLISTED);
    await read([104]);
    await takeOver();
    expect(await unread()).toEqual([[102, 104]]);
  });
});

describe('blocks that are still to be read for a token', () => {
  let invoice: Invoice;
  beforeEach(async () => {
    await takeOver(UNLISTED);
    await read([100, 101, 102, 103]);
    invoice = await invoiceUntil(blockOf(1_000).timestampMs);
    await takeOver();
    expect(await unread()).toEqual([[0, 103]]);
  });

  it('keep no later invoice open, because its payment can only be in later blocks', async () => {
    const since = await insertInvoice(database.db, {
      merchantId: invoice.merchantId,
      createdAtMs: Date.now() + 660_000,
    });
    const ids = [invoice.invoiceId, since.invoiceId];
    const { audits } = await readSettlementFacts(database.db, ids, new Map([[chainCode, testChain]]));
    expect([...audits.keys()]).toEqual([invoice.invoiceId]);
  });

  it('never replace a payment that is already stored', async () => {
    const block = blockOf(103);
    const payment = transferIn(block, { to: invoice.depositAddress, amountAtomic: 7n });
    const other = { ...payment, amountAtomic: 8n, position: payment.position + 1 };
    const stored = (): Promise<unknown[]> =>
      database.db('transfers').orderBy('position').select('amount_atomic', 'shown_only_by', 'revision');
    await transaction(database.db, (trx) =>
      storeTransfers(trx, { chainCode, transfers: [payment], shownOnlyBy: null }),
    );
    const before = await stored();
    const [range] = await listUnreadRanges(database.db);
    if (range === undefined) throw new Error('there is a range');
    const readFrom = 'http://liar.example:8545';
    await recordUnreadRange(database.db, claim, {
      range,
      fromNumber: 0,
      upTo: 103,
      spends: [],
      readFrom,
      again: true,
      awaitsCorroboration: true,
      transfers: [{ ...payment, amountAtomic: 6n }, other],
    });
    expect(await stored()).toEqual([...before, expect.objectContaining({ amount_atomic: 8n })]);
  });

  it('are read for it at once when a reorganisation replaces them', async () => {
    await rollBackTo(database.db, claim, blockOf(101));
    expect(await unread()).toEqual([[0, 101]]);
  });

  it('are dropped when no stored block is left, because a restarted chain may never reach them', async () => {
    await resumeFrom(database.db, claim, null);
    expect(await unread()).toEqual([]);
  });
});
