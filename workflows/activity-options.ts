import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import { TASK_QUEUES } from '../src/temporal/messages.js';

/** A short, idempotent transaction that runs inside the workflow's own task: its only event is a marker. */
export const DATABASE_STEP: LocalActivityOptions = {
  startToCloseTimeout: '10 seconds',
  // Enough for a database that restarts within about three seconds. DATABASE_STEP_UNTIL_DONE is for longer outages.
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumAttempts: 5 },
};

/**
 * The same step when the database has been away for longer. The server retries it for as long as it takes. Operators
 * see it as a pending activity with its last failure, and a retry adds no event.
 */
export const DATABASE_STEP_UNTIL_DONE: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 seconds' },
};

/** Signs at most once, and sends the committed bytes as often as it takes. */
export const SEND: ActivityOptions = {
  taskQueue: TASK_QUEUES.signer,
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/** One round of sweeping: at most some hundred calls to the chain. */
export const SWEEP: ActivityOptions = {
  taskQueue: TASK_QUEUES.signer,
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/** One attempt of a delivery. The activity itself limits how long a receiver may take. */
export const ATTEMPT: ActivityOptions = {
  startToCloseTimeout: '10 minutes',
  // By this the server notices a worker that died in the middle of an attempt.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/**
 * Follows a chain for as long as there is a worker. After a crash, a worker takes over after the heartbeat's time-out.
 */
export const FOLLOW: ActivityOptions = {
  taskQueue: TASK_QUEUES.chain,
  startToCloseTimeout: '365 days',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 1 },
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
};

/** Reads every chain and whole tables. It stores its result only at the end, so it may begin again. */
export const RECONCILE: ActivityOptions = {
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};
