import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { noteNeeds, tellOperators } from '../../activities/operators/operator-notices.js';
import { resolveHost } from '../../src/webhooks/resolve-host.js';
import { generateWebhookSecret } from '../../src/webhooks/sign.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { until } from '../helpers/until.js';
import { startReceiver, type Receiver } from '../webhooks/receiver.js';
import { runCli } from './run-cli.js';

let database: TestDatabase;
let receiver: Receiver;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => response.end());
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});

it('notify test has the workers send a notice, and ends when the receiver has acknowledged it', async () => {
  const told = runCli(['notify', 'test', '--json'], { DATABASE_URL: database.url });
  const deps = {
    chains: new Map(),
    now: Date.now,
    log: pino({ level: 'silent' }),
    webhooks: {
      policy: { allowHttp: false, allowCidrs: [] },
      resolve: resolveHost,
      retryDelaysMs: [0],
      timeoutMs: 5_000,
    },
  };
  const notify = { urls: [`http://127.0.0.1:${receiver.port}/hook`], secret: generateWebhookSecret() };
  await until('the receiver gets the notice', async () => {
    await noteNeeds({ ...deps, db: database.as('quittance_core') });
    await tellOperators({ ...deps, db: database.as('quittance_webhooks') }, notify);
    return receiver.requests.length > 0;
  });
  expect(await told).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse((await told).stdout)).toEqual({ noticeId: expect.any(String), receivers: 1 });
  const [request] = receiver.requests;
  expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({
    text: 'This is a test: notices arrive. Nothing has to be done.',
    data: { kind: 'test', state: 'open' },
  });
});
