import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { endDueCheckouts } from '../../../activities/outbox/end-checkouts.js';
import { endCheckouts } from '../../../src/db/checkouts/decide-checkout.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { asThief } from '../../helpers/circuits/as-thief.js';

const HOUR_MS = 3_600_000;
let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addMerchant());
});
afterAll(() => api.close());

async function made(): Promise<string> {
  const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
  return (await api.ask('POST', '/v1/checkouts', { key, json })).body.data.checkoutId;
}
const statusOf = async (checkoutId: string): Promise<unknown> =>
  (await api.ask('GET', `/v1/checkouts/${checkoutId}`, { key })).body.data.status;

it('ends the checkouts whose time is over, though one before them, which somebody has altered, can not be', async () => {
  const altered = await made();
  await asThief(api.db, `UPDATE checkouts SET amount_fiat_cents = 'NaN' WHERE checkout_id = ?`, [altered]);
  const [second, third] = [await made(), await made()];
  const nowMs = Date.now() + 2 * HOUR_MS;
  expect(await endCheckouts(api.db, { nowMs, limit: 1 })).toMatchObject({
    ended: 1,
    failures: [{ checkoutId: altered }],
  });
  expect([await statusOf(second), await statusOf(third)]).toEqual(['expired', 'open']);

  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const deps = { db: api.db, now: () => nowMs, log, dispatchOutbox: () => Promise.resolve() };
  await endDueCheckouts(deps);
  await endDueCheckouts(deps);
  expect(await statusOf(third)).toBe('expired');
  expect(lines).toMatchObject([{ level: 50, checkoutId: altered }]);
});
