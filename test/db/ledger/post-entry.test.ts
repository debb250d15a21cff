import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqlState, transaction, violatedConstraint } from '../../../src/db/core/database.js';
import { lockMerchantBalances, postEntry } from '../../../src/db/ledger/post-entry.js';
import { reservePostings, topUpPostings, transferPostings } from '../../../src/domain/ledger/postings.js';
import { insertMerchant, usdc } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

let database: TestDatabase;
let merchantId: string;
const asset = usdc();
const noBalance = { availableAtomic: 0n, deficitAtomic: 0n };

beforeAll(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
});
afterAll(async () => {
  await database.drop();
});

const credit = (cause: string, amountAtomic: bigint): Promise<void> =>
  transaction(database.db, (trx) =>
    postEntry(trx, {
      cause,
      kind: 'test',
      asset,
      merchantId,
      postings: transferPostings({ from: 'none', to: 'credited', amountAtomic, balances: noBalance }),
    }),
  );
const available = async (): Promise<bigint> =>
  (await transaction(database.db, (trx) => lockMerchantBalances(trx, { merchantId, asset }))).availableAtomic;

describe('the database itself protects the ledger', () => {
  it('refuses the same cause a second time, and changes nothing', async () => {
    await credit('once', 1_000n);
    const before = await available();
    const again = await credit('once', 1_000n).catch((error: unknown) => error);
    expect(violatedConstraint(again)).toBe('ledger_entries_cause_once');
    expect(await available()).toBe(before);
  });

  it('refuses an entry that does not balance, at commit', async () => {
    const before = await available();
    const lopsided = transaction(database.db, (trx) =>
      postEntry(trx, {
        cause: 'lopsided',
        kind: 'test',
        asset,
        merchantId,
        postings: [
          { account: 'custody_deposit', amountAtomic: 5n },
          { account: 'available', amountAtomic: -6n },
        ],
      }),
    );
    await expect(lopsided).rejects.toThrow(/does not balance/);
    expect(await available()).toBe(before);
  });

  it('refuses an entry without postings', async () => {
    const empty = database.db('ledger_entries').insert({ cause: 'empty', kind: 'test' });
    await expect(empty).rejects.toThrow(/no postings/);
  });

  it('refuses to overdraw a merchant, even when two try it at the same moment', async () => {
    await credit('for-two', 1_000n);
    const balance = await available();
    const spend = (cause: string): Promise<void> =>
      transaction(database.db, (trx) =>
        postEntry(trx, { cause, kind: 'test', asset, merchantId, postings: reservePostings(balance) }),
      );
    const results = await Promise.allSettled([spend('spend-1'), spend('spend-2')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(violatedConstraint(refused?.reason)).toBe('ledger_accounts_never_overdrawn');
    expect(await available()).toBe(0n);
  });

  it.each([
    ['change a posting', 'UPDATE ledger_postings SET amount = amount + 1'],
    ['delete a posting', 'DELETE FROM ledger_postings'],
    ['change an entry', "UPDATE ledger_entries SET kind = 'other'"],
    ['empty the ledger', 'TRUNCATE ledger_entries, ledger_postings'],
    ['set a balance', 'UPDATE ledger_accounts SET balance = 1000000'],
    ['remove an account', 'DELETE FROM ledger_accounts'],
  ])('refuses to %s', async (_, sql) => {
    await credit(`before ${sql}`, 7n);
    const refused = await database.db.raw(sql).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(sqlState(refused)).toBe('23001');
  });

  it('refuses an account that opens with money in it', async () => {
    const rich = database.db('ledger_accounts').insert({
      kind: 'treasury',
      chain_code: 'local',
      token_symbol: 'RICH',
      balance: 5,
    });
    await expect(rich).rejects.toThrow(/opens at zero/);
  });

  it('refuses postings added to an entry of an earlier transaction', async () => {
    await credit('closed', 9n);
    const entry = await database
      .db('ledger_entries')
      .where({ cause: 'closed' })
      .first<{ entry_id: number }>();
    const account = await database.db('ledger_accounts').first<{ account_id: number }>();
    const late = database.db('ledger_postings').insert({
      entry_id: entry.entry_id,
      account_id: account.account_id,
      amount: 1,
      balance_after: 0,
    });
    await expect(late).rejects.toThrow(/earlier transaction/);
  });

  it('sums to zero over all accounts after many entries at once, and each posting records the balance after it', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        transaction(database.db, (trx) =>
          postEntry(trx, {
            cause: `many/${i}`,
            kind: 'test',
            asset,
            merchantId: null,
            postings: topUpPostings(BigInt(i + 1), 'custody_hot'),
          }),
        ),
      ),
    );
    const { rows } = await database.db.raw<{ rows: { off: number }[] }>(
      `SELECT count(*) AS off FROM ledger_accounts a
        WHERE balance <> (SELECT coalesce(sum(CASE WHEN a.debit_normal THEN amount ELSE -amount END), 0)
                            FROM ledger_postings p WHERE p.account_id = a.account_id)
           OR balance <> coalesce((SELECT balance_after FROM ledger_postings p WHERE p.account_id = a.account_id
                                    ORDER BY posting_id DESC LIMIT 1), 0)`,
    );
    expect(rows[0]?.off).toBe(0);
  });
});
