import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { signAuditHead } from '../../../activities/audit/sign-audit-head.js';
import { verifyAuditLog } from '../../../activities/audit/verify-audit-log.js';
import { auditKeyOf } from '../../../src/chain/keys/audit-key.js';
import { appendAudit } from '../../../src/db/audit/audit-log.js';
import { readChainRows } from '../../../src/db/audit/hash-chain-rows.js';
import { EMPTY_CHAIN, hashRow } from '../../../src/db/audit/hash-chain.js';
import { transaction } from '../../../src/db/core/database.js';
import type { SignedHead } from '../../../src/domain/core/audit-head.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const ROWS = 4;
const DAY_MS = 86_400_000;
const KEY = auditKeyOf(`0x${'11'.repeat(32)}`);
const THIEFS_KEY = auditKeyOf(`0x${'22'.repeat(32)}`);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (let row = 0; row < ROWS; row += 1) await audit('first');
});
afterAll(() => database.drop());

const audit = (objectId: string): Promise<void> =>
  transaction(database.db, (trx) =>
    appendAudit(trx, {
      actor: { kind: 'cli', id: 'ann', ip: null },
      action: 'merchant.update',
      objectKind: 'note',
      objectId,
    }),
  );

describe('signed heads', () => {
  let kept: SignedHead;
  let nowMs = Date.now();
  const sign = (key = KEY): Promise<SignedHead | null> =>
    signAuditHead(
      { db: database.as('quittance_signer'), log: pino({ level: 'silent' }), now: () => nowMs },
      key,
    );
  const verify = async (keptHash?: string): Promise<string[]> => {
    const { broken } = await verifyAuditLog(database.as('quittance_core'), {
      isWhole: true,
      ...(keptHash === undefined ? {} : { kept: keptHash }),
    });
    return broken.map((one) => `${one.chain}: ${one.broken}`);
  };
  const steal = (...statements: readonly string[]): Promise<void> =>
    transaction(database.db, async (trx) => {
      await trx.raw('SET LOCAL session_replication_role = replica');
      for (const statement of statements) await trx.raw(statement);
    });
  /** Rewrites a chain from its first row on with the right hashes, as a thief does who has read how they are made. */
  async function rewrite(chain: string, rows: number): Promise<void> {
    let previous = EMPTY_CHAIN.head;
    for (const row of (await readChainRows(database.db, { chain, after: -1 })).slice(0, rows)) {
      previous = hashRow(chain, { previous, place: row.place, fields: row.fields });
      await steal(`UPDATE audit_log SET row_hash = decode('${previous}', 'hex') WHERE audit_id = ${row.id}`);
    }
    await steal(
      `UPDATE hash_chains SET head = decode('${previous}', 'hex'), length = ${rows} WHERE chain = '${chain}'`,
    );
  }

  /** Simulates a theft, and restores the database afterwards. */
  async function undoneAfter(theft: () => Promise<void>): Promise<void> {
    const restore = await database.backUp();
    try {
      await theft();
    } finally {
      await restore();
    }
    expect(await verify()).toEqual([]);
  }

  it('are made once a day by one worker, and each follows the one before', async () => {
    const made = (await Promise.all([sign(), sign(), sign()])).filter((head) => head !== null);
    expect(made).toMatchObject([{ number: 1, isWhole: true, chains: 1, signer: KEY.address }]);
    nowMs += DAY_MS - 1;
    expect(await sign()).toBeNull();
    nowMs += 1;
    await audit('second');
    const second = await sign();
    expect(second).toMatchObject({ number: 2, isWhole: false, chains: 1, previous: made[0]?.hash });
    if (second === null) throw new Error('a head was due');
    kept = second;
    expect(await verify(kept.hash)).toEqual([]);
  });

  it.each([
    [
      'the last rows are deleted, and the end is put back',
      'first',
      `DELETE FROM audit_log WHERE object_id = 'first' AND chain_place > 2`,
      2,
      /was signed over 4 rows of it, and it has 2/,
    ],
    [
      'a row is changed, and all are hashed again',
      'first',
      `UPDATE audit_log SET actor_id = 'bob' WHERE object_id = 'first' AND chain_place = 2`,
      4,
      /are not those that head 1 was signed over/,
    ],
  ])('show the change when %s', (_, object, statement, rows, words) =>
    undoneAfter(async () => {
      await steal(statement);
      await rewrite(`note/${object}`, rows);
      expect((await verify())[0]).toMatch(words);
    }),
  );

  it('show a change to anybody who kept a head, because a thief cannot sign the same head again', () =>
    undoneAfter(async () => {
      await steal(
        'DELETE FROM audit_head_parts',
        'DELETE FROM audit_heads',
        `UPDATE audit_log SET actor_id = 'bob' WHERE object_id = 'first'`,
        'UPDATE hash_chains SET is_unsealed = true',
      );
      await rewrite('note/first', ROWS);
      await sign(THIEFS_KEY);
      expect(await verify()).toEqual([]);
      const [first = '', ...others] = await verify(kept.hash);
      expect(first).toMatch(/the kept head [0-9a-f]{64} is not among them/);
      expect(others).toEqual([]);
    }));

  it.each([
    ['deleted', 'DELETE FROM audit_heads WHERE number = 1', /head 1 is missing/],
    [
      'changed',
      `UPDATE audit_heads SET made_at = made_at - interval '1 hour' WHERE number = 2`,
      /head 2 was changed/,
    ],
    [
      'given other parts',
      `UPDATE audit_head_parts SET length = 3 WHERE number = 2`,
      /the parts of head 2 are not those/,
    ],
    [
      'given another signature',
      `UPDATE audit_heads SET signature = '0x' || repeat('11', 65) WHERE number = 2`,
      /the signature of head 2 is not from/,
    ],
    ['kept from covering a hash chain', `UPDATE hash_chains SET is_unsealed = false, length = length`, null],
  ])('are checked too: a head that was %s is found', (_, statement, words) =>
    undoneAfter(async () => {
      if (words === null) await audit('third');
      await steal(statement);
      const expected = words ?? /third: it was kept out of the signed heads/;
      expect(await verify()).toContainEqual(expect.stringMatching(expected));
    }),
  );

  it('cover every hash chain again after a week, even an unchanged one', async () => {
    nowMs += 7 * DAY_MS;
    expect(await sign()).toMatchObject({ number: 3, isWhole: true, chains: 2 });
    expect(await verify(kept.hash)).toEqual([]);
  });
});
