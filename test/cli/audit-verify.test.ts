import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pino from 'pino';
import { signAuditHead } from '../../activities/audit/sign-audit-head.js';
import { auditKeyOf } from '../../src/chain/keys/audit-key.js';
import { startApi, type TestApi } from '../helpers/api/start-api.js';
import { tamper } from '../helpers/circuits/tamper.js';
import { runCli, type CliOutcome } from './run-cli.js';

const KEY = auditKeyOf(`0x${'11'.repeat(32)}`);
const DAY_MS = 86_400_000;

let api: TestApi;
let operator: { operatorId: string; key: string };
let folder: string;
let nowMs = Date.now();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kept-heads-'));
  api = await startApi();
  operator = await api.addOperator();
  const json = { name: 'Shop' };
  expect((await api.ask('POST', '/admin/v1/merchants', { key: operator.key, json })).status).toBe(201);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** Signs the head of a day, and returns what the signing worker writes into its log. */
async function signToday(): Promise<Record<string, unknown>> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  await signAuditHead({ db: api.db, log, now: () => nowMs }, KEY);
  nowMs += DAY_MS;
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}
const verify = (...args: string[]): Promise<CliOutcome> =>
  runCli(['audit', 'verify', '--json', ...args], { DATABASE_URL: api.databaseUrl });

it('whoever kept a head, from the log or the API, learns whether anything before it was changed', async () => {
  const logged = await signToday();
  expect(logged).toMatchObject({ number: 1, signer: KEY.address });
  const answer = await api.ask('GET', '/admin/v1/audit-log/heads', { key: operator.key });
  expect(answer.list).toMatchObject([
    { number: 1, hash: `0x${String(logged['hash'])}`, signer: KEY.address },
  ]);
  const kept = path.join(folder, 'heads.json');
  writeFileSync(kept, answer.text);
  await signToday();
  for (const head of [kept, String(logged['hash'])]) {
    const { status, stdout } = await verify('--head', head);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { result: 'nothing was changed', heads: 2 }]);
  }

  await tamper(api.db, 'audit_log', () =>
    api.db('audit_log').where({ action: 'merchant.create' }).update({ actor_id: 'somebody else' }),
  );
  const changed = await verify();
  expect([changed.status, JSON.parse(changed.stdout)]).toMatchObject([
    1,
    { broken: [expect.stringMatching(/^merchant\/.* was changed/)] },
  ]);

  for (const table of ['audit_head_parts', 'audit_heads'])
    await tamper(api.db, table, () => api.db(table).delete());
  const forgotten = await verify('--head', kept);
  const { broken } = JSON.parse(forgotten.stdout) as { broken: string[] };
  expect([forgotten.status, broken]).toEqual([
    1,
    expect.arrayContaining([expect.stringMatching(/the kept head .* is not among them/)]),
  ]);
});
