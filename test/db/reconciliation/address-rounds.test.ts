import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  advanceRound,
  listAddressesAfter,
  listDepositsToCheck,
  saveRound,
  type DepositsToCheck,
} from '../../../src/db/reconciliation/address-rounds.js';
import { transaction } from '../../../src/db/core/database.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { addressOf, insertInvoice, insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const NOW_MS = Date.UTC(2026, 5, 1);
const HOUR_MS = 3_600_000;
const chainCode = 'local';
let database: TestDatabase;
let merchantId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
});
afterEach(async () => {
  await database.drop();
});

const endingAt = (expiresAtMs: number): Promise<Invoice> =>
  insertInvoice(database.db, { merchantId, createdAtMs: expiresAtMs - HOUR_MS, expiresAtMs });
const addressesOf = (invoices: readonly Invoice[]): string[] =>
  invoices.map(({ depositAddress }) => depositAddress);

const everything = (_address: string): boolean => true;

/** Makes a run of the reconciliation. By default every address can be read. */
async function run({
  nowMs = NOW_MS,
  ending = 10,
  inRotation = 10,
  wasRead = everything,
} = {}): Promise<DepositsToCheck> {
  const { db } = database;
  const deposits = await listDepositsToCheck(db, {
    chainCode,
    blockTimeMs: nowMs,
    limits: { ending, inRotation },
  });
  const round = advanceRound(deposits, { blockTimeMs: nowMs, wasRead });
  await transaction(db, (trx) => saveRound(trx, chainCode, round));
  return deposits;
}
const ended = async (options: Parameters<typeof run>[0]): Promise<string[]> =>
  (await run(options)).ending.map(({ address }) => address);

describe('addresses of invoices that will end', () => {
  it('are checked while open and once after their end, and not again', async () => {
    const before = await endingAt(NOW_MS - HOUR_MS);
    const open = await endingAt(NOW_MS + HOUR_MS);
    expect(await ended({})).toEqual(addressesOf([before, open]));
    expect(await ended({})).toEqual(addressesOf([open]));
    const nowMs = NOW_MS + 2 * HOUR_MS;
    expect(await ended({ nowMs })).toEqual(addressesOf([open]));
    expect(await ended({ nowMs })).toEqual([]);
  });

  it('are all checked over several runs, when there are more than one run checks', async () => {
    // All of them end at the same moment.
    const all = [];
    for (let made = 0; made < 5; made += 1) all.push(await endingAt(NOW_MS - HOUR_MS));
    expect(await ended({ ending: 2 })).toEqual(addressesOf(all.slice(0, 2)));
    expect(await ended({ ending: 2 })).toEqual(addressesOf(all.slice(2, 4)));
    expect(await ended({ ending: 2 })).toEqual(addressesOf(all.slice(4)));
  });

  it('are checked again when they could not be read', async () => {
    const one = await endingAt(NOW_MS - 2 * HOUR_MS);
    const other = await endingAt(NOW_MS - HOUR_MS);
    const wasRead = (address: string): boolean => address !== other.depositAddress;
    expect(await ended({ wasRead })).toEqual(addressesOf([one, other]));
    expect(await ended({})).toEqual(addressesOf([other]));
  });
});

it('all other addresses are checked in turn, round after round', async () => {
  const all = [];
  for (let made = 0; made < 5; made += 1) all.push(await endingAt(NOW_MS - 100 * 24 * HOUR_MS));
  const [first, second, third, fourth, fifth] = addressesOf(all);
  const nextTwo = async (): Promise<readonly string[]> => (await run({ inRotation: 2 })).inRotation;
  expect(await nextTwo()).toEqual([first, second]);
  expect(await nextTwo()).toEqual([third, fourth]);
  expect(await nextTwo()).toEqual([fifth, first]);
  expect(await nextTwo()).toEqual([second, third]);
});

it('each address is listed once, whether or not it is known to have been paid', async () => {
  const invoices = [await endingAt(NOW_MS), await endingAt(NOW_MS)];
  const [paid] = addressesOf(invoices);
  const wallet = addressOf(5);
  await database
    .db('custody_addresses')
    .insert([paid, wallet].map((address) => ({ chain_code: chainCode, address, touched_block: 1 })));
  const pages = [];
  for (let after = ''; ; after = pages.at(-1) ?? '') {
    const page = await listAddressesAfter(database.db, { chainCode, after, limit: 1 });
    if (page.length === 0) break;
    pages.push(...page);
  }
  expect(pages).toEqual([wallet, ...addressesOf(invoices)]);
});

it('the addresses to check are found by index, however many invoices there were', async () => {
  const plan = await transaction(database.db, async (trx) => {
    await trx.raw('SET LOCAL enable_seqscan = off');
    const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `EXPLAIN SELECT deposit_address FROM invoices
        WHERE chain_code = 'local' AND (expires_at, deposit_address) > (now(), '')
        ORDER BY expires_at, deposit_address LIMIT 3000`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('invoices_end');
  expect(plan).not.toContain('Sort');
});
