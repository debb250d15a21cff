import type { PolicyOrder } from '../../db/merchants/policy-changes.js';
import { recordEvent } from '../../db/webhooks/events.js';
import type { AppDeps } from './app-deps.js';
import { auditActor, type MerchantCaller, type OperatorCaller } from './caller.js';

/**
 * Returns the terms of an order about a policy: who gives it, when, and how long a change that loosens a policy waits.
 */
export function policyOrder(deps: AppDeps, caller: MerchantCaller | OperatorCaller): PolicyOrder {
  const { signedIn, secretHash } = caller;
  return {
    actor: auditActor(caller),
    nowMs: deps.now(),
    policyDelayMs: deps.policyDelayMs,
    tell: recordEvent,
    givenWith: signedIn === null ? { keyHash: secretHash } : { sessionId: signedIn.session.sessionId },
  };
}
