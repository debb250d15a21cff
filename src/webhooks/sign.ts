import { randomBytes } from 'node:crypto';

import { assert } from '../domain/core/errors.js';
import { serviceSignature, standardSignature } from './signatures.js';

/** During a rotation's overlap both the old and the new secret are valid. There are never more. */
const VALID_SECRETS_MAX = 2;

export interface SignWebhookInput {
  /** The exact bytes that are sent: JSON in UTF-8. */
  readonly body: Uint8Array | string;
  /** The event's id; the same in every attempt. */
  readonly eventId: string;
  /** When this attempt is made, in epoch seconds. */
  readonly timestampSeconds: number;
  /** The valid secrets as shown to the merchant (`whsec_…`), newest first: one, or two during an overlap. */
  readonly secrets: readonly string[];
  /** The secret that `X-Service-Signature` is made with: the old one until `legacySwitchesAt`. */
  readonly legacySecret: string;
}

/** Builds the headers that sign one attempt, in both schemes: the interface's own and Standard Webhooks'. */
export function signWebhook(input: SignWebhookInput): Record<string, string> {
  const { body, eventId, timestampSeconds, secrets, legacySecret } = input;
  assert(
    secrets.length >= 1 && secrets.length <= VALID_SECRETS_MAX,
    'a webhook is signed with one or two secrets',
  );
  assert(Number.isSafeInteger(timestampSeconds), 'a webhook timestamp is in whole epoch seconds');
  const signatures = secrets.map((secret) => standardSignature({ body, eventId, timestampSeconds, secret }));
  return {
    'X-Service-Signature': serviceSignature({ body, secret: legacySecret }),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** Generates a signing secret: `whsec_` and the base64 of 32 random bytes, as Standard Webhooks writes them. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
