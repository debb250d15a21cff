import { proxyActivities } from '@temporalio/workflow';
import type { OneActivity } from './run-one-activity.js';

const activities = proxyActivities<OneActivity>({ startToCloseTimeout: '10s' });

/** The least that a workflow can do and be of use: what ours are held against. */
export async function oneActivity(): Promise<void> {
  await activities.doNothing();
}
