import type { PatientClient } from '../../client/patient-client.js';
import type { ChainClient } from '../../chain/rpc/types.js';
import type { Asset } from '../../domain/core/asset.js';
import type { Instance } from '../launch.js';
import type { Timeline } from './timeline.js';
import { waitFor } from './wait.js';
import { keepMined, type Payment, type Wallet } from '../wallet.js';
import type { WebhookReceiver } from './webhook-receiver.js';

/** The time-out of a step. It is long, because a part that is killed meanwhile is restarted and continues its work. */
const STEP_TIMEOUT_MS = 120_000;

/** The roles of the tour, and what they use. */
export interface Stage {
  readonly instance: Instance;
  readonly merchant: PatientClient;
  readonly operator: PatientClient;
  readonly chain: ChainClient;
  readonly customer: Wallet;
  readonly token: Asset;
  readonly receiver: WebhookReceiver;
  /** All payments that were sent from outside, in order. */
  readonly payments: Payment[];
  readonly timeline: Timeline;
  /** Aborted when we are asked to stop. */
  readonly signal: AbortSignal;
}

/**
 * Waits for something that the product has to do. Meanwhile it sends our own payments again if the chain has lost them.
 * `look` returns null until it is done.
 */
export function awaitStep<Found>(
  { chain, payments, signal }: Stage,
  step: {
    /** As in "waited 120 s for …". */
    readonly what: string;
    readonly look: () => Promise<Found | null>;
    /** Describes the present state, for the error. */
    readonly describe: () => string;
  },
): Promise<Found> {
  return waitFor({
    ...step,
    timeoutMs: STEP_TIMEOUT_MS,
    signal,
    look: async () => {
      await keepMined(chain, payments);
      return step.look();
    },
  });
}
