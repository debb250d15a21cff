import { expect } from '@jest/globals';
import type { WebhookUrlPolicy } from '../../src/webhooks/guard-url.js';
import type { ResolveHost } from '../../src/webhooks/resolve-host.js';
import { sendWebhook, type AttemptResult, type SendWebhookOptions } from '../../src/webhooks/send.js';
import { createTestAuthority } from './test-authority.js';

export const strict: WebhookUrlPolicy = { allowHttp: false, allowCidrs: [] };
const loopback: WebhookUrlPolicy = { allowHttp: true, allowCidrs: ['127.0.0.0/8'] };
export const authority = createTestAuthority();
export const body = '{"event":"ping","timestamp":"2026-01-02T03:04:05.000Z","data":{"note":"Zürich"}}';
/** A time-out that must be reached: long enough for a busy machine to do everything else before. */
export const SHORT_MS = 3_000;
/** A time-out that must not be reached. */
export const LONG_MS = 60_000;
export const KEPT_BYTES = 16 * 1024;

export const resolveTo =
  (...addresses: string[]): ResolveHost =>
  () =>
    Promise.resolve(addresses);

/** Makes one attempt over plain http to a receiver on this machine, under the name shop.example. */
export function send(port: number, changes: Partial<SendWebhookOptions> = {}): Promise<AttemptResult> {
  return sendWebhook({
    url: `http://shop.example:${port}/hooks?shop=1`,
    body,
    headers: {},
    policy: loopback,
    timeoutMs: LONG_MS,
    resolve: resolveTo('127.0.0.1'),
    ...changes,
  });
}

export const sendTls = (port: number, changes: Partial<SendWebhookOptions> = {}): Promise<AttemptResult> =>
  send(port, { url: `https://shop.example:${port}/hooks`, ca: authority.ca, ...changes });

/** Checks that a text for merchants names no address of ours and no error code of Node. */
export const onlyTextIsPublic = (result: AttemptResult): void => {
  expect(result.errorMessage).not.toMatch(/127\.0|::1|E[A-Z]{5,}|ERR_/);
};
