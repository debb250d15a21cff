import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { EVENT_TYPES } from '../../domain/webhooks/events.js';
import { ENDPOINTS, type MerchantApi, type ShownEndpoint } from './merchant-api.js';

const LISTED_MAX = 100;
const MARK = /^quittance listen on (.+), process (\d+)$/;

/** By its description an endpoint is known as one of `listen`, and whether the program that made it still runs. */
function ownMark(): string {
  return `quittance listen on ${hostname()}, process ${process.pid}`;
}

/** An endpoint for every event, at that URL. Asked for again it is not made again. */
export async function registerEndpoint(
  api: MerchantApi,
  url: string,
): Promise<ShownEndpoint & { readonly secret: string }> {
  const body = { url, events: EVENT_TYPES, description: ownMark() };
  return api.post(ENDPOINTS, { body, idempotencyKey: randomUUID() });
}

/**
 * Deletes the endpoints that this program made. By what is listed, and not by an id: one whose creation was cut off by
 * Ctrl-C is found as well.
 */
export async function deleteOwnEndpoints(api: MerchantApi): Promise<void> {
  await deleteEndpoints(api, (description) => description === ownMark());
}

/** Deletes what a `listen` of this machine has left that was killed. @returns how many there were. */
export async function deleteStaleEndpoints(api: MerchantApi): Promise<number> {
  return deleteEndpoints(api, (description) => {
    const [, host, pid] = MARK.exec(description) ?? [];
    // One with our own number was left before this program began.
    return host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)));
  });
}

async function deleteEndpoints(api: MerchantApi, isOne: (description: string) => boolean): Promise<number> {
  const endpoints = await api.get<ShownEndpoint[]>(`${ENDPOINTS}?limit=${LISTED_MAX}`);
  const found = endpoints.filter(({ description }) => description !== null && isOne(description));
  for (const { id } of found) await api.delete(`${ENDPOINTS}/${id}`);
  return found.length;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is one too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
