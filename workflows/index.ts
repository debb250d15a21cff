/** Every export is a workflow. Its name is the workflow type that operators see. */
export { chainFollower } from './chain-follower.js';
export { invoice } from './invoice.js';
export { reconciliation } from './reconciliation.js';
export { sweep } from './sweep.js';
export { webhookDelivery } from './webhook-delivery.js';
export { withdrawal } from './withdrawal.js';
