import { MockActivityEnvironment } from '@temporalio/testing';
import type { Logger } from 'pino';
import type { DeliveryProgress } from '../../../activities/contract.js';
import { judgeFailingEndpoints } from '../../../activities/webhooks/judge-endpoints.js';
import { createWebhookActivities } from '../../../activities/webhooks/webhook-activities.js';
import type { Database } from '../../../src/db/core/database.js';
import type { SecretBox } from '../../../src/db/core/secret-box.js';
import { DEFAULT_RETRY_DELAYS_MS } from '../../../src/domain/webhooks/webhook-schedule.js';
import type { WebhookUrlPolicy } from '../../../src/webhooks/guard-url.js';
import { resolveHost, type ResolveHost } from '../../../src/webhooks/resolve-host.js';
import { loopbackPolicy, secretBox as testSecretBox } from './deliveries.js';
import { testDepositAddress } from './test-xpub.js';
import { silentLog } from '../services/test-engine.js';

/** The delivery attempts of one worker, without Temporal. */
export interface Attempts {
  attempt(
    deliveryId: string,
    number: number | null,
    environment?: MockActivityEnvironment,
  ): Promise<DeliveryProgress>;
  /** Judges failing endpoints, as the worker does periodically. */
  judgeEndpoints(): Promise<void>;
  /** Number of times that the outbox was to be dispatched. */
  dispatches(): number;
}

export function createAttempts(options: {
  readonly db: Database;
  readonly now: () => number;
  readonly timeoutMs?: number;
  /** Maximum number of attempts under way. */
  readonly attemptsMax?: number;
  /** Maximum number of attempts under way to endpoints that are not known to answer. */
  readonly unhealthyMax?: number;
  /** Default: the addresses of {@link insertDelivery}. */
  readonly depositAddress?: (index: number) => string;
  readonly secretBox?: SecretBox;
  /** Default: nothing is logged. */
  readonly log?: Logger;
  readonly policy?: WebhookUrlPolicy;
  readonly resolve?: ResolveHost;
}): Attempts {
  const { db, now, timeoutMs = 5_000, secretBox = testSecretBox, log = silentLog, ...rest } = options;
  const {
    policy = loopbackPolicy,
    resolve = resolveHost,
    depositAddress = testDepositAddress,
    ...limits
  } = rest;
  let dispatches = 0;
  const deps = {
    db,
    now,
    log,
    secretBox,
    depositAddress,
    dispatchOutbox: () => {
      dispatches += 1;
      return Promise.resolve();
    },
    webhooks: { policy, resolve, retryDelaysMs: DEFAULT_RETRY_DELAYS_MS, timeoutMs },
  };
  const activities = createWebhookActivities(deps, limits);
  return {
    attempt: (deliveryId, number, environment = new MockActivityEnvironment()) =>
      environment.run(() => activities.attemptDelivery({ deliveryId, number })),
    judgeEndpoints: () => judgeFailingEndpoints(deps),
    dispatches: () => dispatches,
  };
}
