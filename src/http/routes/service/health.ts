import { z } from 'zod';
import { pingDatabase } from '../../../db/core/database.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { PUBLIC } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';

/** The longest time that a check of readiness takes. */
const CHECK_TIMEOUT_MS = 2_000;
/** A check answers all who ask within this time of its beginning. */
const CHECK_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;

const liveSchema = z.strictObject({ status: z.literal('live') }).meta({ id: 'Live' });
const up = z.literal('up');
const readySchema = z
  .strictObject({
    status: z.literal('ready'),
    database: up,
    temporal: up,
    redis: up.optional().meta({ description: 'Left out if there is no Redis.' }),
  })
  .meta({ id: 'Ready' });

/** GET /healthz: the process answers. */
export const healthzRoute = readRoute({
  path: '/healthz',
  summary: 'Is it alive?',
  access: PUBLIC,
  reply: dataOf(liveSchema),
  read: () => Promise.resolve(dataReply({ status: 'live' as const })),
});

/** GET /readyz: the parts that the process depends on answer too. */
export const readyzRoute = readRoute({
  path: '/readyz',
  summary: 'Is it ready?',
  description: 'Its database, Temporal and (where there is one) Redis answer.',
  access: PUBLIC,
  reply: dataOf(readySchema),
  async read(deps) {
    const away = await findAway(deps);
    if (away.length === 0) {
      const ready = { status: 'ready', database: 'up', temporal: 'up' } as const;
      return dataReply(deps.checkRedis === null ? ready : ({ ...ready, redis: 'up' } as const));
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

/** The last check of each API of this process, and when it began, in ms of a clock that only goes forward. */
const checks = new WeakMap<AppDeps, { readonly startedAtMs: number; readonly away: Promise<string[]> }>();

/** Names the parts that do not answer. All who ask within a second share a check: anybody may ask, as often as they like. */
function findAway(deps: AppDeps): Promise<string[]> {
  const nowMs = performance.now();
  const last = checks.get(deps);
  if (last !== undefined && nowMs - last.startedAtMs < CHECK_EVERY_MS) return last.away;
  const away = check(deps);
  checks.set(deps, { startedAtMs: nowMs, away });
  return away;
}

async function check(deps: AppDeps): Promise<string[]> {
  const parts = {
    database: pingDatabase(deps.db),
    temporal: deps.checkTemporal(),
    ...(deps.checkRedis === null ? {} : { redis: deps.checkRedis() }),
  };
  const states = await Promise.all(
    Object.entries(parts).map(async ([part, answer]) => ({ part, up: await answers(answer) })),
  );
  return states.filter(({ up }) => !up).map(({ part }) => part);
}

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
