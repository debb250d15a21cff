import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { createSecretBox } from '../../../src/db/core/secret-box.js';
import { hashApiKey } from '../../../src/db/merchants/api-keys.js';
import { deleteExpiredAnswers, tryLockIdempotencyKey } from '../../../src/db/merchants/idempotency-keys.js';
import { QuittanceError } from '../../../src/domain/core/errors.js';
import { API_KEY_RANDOM_BYTES, formatApiKey } from '../../../src/domain/merchants/api-key-format.js';
import { createFixedRates } from '../../../src/rates/fixed-rates.js';
import { addSignedIn, beginSessionOf } from '../../helpers/api/signed-in.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
const WITHDRAWAL = { ...INVOICE, address: `0x${'12'.repeat(20)}` };
const ENDPOINT = {
  path: '/web/v1/webhook-endpoints',
  json: { url: 'https://1.1.1.1/', events: ['invoice.paid'] },
};
const DAY_MS = 86_400_000;

let nowMs = Date.now();
let api: TestApi;
let merchant: { merchantId: string; apiKeyId: string; key: string };
let counter = 0;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await api.addMerchant();
});

const newKey = (): string => `key ${String((counter += 1))}`;
function post(
  idempotencyKey: string,
  other: { path?: string; json?: object; key?: string } = {},
): Promise<Answer> {
  const { path = '/v1/invoices', json = INVOICE, key = merchant.key } = other;
  return api.ask('POST', path, { key, json, headers: { 'idempotency-key': idempotencyKey } });
}
const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
async function invoiceCount(): Promise<unknown> {
  return (await api.db('invoices').where({ merchant_id: merchant.merchantId }).count())[0]?.['count'];
}

describe('the same Idempotency-Key', () => {
  it('gives the first answer again, byte for byte, and has no second effect', async () => {
    const idempotencyKey = newKey();
    const first = await post(idempotencyKey);
    const again = await post(idempotencyKey);
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await invoiceCount()).toBe(1);
  });

  it('shows the secret of an endpoint again, which the database stores only encrypted', async () => {
    const idempotencyKey = newKey();
    const first = await post(idempotencyKey, ENDPOINT);
    expect((await post(idempotencyKey, ENDPOINT)).body.data.secret).toBe(first.body.data.secret);
    const rows = await api
      .db('idempotency_keys')
      .where({ idempotency_key: idempotencyKey })
      .select<{ answer_encrypted: Buffer }[]>();
    expect(rows[0]?.answer_encrypted.toString('latin1')).not.toContain('whsec');
  });

  it('does not show what a thief has moved into the stored answer', async () => {
    const idempotencyKey = newKey();
    expect((await post(idempotencyKey)).status).toBe(201);
    const victim = await api.addMerchant();
    const made = await api.ask('POST', '/web/v1/webhook-endpoints', {
      key: victim.key,
      json: { url: 'https://1.1.1.1/', events: ['invoice.paid'] },
      headers: { 'idempotency-key': idempotencyKey },
    });
    const kept = await api
      .db('idempotency_keys')
      .where({ api_key_id: victim.apiKeyId })
      .first<{ answer_encrypted: Buffer }>('answer_encrypted');
    const endpoint = await api
      .db('webhook_endpoints')
      .where({ endpoint_id: made.body.data.id })
      .first<{ secret_encrypted: Buffer }>('secret_encrypted');
    for (const stolen of [kept.answer_encrypted, endpoint.secret_encrypted]) {
      await api
        .db('idempotency_keys')
        .where({ api_key_id: merchant.apiKeyId })
        .update({ answer_encrypted: stolen });
      const answer = await post(idempotencyKey);
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain('whsec_');
    }
    expect(await invoiceCount()).toBe(1);
  });

  it('shows a secret only to the key that asked for it, whatever owner the database names', async () => {
    const idempotencyKey = newKey();
    const first = await post(idempotencyKey, ENDPOINT);
    expect(first.status).toBe(201);
    const theirs = formatApiKey('qk_', randomBytes(API_KEY_RANDOM_BYTES));
    await api.db('api_key_hashes').insert({
      key_hash: hashApiKey(theirs),
      api_key_id: merchant.apiKeyId,
      expires_at: new Date('2100-01-01'),
    });
    const ofThief = (): Promise<Answer> => post(idempotencyKey, { ...ENDPOINT, key: theirs });
    expect(codeOf(await ofThief())).toEqual([409, 'idempotency_key_reused']);
    const kept = () =>
      api.db('idempotency_keys').where({ api_key_id: merchant.apiKeyId, idempotency_key: idempotencyKey });
    const { request_hash: before } = await kept().first<{ request_hash: Buffer }>('request_hash');
    const asked = ['POST', ENDPOINT.path, ENDPOINT.json];
    for (const hashed of [asked, [...asked, hashApiKey(theirs).toString('hex')]]) {
      await kept().update({ request_hash: createHash('sha256').update(JSON.stringify(hashed)).digest() });
      const answer = await ofThief();
      expect([answer.status, answer.text]).toEqual([500, expect.not.stringContaining('whsec_')]);
    }
    await kept().update({ request_hash: before });
    expect((await post(idempotencyKey, ENDPOINT)).text).toBe(first.text);
  });

  it('is known in every session of its member, but shows a secret only in the session that asked for it', async () => {
    const { merchantId } = merchant;
    const { email } = await addSignedIn(api, { kind: 'merchant', merchantId, role: 'owner' });
    const begin = async () => {
      const begun = await beginSessionOf(api, 'merchant', email);
      const { csrfToken } = begun.body.data as unknown as { readonly csrfToken: string };
      const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      return (path: string, json: object, idempotencyKey: string): Promise<Answer> =>
        api.ask('POST', path, {
          json,
          headers: { cookie, 'x-csrf-token': csrfToken, 'idempotency-key': idempotencyKey },
        });
    };
    const [one, other] = [await begin(), await begin()];
    const [ofInvoice, ofEndpoint] = [newKey(), newKey()];
    const made = await one('/v1/invoices', INVOICE, ofInvoice);
    expect((await other('/v1/invoices', INVOICE, ofInvoice)).text).toBe(made.text);
    const shown = await one(ENDPOINT.path, ENDPOINT.json, ofEndpoint);
    expect(shown.text).toContain('whsec_');
    expect((await one(ENDPOINT.path, ENDPOINT.json, ofEndpoint)).text).toBe(shown.text);
    const elsewhere = await other(ENDPOINT.path, ENDPOINT.json, ofEndpoint);
    expect(codeOf(elsewhere)).toEqual([409, 'idempotency_key_reused']);
  });

  it('gives an answer again that an earlier version stored, unless it shows a secret', async () => {
    const box = createSecretBox(Buffer.alloc(32, 1));
    const keepAsEarlier = async (
      idempotencyKey: string,
      { path, json, text }: { readonly path: string; readonly json: object; readonly text: string },
    ): Promise<void> => {
      const row = [merchant.apiKeyId, idempotencyKey];
      const place = { table: 'idempotency_keys', column: 'answer_encrypted', row };
      const hash = createHash('sha256').update(JSON.stringify(['POST', path, json]));
      await api
        .db('idempotency_keys')
        .where({ idempotency_key: idempotencyKey })
        .update({ request_hash: hash.digest(), answer_encrypted: box.seal(text, place) });
    };
    const [ofInvoice, ofEndpoint] = [newKey(), newKey()];
    const { text } = await post(ofInvoice);
    await keepAsEarlier(ofInvoice, { path: '/v1/invoices', json: INVOICE, text });
    expect((await post(ofInvoice)).text).toBe(text);
    const shown = await post(ofEndpoint, ENDPOINT);
    await keepAsEarlier(ofEndpoint, { ...ENDPOINT, text: shown.text });
    const answer = await post(ofEndpoint, ENDPOINT);
    expect([answer.status, answer.text]).toEqual([500, expect.not.stringContaining('whsec_')]);
  });

  it('executes only one of two requests at the same moment; the other gets a conflict or the same answer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = Number(await invoiceCount());
      const idempotencyKey = newKey();
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(idempotencyKey)));
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ body }) => body.data.invoiceId)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(codeOf(answer)).toEqual([409, 'idempotency_in_progress']);
      }
      expect(await invoiceCount()).toBe(before + 1);
    }
  });

  it('with another body or path answers 409 idempotency_key_reused, whatever the body', async () => {
    const idempotencyKey = newKey();
    await post(idempotencyKey);
    for (const other of [
      { json: { ...INVOICE, amountCrypto: '2' } },
      { json: {} },
      { path: '/v1/withdrawals', json: WITHDRAWAL },
    ]) {
      expect(codeOf(await post(idempotencyKey, other))).toEqual([409, 'idempotency_key_reused']);
    }
    expect((await post(idempotencyKey)).status).toBe(201);
  });

  it('undoes its effect when another answer was stored during its execution, and gives that answer', async () => {
    const json = { amountFiat: '1', fiatCurrency: 'USD', chainCode: 'local', tokenSymbol: 'USDC' };
    const fixed = createFixedRates(new Map([['USDC/USD', '1']]));
    let overtaking: Promise<Answer> | undefined;
    const other = await startApi({
      rates: {
        async rate(...args) {
          if (overtaking === undefined) {
            overtaking = ask();
            await overtaking;
          }
          return fixed.rate(...args);
        },
      },
    });
    const { key } = await other.addMerchant();
    const ask = (): Promise<Answer> =>
      other.ask('POST', '/v1/invoices', { key, json, headers: { 'idempotency-key': 'k' } });
    try {
      const overtaken = await ask();
      const first = await overtaking;
      expect([first?.status, first?.headers.get('idempotency-replayed')]).toEqual([201, null]);
      expect([overtaken.status, overtaken.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(overtaken.text).toBe(first?.text);
      for (const table of ['invoices', 'events', 'outbox', 'idempotency_keys'])
        expect([table, await other.db(table).count()]).toEqual([table, [{ count: 1 }]]);
    } finally {
      await other.close();
    }
  });

  it('answers 409 while it is in use elsewhere, and is free again when that request had no effect', async () => {
    const idempotencyKey = newKey();
    const { key, apiKeyId } = await api.addMerchant();
    const elsewhere = await api.db.transaction();
    await tryLockIdempotencyKey(elsewhere, { credentialId: apiKeyId, idempotencyKey });
    let asked = 0;
    const note = ({ sql }: { sql: string }): void => {
      if (!sql.includes('pg_try_advisory_xact_lock')) return;
      asked += 1;
      // A second request would find the key free.
      if (asked > 1) throw new Error('the lock is asked for again');
    };
    api.pool.on('query', note);
    try {
      expect(codeOf(await post(idempotencyKey, { key }))).toEqual([409, 'idempotency_in_progress']);
      expect(asked).toBe(1);
    } finally {
      api.pool.off('query', note);
      await elsewhere.rollback();
    }
    expect((await post(idempotencyKey, { key })).status).toBe(201);
  });

  it('is separate under another API key', async () => {
    const idempotencyKey = newKey();
    const first = await post(idempotencyKey);
    const other = await api.addMerchant();
    const theirs = await post(idempotencyKey, { key: other.key });
    expect(theirs.status).toBe(201);
    expect(theirs.body.data.invoiceId).not.toBe(first.body.data.invoiceId);
  });

  it('gives a refusal of the route again, even if its reason is gone, and leaves no effects', async () => {
    const idempotencyKey = newKey();
    const asked = { path: '/v1/withdrawals', json: WITHDRAWAL };
    const refused = await post(idempotencyKey, asked);
    expect(codeOf(refused)).toEqual([422, 'insufficient_balance']);
    await api.credit(merchant.merchantId, 5_000_000n);
    const again = await post(idempotencyKey, asked);
    expect([again.status, again.text]).toEqual([422, refused.text]);
    expect((await post(newKey(), asked)).status).toBe(201);
    const unsupported = newKey();
    const doge = { json: { ...INVOICE, tokenSymbol: 'DOGE' } };
    expect(codeOf(await post(unsupported, doge))).toEqual([422, 'unsupported_asset']);
    expect((await post(unsupported, doge)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('is free again after an input error, a limit or a missing key', async () => {
    const idempotencyKey = newKey();
    expect((await post(idempotencyKey, { json: { ...INVOICE, amountCrypto: 'one' } })).status).toBe(400);
    expect((await post(idempotencyKey, { key: 'qk_wrong' })).status).toBe(401);
    expect((await post(idempotencyKey)).status).toBe(201);
  });

  it('is free again after an internal error, and nothing of the failed request stays', async () => {
    let faulty = true;
    const other = await startApi({
      depositAddress: () => {
        if (faulty) throw new Error('out of addresses');
        return `0x${'ad'.repeat(20)}`;
      },
    });
    try {
      const { key } = await other.addMerchant();
      const ask = () =>
        other.ask('POST', '/v1/invoices', { key, json: INVOICE, headers: { 'idempotency-key': 'k' } });
      expect(codeOf(await ask())).toEqual([500, 'internal_error']);
      expect(await other.db('idempotency_keys').count()).toEqual([{ count: 0 }]);
      faulty = false;
      expect((await ask()).status).toBe(201);
    } finally {
      await other.close();
    }
  });

  it('is free again when the price was not known', async () => {
    const unavailable = new QuittanceError('rate_unavailable', 'No price is known right now.');
    const other = await startApi({ rates: { rate: () => Promise.reject(unavailable) } });
    try {
      const { key } = await other.addMerchant();
      const json = { amountFiat: '1', fiatCurrency: 'USD', chainCode: 'local', tokenSymbol: 'USDC' };
      const answer = await other.ask('POST', '/v1/invoices', {
        key,
        json,
        headers: { 'idempotency-key': 'k' },
      });
      expect(codeOf(answer)).toEqual([503, 'rate_unavailable']);
      expect(await other.db('idempotency_keys').count()).toEqual([{ count: 0 }]);
    } finally {
      await other.close();
    }
  });

  it('is forgotten after 24 hours', async () => {
    const idempotencyKey = newKey();
    const first = await post(idempotencyKey);
    nowMs += DAY_MS - 1_000;
    expect((await post(idempotencyKey)).text).toBe(first.text);
    nowMs += 2_000;
    const second = await post(idempotencyKey, { json: { ...INVOICE, amountCrypto: '2' } });
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect((await post(idempotencyKey, { json: { ...INVOICE, amountCrypto: '2' } })).text).toBe(second.text);
    nowMs += DAY_MS;
    expect(await deleteExpiredAnswers(api.db, { nowMs, limit: 2 })).toBe(2);
    expect(await deleteExpiredAnswers(api.db, { nowMs, limit: 10_000 })).toBeGreaterThan(0);
    expect(await api.db('idempotency_keys').count()).toEqual([{ count: 0 }]);
  });
});

describe('an Idempotency-Key', () => {
  it.each([
    ['of 256 characters', 'x'.repeat(256)],
    ['with characters beyond ASCII', 'schlüssel'],
    ['with a tab', 'a\tb'],
  ])('%s answers 400 validation_failed', async (_, idempotencyKey) => {
    const answer = await post(idempotencyKey);
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.error.details[0]?.path).toBe('Idempotency-Key');
  });

  it('of 255 characters is accepted', async () => {
    expect((await post('y'.repeat(255))).status).toBe(201);
  });
});
