import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf } from '../../helpers/facts/facts.js';
import { until } from '../../helpers/until.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';

const BODY = JSON.stringify({
  chainCode: 'local',
  tokenSymbol: 'USDC',
  amountCrypto: '1',
  address: addressOf(0x5107),
});

let api: TestApi;
let nowMs = Date.now();
let merchant: Awaited<ReturnType<TestApi['addMerchant']>>;

beforeAll(async () => {
  api = await startApi({ now: () => nowMs });
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await api.addMerchant();
  await api.credit(merchant.merchantId, 5_000_000n);
});

/** Asks for a withdrawal, and sends the body only after `meanwhile` is done. @returns status and code. */
async function withdrawLate(
  { key, apiKeyId }: typeof merchant,
  meanwhile: () => Promise<void>,
): Promise<unknown> {
  const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /v1/withdrawals HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  await until('the key is let in', async () => {
    const row = await api
      .db('api_keys')
      .where({ api_key_id: apiKeyId })
      .first<{ last_used_at: Date | null }>();
    return row.last_used_at !== null;
  });
  await meanwhile();
  socket.write(BODY.slice(1));
  const [first = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const { error } = JSON.parse(body) as { error?: { code: string } };
  return [Number(first.split(' ')[1]), error?.code];
}

describe('a body that arrives late', () => {
  const passes = (): void => {
    nowMs += 2_000;
  };

  it('is accepted while its key is unchanged', async () => {
    const answer = await withdrawLate(merchant, () => {
      passes();
      return Promise.resolve();
    });
    expect(answer).toEqual([201, undefined]);
  });

  it.each([
    ['revoked', { status: 'revoked' }, [401, 'unauthenticated']],
    ['disabled', { status: 'disabled' }, [403, 'key_disabled']],
    ['bound to another address', { ips: ['203.0.113.0/24'] }, [403, 'ip_not_allowed']],
  ])('has no effect with a key that is %s in the meantime', async (_what, columns, expected) => {
    const answer = await withdrawLate(merchant, async () => {
      await api.db('api_keys').where({ api_key_id: merchant.apiKeyId }).update(columns);
      passes();
    });
    expect(answer).toEqual(expected);
  });

  it('uses the whitelist that its key has at that time', async () => {
    const answer = await withdrawLate(merchant, async () => {
      const withdrawalAddresses = [{ chainCode: 'local', address: addressOf(0x900d) }];
      const json = { ips: [], withdrawalAddresses };
      expect((await api.ask('PUT', '/web/v1/api-keys/whitelists', { key: merchant.key, json })).status).toBe(
        200,
      );
      passes();
    });
    expect(answer).toEqual([422, 'address_not_whitelisted']);
  });
});
