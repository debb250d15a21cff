import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type Shown, type TestApi } from '../../../helpers/api/start-api.js';

const THIEF = 'https://thief.example/pay';
const ORDER = { amountFiat: '25.00', fiatCurrency: 'USD' };

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ key } = await api.addMerchant());
});

const create = (): Promise<Answer> => api.ask('POST', '/v1/checkouts', { key, json: ORDER });

/** Asks in every way that shows the checkout. */
async function linksOf({ checkoutId, publicId }: Shown): Promise<readonly string[]> {
  const one = await api.ask('GET', `/v1/checkouts/${checkoutId}`, { key });
  const { list } = await api.ask('GET', '/v1/checkouts', { key });
  const page = await api.ask('GET', `/v1/public/checkouts/${publicId}`);
  const cancelled = await api.ask('POST', `/v1/checkouts/${checkoutId}/cancel`, { key });
  return [one.body.data, ...list, page.body.data, cancelled.body.data].map(({ checkoutUrl }) => checkoutUrl);
}

describe('the link of a checkout', () => {
  it('leads to our own page, in every view, after a thief has altered the row', async () => {
    const { data } = (await create()).body;
    await api
      .db('checkouts')
      .where({ checkout_id: data.checkoutId })
      .update({ checkout_url: `${THIEF}/${data.publicId}` });
    const own = `https://pay.example.com/pay/${data.publicId}`;
    expect(await linksOf(data)).toEqual([own, own, own, own]);
  });

  describe('when a trigger of the database alters it at its creation', () => {
    afterEach(async () => {
      await api.db.raw('DROP TRIGGER thief ON checkouts; DROP FUNCTION thief()');
    });

    it('leads neither elsewhere nor to the page of another merchant', async () => {
      const theirs = `cs_${'5f'.repeat(20)}`;
      await api.db.raw(`
        CREATE FUNCTION thief() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          NEW.checkout_url := '${THIEF}/' || NEW.public_id;
          NEW.public_id := '${theirs}';
          RETURN NEW;
        END $$;
        CREATE TRIGGER thief BEFORE INSERT ON checkouts FOR EACH ROW EXECUTE FUNCTION thief()`);
      const { status, body } = await create();
      expect([status, body.data.publicId]).toEqual([201, expect.stringMatching(/^cs_[0-9a-f]{40}$/)]);
      expect(body.data.publicId).not.toBe(theirs);
      expect(body.data.checkoutUrl).toBe(`https://pay.example.com/pay/${body.data.publicId}`);
    });
  });
});
