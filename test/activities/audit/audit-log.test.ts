import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compareLog } from '../../../activities/reconciliation/compare-log.js';
import { verifyAuditLog } from '../../../activities/audit/verify-audit-log.js';
import { appendAudit } from '../../../src/db/audit/audit-log.js';
import { readChainRows } from '../../../src/db/audit/hash-chain-rows.js';
import { sqlState, transaction, type Transaction } from '../../../src/db/core/database.js';
import { newId } from '../../../src/db/core/new-id.js';
import { postEntry } from '../../../src/db/ledger/post-entry.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { addApprovalSignature } from '../../../src/db/withdrawals/approval-signatures.js';
import { addApproval } from '../../../src/db/withdrawals/withdrawal-approvals.js';
import { transferPostings } from '../../../src/domain/ledger/postings.js';
import { freezesWithdrawals } from '../../../src/domain/reconciliation/freezes-withdrawals.js';
import { addressOf, insertMerchant, usdc } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const ROWS = 4;
const CLI = { kind: 'cli', id: 'ann', ip: null } as const;

let database: TestDatabase;
let operators: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase();
  const made = await Promise.all(['Ann', 'Bob'].map((name) => insertOperator(database.db, { name })));
  operators = made.map(({ operatorId }) => operatorId);
});
afterAll(() => database.drop());

const audit = (objectId: string, objectKind = 'note'): Promise<void> =>
  transaction(database.db, (trx) =>
    appendAudit(trx, {
      actor: CLI,
      action: 'merchant.update',
      objectKind,
      objectId,
      reason: 'naïve "quotes"\n\u0001\u2028',
      before: { a: 1 },
      after: { b: ['ü', null] },
    }),
  );
const credit = (merchantId: string, cause: string): Promise<void> =>
  transaction(database.db, (trx) =>
    postEntry(trx, {
      cause,
      kind: 'test',
      asset: usdc(),
      merchantId,
      postings: transferPostings({
        from: 'none',
        to: 'credited',
        amountAtomic: 7n,
        balances: { availableAtomic: 0n, deficitAtomic: 0n },
      }),
    }),
  );

/** The rows that a thief may want to rewrite: one chain of each kind, with some rows each. */
interface Scene {
  readonly note: string;
  readonly account: number;
  readonly merchantId: string;
  readonly withdrawalId: string;
}

async function play(): Promise<Scene> {
  const note = newId('wd');
  for (let row = 0; row < ROWS; row += 1) await audit(note);
  const merchantId = await insertMerchant(database.db);
  for (let row = 0; row < ROWS; row += 1) await credit(merchantId, `${merchantId} ${row}`);
  const account = await database
    .db('ledger_accounts')
    .where({ merchant_id: merchantId, kind: 'available' })
    .first<{ account_id: number }>('account_id');
  const withdrawalId = newId('wd');
  await database.db('withdrawals').insert({
    withdrawal_id: withdrawalId,
    merchant_id: merchantId,
    chain_code: 'local',
    token_symbol: 'USDC',
    token_decimals: 6,
    amount_atomic: '1',
    address: addressOf(7),
    metadata: '{}',
    created_at: new Date(),
  });
  await transaction(database.db, async (trx) => {
    for (const id of operators) {
      const actor = { kind: 'operator', id, ip: null } as const;
      await approve(trx, withdrawalId, actor);
      const given = { approver: addressOf(8), signature: '0xab', validUntil: 1_900_000_000 };
      await addApprovalSignature(trx, { withdrawalId, given, actor, nowMs: 1 });
    }
    await trx('withdrawals').where({ withdrawal_id: withdrawalId }).update({ status: 'approved' });
  });
  for (let row = 0; row < 2; row += 1) await audit(withdrawalId, 'withdrawal');
  return { note, account: account.account_id, merchantId, withdrawalId };
}

const approve = (trx: Transaction, withdrawalId: string, actor: Parameters<typeof addApproval>[1]['actor']) =>
  addApproval(trx, { withdrawalId, actor, nowMs: 1_800_000_000_123 });

/** Changes rows as the owner of the database can: no trigger runs. */
const asThief = (...statements: readonly string[]): Promise<void> =>
  transaction(database.db, async (trx) => {
    await trx.raw('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await trx.raw(statement);
  });

async function brokenIn(chain: string, isWhole = true): Promise<string | undefined> {
  const { broken } = await verifyAuditLog(database.as('quittance_core'), { isWhole });
  return broken.find((one) => one.chain === chain)?.broken;
}

const CHAINS = {
  note: ({ note }: Scene) => `note/${note}`,
  account: ({ account }: Scene) => `ledger_account/${account}`,
  withdrawal: ({ withdrawalId }: Scene) => `withdrawal/${withdrawalId}`,
};
const notes = ({ note }: Scene): string => `object_id = '${note}'`;
const postings = ({ account }: Scene): string => `account_id = ${account}`;
const entries = ({ merchantId }: Scene): string => `cause = '${merchantId} 1'`;
const ofWithdrawal = ({ withdrawalId }: Scene): string => `withdrawal_id = '${withdrawalId}'`;

/** The table, the change, and the rows of a scene. Each chain is changed in every field that its hashes protect. */
const CHANGES = [
  ['audit_log', `reason = 'nothing to see'`, 'note', (s: Scene) => `${notes(s)} AND chain_place = 2`],
  ['audit_log', `actor_id = 'bob'`, 'note', (s: Scene) => `${notes(s)} AND chain_place = 1`],
  ['audit_log', `after = '{"b":["ü", null]}'`, 'note', (s: Scene) => `${notes(s)} AND chain_place = 3`],
  [
    'audit_log',
    `at = at + interval '1 microsecond'`,
    'note',
    (s: Scene) => `${notes(s)} AND chain_place = 4`,
  ],
  ['audit_log', `row_hash = sha256('')`, 'note', (s: Scene) => `${notes(s)} AND chain_place = 4`],
  ['ledger_postings', 'amount = amount * 2', 'account', (s: Scene) => `${postings(s)} AND chain_place = 2`],
  ['ledger_postings', 'entry_id = 1', 'account', (s: Scene) => `${postings(s)} AND chain_place = 4`],
  ['ledger_entries', `kind = 'transfer'`, 'account', entries],
  ['ledger_entries', `withdrawal_id = 'wd_x'`, 'account', entries],
  ['ledger_accounts', 'merchant_id = NULL', 'account', postings],
  [
    'withdrawal_approvals',
    'operator_id = NULL',
    'withdrawal',
    (s: Scene) => `${ofWithdrawal(s)} AND chain_place = 1`,
  ],
  ['approval_signatures', 'valid_until = valid_until + 1', 'withdrawal', ofWithdrawal],
  ['approved_payments', `address = '${addressOf(9)}'`, 'withdrawal', ofWithdrawal],
  ['audit_log', `action = 'x'`, 'withdrawal', (s: Scene) => `object_id = '${s.withdrawalId}'`],
] as const;

describe('a change by a thief who owns the database is found, though no trigger runs', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await play();
    expect((await verifyAuditLog(database.db, { isWhole: true })).broken).toEqual([]);
  });

  it.each(CHANGES)('a changed row is found: %s, %s', async (table, change, chain, where) => {
    const own = await play();
    const constraint =
      table === 'ledger_accounts'
        ? ['ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_check']
        : [];
    await asThief(...constraint, `UPDATE ${table} SET ${change} WHERE ${where(own)}`);
    expect(await brokenIn(CHAINS[chain](own))).toMatch(/was changed/);
  });

  it.each([
    ['audit_log', 'note', notes],
    ['ledger_postings', 'account', postings],
    ['audit_log', 'withdrawal', (s: Scene) => `object_id = '${s.withdrawalId}'`],
  ] as const)('deleted, moved and new rows of %s are found (%s)', async (table, chain, where) => {
    const broken = async (...statements: ((s: Scene) => string)[]): Promise<string | undefined> => {
      const own = await play();
      await asThief(...statements.map((statement) => statement(own)));
      return brokenIn(CHAINS[chain](own));
    };
    const last = (s: Scene): string =>
      `chain_place = (SELECT max(chain_place) FROM ${table} WHERE ${where(s)})`;
    const first = (s: Scene): string =>
      `chain_place = (SELECT min(chain_place) FROM ${table} WHERE ${where(s)})`;
    const id = table === 'audit_log' ? 'audit_id' : 'posting_id';
    const columns =
      table === 'audit_log'
        ? 'actor_kind, action, object_kind, object_id, row_hash'
        : 'posting_id, entry_id, account_id, amount, balance_after, row_hash';
    const values = columns.replace('posting_id', 'posting_id + 1000000');
    const copy = (place: string) => (s: Scene) =>
      `INSERT INTO ${table} (${columns}, chain_place) SELECT ${values}, ${place} FROM ${table} WHERE ${where(s)} AND ${last(s)}`;
    const remove = (which: (s: Scene) => string) => (s: Scene) =>
      `DELETE FROM ${table} WHERE ${where(s)} AND ${which(s)}`;
    expect(await broken(remove(first))).toMatch(/is missing: after row \d+ comes row \d+/);
    expect(await broken(remove(last))).toMatch(/it has had \d+ rows, and the last one is missing: deleted/);
    expect(await broken(copy('chain_place'))).toMatch(/w(as|ere) put in|was changed/);
    expect(await broken(copy('chain_place + 1'))).toMatch(/was put in after its last row/);
    expect(await broken(copy('0'))).toMatch(/was put in/);
    const swap = (
      s: Scene,
    ): string => `UPDATE ${table} t SET row_hash = o.row_hash, chain_place = o.chain_place
      FROM ${table} o WHERE t.${where(s)} AND o.${where(s)} AND t.${id} <> o.${id}
       AND t.chain_place IN (SELECT min(chain_place) FROM ${table} WHERE ${where(s)} UNION SELECT max(chain_place) FROM ${table} WHERE ${where(s)})
       AND o.chain_place IN (SELECT min(chain_place) FROM ${table} WHERE ${where(s)} UNION SELECT max(chain_place) FROM ${table} WHERE ${where(s)})`;
    expect(await broken(swap)).toMatch(/was changed|is missing|was put in/);
  });

  it('the deletion of a whole hash chain is found, whether its recorded end is deleted or only its rows', async () => {
    const own = await play();
    await asThief(`DELETE FROM hash_chains WHERE chain = 'note/${own.note}'`);
    expect(await brokenIn(`note/${own.note}`)).toMatch(/it has rows, but no end/);
    await asThief(
      `DELETE FROM ledger_postings WHERE entry_id = (SELECT entry_id FROM ledger_entries WHERE ${entries(own)})`,
    );
    const { broken } = await verifyAuditLog(database.db, { isWhole: true });
    expect(broken.map((one) => one.broken)).toContainEqual(expect.stringMatching(/the entry has no posting/));
  });

  it('the change is reported as a difference, which freezes the asset of a ledger account or a withdrawal', async () => {
    const own = await play();
    await asThief(
      `UPDATE audit_log SET ip = '192.0.2.1' WHERE ${notes(own)}`,
      `UPDATE ledger_postings SET amount = 9 WHERE ${postings(own)}`,
    );
    // All rows are new, so the hourly check is enough.
    const signal = new AbortController().signal;
    const deps = { db: database.as('quittance_core') } as Parameters<typeof compareLog>[0];
    const { differences } = await compareLog(deps, { isWhole: false, suspects: [], signal });
    const of = (chain: string) => differences.find(({ subject }) => subject === chain);
    const account = of(CHAINS.account(own));
    expect(account).toMatchObject({ asset: { tokenSymbol: 'USDC' }, expectedAtomic: 4n, foundAtomic: 0n });
    expect(account === undefined ? false : freezesWithdrawals(account)).toBe(true);
    const note = of(CHAINS.note(own));
    expect(note?.words).toMatch(/^The hash chain note\/.* is broken: row 1 \(audit_log \d+\) was changed/);
    expect(note === undefined ? true : freezesWithdrawals(note)).toBe(false);
  });

  it('no process can set the recorded end of a hash chain', async () => {
    const call = database.as('quittance_api').raw(`SELECT append_to_chain('note/x', ARRAY['x'])`);
    expect(await Promise.resolve(call).catch(sqlState)).toBe('42501');
    expect(await brokenIn(CHAINS.note(scene))).toBeUndefined();
  });
});

describe('the hash chains', () => {
  it('never fork, even when many processes write at once', async () => {
    const { note, account, merchantId } = await play();
    const at = Array.from({ length: 12 }, (_, index) => index);
    await Promise.all(at.flatMap((n) => [audit(note), credit(merchantId, `${merchantId} at once ${n}`)]));
    for (const chain of [`note/${note}`, `ledger_account/${account}`]) {
      const rows = await readChainRows(database.db, { chain, after: -1 });
      expect(rows.map(({ place }) => place)).toEqual(rows.map((_, index) => index + 1));
      expect(rows).toHaveLength(ROWS + at.length);
      expect(await brokenIn(chain)).toBeUndefined();
    }
  });

  it('do not grow when the same row is written a second time', async () => {
    const { withdrawalId, merchantId, account } = await play();
    const places = async (): Promise<number[]> => {
      const found = await database
        .db('hash_chains')
        .whereIn('chain', [`withdrawal/${withdrawalId}`, `ledger_account/${account}`])
        .orderBy('chain')
        .pluck<number[]>('length');
      return found;
    };
    const before = await places();
    const [id = ''] = operators;
    const actor = { kind: 'operator', id, ip: null } as const;
    await expect(transaction(database.db, (trx) => approve(trx, withdrawalId, actor))).rejects.toThrow(
      /approved already/,
    );
    const given = { approver: addressOf(8), signature: '0xab', validUntil: 1_900_000_000 };
    await transaction(database.db, (trx) =>
      addApprovalSignature(trx, { withdrawalId, given, actor, nowMs: 2 }),
    );
    await transaction(database.db, (trx) =>
      trx('withdrawals').where({ withdrawal_id: withdrawalId }).update({ status: 'approved' }),
    );
    await expect(credit(merchantId, `${merchantId} 1`)).rejects.toThrow();
    expect(await places()).toEqual(before);
    expect(await brokenIn(`withdrawal/${withdrawalId}`)).toBeUndefined();
  });

  it('cost an hourly check nothing when nothing was written', async () => {
    const { note } = await play();
    const db = database.as('quittance_core');
    await verifyAuditLog(db, { isWhole: false });
    // Chains that earlier tests broke are checked each time, up to the broken row.
    const before = await verifyAuditLog(db, { isWhole: false });
    expect(before.chains.has(`note/${note}`)).toBe(false);
    await audit(note);
    const { chains, rows } = await verifyAuditLog(db, { isWhole: false });
    expect(chains.has(`note/${note}`)).toBe(true);
    expect(rows).toBe(before.rows + 1);
  });
});
