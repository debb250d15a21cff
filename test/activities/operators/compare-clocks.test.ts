import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { compareClocks } from '../../../activities/operators/compare-clocks.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each([
  [0, []],
  [30_000, []],
  [-120_000, ['120 s behind']],
  [120_000, ['120 s ahead of']],
])(
  'a clock that is %d ms ahead of the database is told once an hour where it differs',
  async (aheadMs, told) => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
    const deps = { db: database.db, now: () => Date.now() + aheadMs, log };
    await compareClocks(deps);
    await compareClocks(deps);
    expect(lines).toMatchObject(told.map((words) => ({ level: 50, msg: expect.stringContaining(words) })));
  },
);
