import { hostname } from 'node:os';
import type { Schemas } from '../../client/client.js';
import type { PatientClient } from '../../client/patient-client.js';
import { EVENT_TYPES } from '../../domain/webhooks/events.js';

const LISTED_MAX = 100;
const MARK = /^quittance listen on (.+), process (\d+)$/;

/**
 * Returns the description of this command's endpoint. It names this process, so that a later `listen` can check whether
 * the process still runs.
 */
function ownMark(): string {
  return `quittance listen on ${hostname()}, process ${process.pid}`;
}

/** Registers an endpoint for every event at this URL. A repetition of the request creates no second one. */
export async function registerEndpoint(
  api: PatientClient,
  url: string,
): Promise<Schemas['CreatedWebhookEndpoint']> {
  const body = { url, events: [...EVENT_TYPES], description: ownMark() };
  return api.post('/web/v1/webhook-endpoints', { body });
}

/**
 * Deletes the endpoints that this process has created. It finds them in the list, because the id of an endpoint is
 * unknown if Ctrl-C interrupted its creation.
 */
export async function deleteOwnEndpoints(api: PatientClient): Promise<void> {
  await deleteEndpoints(api, (description) => description === ownMark());
}

/** Deletes the endpoints of `listen` commands that were killed on this machine. @returns how many there were. */
export async function deleteStaleEndpoints(api: PatientClient): Promise<number> {
  return deleteEndpoints(api, (description) => {
    const [, host, pid] = MARK.exec(description) ?? [];
    // This process has created no endpoint yet. So an endpoint with its id was left by an earlier process.
    return host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)));
  });
}

/**
 * Finds an enabled endpoint of the merchant that has this URL already. While `listen` runs, the program at the URL gets
 * each event twice, signed with two secrets.
 */
export async function findBeside(
  api: PatientClient,
  url: string,
): Promise<Schemas['WebhookEndpoint'] | undefined> {
  const wanted = new URL(url).href;
  const { data } = await listEndpoints(api);
  return data.find((endpoint) => endpoint.status === 'enabled' && new URL(endpoint.url).href === wanted);
}

const listEndpoints = (api: PatientClient) =>
  api.list('/web/v1/webhook-endpoints', { query: { limit: LISTED_MAX } });

async function deleteEndpoints(
  api: PatientClient,
  isWanted: (description: string) => boolean,
): Promise<number> {
  const { data } = await listEndpoints(api);
  const found = data.filter(({ description }) => description !== null && isWanted(description));
  for (const { id } of found)
    await api.delete('/web/v1/webhook-endpoints/{endpointId}', { path: { endpointId: id } });
  return found.length;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
