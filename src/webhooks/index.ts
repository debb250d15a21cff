/** `quittance/webhooks`: what a merchant's own programs need to receive webhooks. It depends only on Node. */
export { EVENT_TYPES } from '../domain/webhooks/events.js';
export type {
  EndpointFailingData,
  EventData,
  EventType,
  InvoiceEventData,
  InvoiceEventType,
  Metadata,
  PingData,
  WithdrawalEventData,
  WithdrawalEventType,
} from '../domain/webhooks/events.js';
export { signTestEvent, type SignedTestEvent, type TestEventInput } from './sign-test-event.js';
export { WebhookVerificationError, type WebhookVerificationCode } from './verification-error.js';
export {
  verifyServiceSignature,
  verifyWebhook,
  type VerifiedWebhook,
  type VerifyServiceSignatureInput,
  type VerifyWebhookInput,
  type WebhookHeaders,
} from './verify.js';
export type { WebhookEvent, WebhookEventOf } from './webhook-event.js';
