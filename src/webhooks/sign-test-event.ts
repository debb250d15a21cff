import { randomUUID } from 'node:crypto';

import type { EventData, EventType } from '../domain/webhooks/events.js';
import { EXAMPLE_DATA } from './example-event.js';
import { serviceSignature, standardSignature } from './signatures.js';

export interface TestEventInput<Type extends EventType> {
  readonly event: Type;
  /**
   * The secret that your handler verifies with: `whsec_` and the base64 of any 16 bytes or more, such as
   * `whsec_dGVzdC1zZWNyZXQtb2YtYS10ZXN0`.
   */
  readonly secret: string;
  /** Fields that replace those of the example's data. */
  readonly data?: Partial<EventData[Type]>;
  /** The event's id; a new one by default. To test a retry, send the same id again. */
  readonly webhookId?: string;
  /** When it is sent, in epoch ms; now by default. To test a replay, take a time in the past. */
  readonly sentAtMs?: number;
}

export interface SignedTestEvent {
  readonly headers: Readonly<Record<string, string>>;
  /** Send it as it is. */
  readonly body: string;
}

/**
 * Makes a request as the service would send it, with both signatures, for the tests of a program that receives
 * webhooks. POST `body` with `headers` to your handler.
 *
 * @throws Error when the secret is not `whsec_` and base64.
 */
export function signTestEvent<Type extends EventType>(input: TestEventInput<Type>): SignedTestEvent {
  const { event, secret, data, webhookId = `evt_test_${randomUUID()}`, sentAtMs = Date.now() } = input;
  const body = JSON.stringify({
    event,
    timestamp: new Date(sentAtMs).toISOString(),
    data: { ...EXAMPLE_DATA[event], ...data },
  });
  const timestampSeconds = Math.floor(sentAtMs / 1000);
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Signature': serviceSignature({ body, secret }),
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': standardSignature({ body, eventId: webhookId, timestampSeconds, secret }),
  };
  return { headers, body };
}
