import { proxyActivities } from '@temporalio/workflow';
import type { OneActivity } from './run-one-activity.js';

const activities = proxyActivities<OneActivity>({ startToCloseTimeout: '10s' });

/** The smallest workflow that can be of use. Ours are compared with it. */
export async function oneActivity(): Promise<void> {
  await activities.doNothing();
}
