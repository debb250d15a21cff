import { proxyActivities } from '@temporalio/workflow';
import type { OneActivity } from './run-one-activity.js';

const activities = proxyActivities<OneActivity>({ startToCloseTimeout: '10s' });

/** The smallest workflow that still does something: one activity. The product's own workflows are compared with it. */
export async function oneActivity(): Promise<void> {
  await activities.doNothing();
}
