import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { NotYet, wait } from '../../../activities/withdrawals/not-yet.js';
import { insertWithdrawal } from '../../cli/insert-withdrawal.js';
import { createTestDatabase } from '../../helpers/services/postgres.js';

it('a reason that names a line of the memory file is logged by each process, also when the database has it already', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  try {
    const withdrawalId = await insertWithdrawal(db);
    await db('withdrawals').where({ withdrawal_id: withdrawalId }).update({ status: 'approved' });
    const line = { takeOut: '{"accountedTo":8}' };
    /** @returns how often a process logs what is waited for, when it looks twice. */
    const logged = async (memory: typeof line | null): Promise<readonly object[]> => {
      const lines: string[] = [];
      const log = pino({}, { write: (text: string) => lines.push(text) });
      for (const _ of ['first', 'again'])
        await wait(
          { db, now: Date.now, log },
          { withdrawalId, why: new NotYet('unread', 'waits until the chain counts as many', memory) },
        );
      return lines.map((text) => JSON.parse(text) as object);
    };
    expect(await logged(line)).toMatchObject([{ withdrawalId, code: 'unread', memory: line }]);
    expect(await logged(line)).toMatchObject([{ withdrawalId, code: 'unread', memory: line }]);
    expect(await logged(null)).toEqual([]);
  } finally {
    await database.drop();
  }
});
