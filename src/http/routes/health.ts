import { pingDatabase } from '../../db/database.js';
import { QuittanceError } from '../../domain/errors.js';
import { PUBLIC } from '../caller.js';
import { dataReply } from '../reply.js';
import { readRoute } from '../route.js';

/** Whoever asks whether we are ready waits no longer than this. */
const CHECK_TIMEOUT_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** GET /healthz: the process answers. */
export const healthzRoute = readRoute({
  path: '/healthz',
  access: PUBLIC,
  read: () => Promise.resolve(dataReply({ status: 'live' })),
});

/** GET /readyz: what it depends on answers too. */
export const readyzRoute = readRoute({
  path: '/readyz',
  access: PUBLIC,
  async read(deps) {
    const parts = {
      database: pingDatabase(deps.db),
      temporal: deps.checkTemporal(),
      ...(deps.checkRedis === null ? {} : { redis: deps.checkRedis() }),
    };
    const states = await Promise.all(
      Object.entries(parts).map(async ([part, check]) => ({ part, up: await answers(check) })),
    );
    const away = states.filter(({ up }) => !up).map(({ part }) => part);
    if (away.length === 0) {
      return dataReply({ status: 'ready', ...Object.fromEntries(states.map(({ part }) => [part, 'up'])) });
    }
    throw new QuittanceError(
      'temporarily_unavailable',
      `Not ready: ${away.join(' and ')} can't be reached.`,
      {
        details: away.map((part) => ({ path: part, message: 'does not answer' })),
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      },
    );
  },
});

async function answers(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  const done = check.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => {
    clearTimeout(timer);
  });
}
