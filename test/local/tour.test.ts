import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { waitFor } from '../../src/local/tour/wait.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../src/local/tour/webhook-receiver.js';

const { signal } = new AbortController();

describe('a step of the tour', () => {
  it('waits only for a limited time, and says for what, and what it found instead', async () => {
    const waiting = waitFor({
      what: 'the invoice to be paid',
      timeoutMs: 300,
      signal,
      look: () => Promise.resolve(null),
      describe: () => 'it is pending',
    });
    await expect(waiting).rejects.toThrow('Waited 0.3 s for the invoice to be paid; it is pending.');
  });

  it('stops waiting when the product is to stop', async () => {
    const stopping = new AbortController();
    const waiting = waitFor({
      what: 'anything',
      timeoutMs: 60_000,
      signal: stopping.signal,
      look: () => Promise.resolve(null),
      describe: () => 'nothing',
    });
    stopping.abort(new Error('Ctrl-C'));
    await expect(waiting).rejects.toThrow('Ctrl-C');
  });
});

describe("the tour's shop", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"event":"invoice.paid","timestamp":"2026-01-01T00:00:00.000Z","data":{"invoiceId":"inv_1"}}';

  function headersFor(changed: Record<string, string> = {}): Record<string, string> {
    const now = new Date();
    return {
      'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
      ...changed,
    };
  }

  async function withReceiver(
    work: (receiver: WebhookReceiver, heard: string[]) => Promise<void>,
  ): Promise<void> {
    const heard: string[] = [];
    const receiver = await startWebhookReceiver({ port: null, onWebhook: ({ event }) => heard.push(event) });
    try {
      await work(receiver, heard);
    } finally {
      await receiver.stop();
    }
  }

  const post = async (url: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(url, { method: 'POST', headers, body })).status;

  it('accepts a webhook with two valid signatures, once', async () => {
    await withReceiver(async (receiver, heard) => {
      expect(await post(receiver.url, headersFor())).toBe(503);
      receiver.setSecret(secret);
      expect(await post(receiver.url, headersFor())).toBe(204);
      expect(await post(receiver.url, headersFor())).toBe(204);
      expect(heard).toEqual(['invoice.paid']);
      expect(receiver.received()).toMatchObject([{ webhookId: 'evt_1', data: { invoiceId: 'inv_1' } }]);
    });
  });

  it.each([
    ['over the body', { 'x-service-signature': 'f'.repeat(64) }],
    ['of Standard Webhooks', { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }],
    ['of Standard Webhooks, which is too old,', { 'webhook-timestamp': '1700000000' }],
  ])('refuses a webhook whose signature %s is wrong', async (_which, changed) => {
    await withReceiver(async (receiver, heard) => {
      receiver.setSecret(secret);
      expect(await post(receiver.url, headersFor(changed))).toBe(401);
      expect(heard).toEqual([]);
      expect(receiver.refusedCount()).toBe(1);
    });
  });
});
