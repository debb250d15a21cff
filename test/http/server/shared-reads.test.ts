import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../../src/db/core/database.js';
import { startRelay } from '../../helpers/processes/relay.js';
import { untilWaiting } from '../../helpers/facts/orders.js';
import { until } from '../../helpers/until.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

const ASKERS = 24;

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());

/** A merchant with an invoice. */
async function addShop(): Promise<{ apiKeyId: string; key: string; path: string }> {
  const { apiKeyId, key } = await api.addMerchant();
  const json = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
  const { body } = await api.ask('POST', '/v1/invoices', { key, json });
  return { apiKeyId, key, path: `/v1/invoices/${body.data.invoiceId}` };
}
const codeOf = ({ status, body }: Answer): string =>
  body.ok ? String(status) : `${String(status)} ${body.error.code}`;
const many = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: ASKERS }, ask));

describe('many requests at once', () => {
  it("each get only their own merchant's invoices", async () => {
    const shops = await Promise.all([addShop(), addShop(), addShop()]);
    const pairs = shops.flatMap(({ key }) => shops.map((asked) => ({ key, asked })));
    const answers = await Promise.all(
      [...pairs, ...pairs, ...pairs].map(async ({ key, asked }) => ({
        expected: asked.key === key ? '200' : '404 not_found',
        answer: codeOf(await api.ask('GET', asked.path, { key })),
      })),
    );
    expect(answers.map(({ answer }) => answer)).toEqual(answers.map(({ expected }) => expected));
  });

  it('are refused from the moment at which their key is revoked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shop = await addShop();
      let isRevoked = false;
      const seen = { before: 0, after: 0 };
      const asking = many(async () => {
        while (seen.after < ASKERS) {
          const cameAfter = isRevoked;
          const code = codeOf(await api.ask('GET', shop.path, { key: shop.key }));
          if (cameAfter) expect(code).toBe('401 unauthenticated');
          else expect(['200', '401 unauthenticated']).toContain(code);
          seen[cameAfter ? 'after' : 'before'] += 1;
        }
      });
      await until('all have asked', () => seen.before >= 2 * ASKERS);
      const revoked = await api.ask('PATCH', '/web/v1/api-keys/status', {
        key: shop.key,
        json: { status: 'revoked' },
      });
      isRevoked = true;
      expect(codeOf(revoked)).toBe('200');
      await asking;
    }
  });
});

describe.each([
  ["keys'", 'api_key_hashes'],
  ["invoices'", 'invoices'],
])('a connection that is lost while many wait for the same %s statement', (_whose, table) => {
  it('answers each of them 503, and the next requests normally', async () => {
    const { key, path } = await addShop();
    const relay = await startRelay(new URL(api.databaseUrl).host);
    const throughRelay = new URL(api.databaseUrl);
    throughRelay.port = String(relay.port);
    const db = openDatabase({ url: throughRelay.href });
    const relayed = await startApi({ db, rateLimits: { '*': null } });
    try {
      await api.db.transaction(async (trx) => {
        await trx.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        const asking = many(() => relayed.ask('GET', path, { key }));
        await untilWaiting(api.db);
        await relay.goDown();
        const codes = new Set((await asking).map(codeOf));
        expect([...codes]).toEqual(['503 temporarily_unavailable']);
      });
      await relay.comeUp();
      expect(new Set((await many(() => relayed.ask('GET', path, { key }))).map(codeOf))).toEqual(
        new Set(['200']),
      );
    } finally {
      await relayed.close();
      await db.destroy();
      await relay.goDown();
    }
  });
});
