import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';
import { TASK_QUEUES } from '../src/temporal/messages.js';

/** A short, idempotent transaction, inside the workflow's own task: no event but its marker. */
export const DATABASE_STEP: LocalActivityOptions = {
  startToCloseTimeout: '10 seconds',
  // About three seconds of a database that is restarting; longer than that is for DATABASE_STEP_UNTIL_DONE.
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumAttempts: 5 },
};

/**
 * The same step once the database has been away for longer: tried by the server for as long as it takes, seen by
 * operators as a pending activity with its last failure, and without a new event for each try.
 */
export const DATABASE_STEP_UNTIL_DONE: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 seconds' },
};

/** Signs at most once and sends the committed bytes, as often as it takes. */
export const SEND: ActivityOptions = {
  taskQueue: TASK_QUEUES.signer,
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/** One turn of sweeping: some hundred calls to the chain at most. */
export const SWEEP: ActivityOptions = {
  taskQueue: TASK_QUEUES.signer,
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/** One attempt of a delivery. How long a receiver may take is the activity's own matter. */
export const ATTEMPT: ActivityOptions = {
  startToCloseTimeout: '10 minutes',
  // A worker that died in the middle is noticed by this.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/** Follows a chain for as long as there is a worker; its takeover after a crash takes the heartbeat's time-out. */
export const FOLLOW: ActivityOptions = {
  taskQueue: TASK_QUEUES.chain,
  startToCloseTimeout: '365 days',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 1 },
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
};

/** Reads every chain and whole tables; most of the time it has changed nothing and may begin again. */
export const RECONCILE: ActivityOptions = {
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};
