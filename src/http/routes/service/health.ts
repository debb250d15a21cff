import { z } from 'zod';
import { listHaltedChains } from '../../../db/chains/chain-status.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { PUBLIC } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { shownChainCode, shownMoment } from '../../views/fields.js';
import { iso } from '../../views/iso.js';

/** The longest time of a readiness check, in ms. */
const CHECK_TIMEOUT_MS = 2_000;
/** Requests within this time of the start of a check, in ms, get the result of that check. */
const CHECK_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;

const liveSchema = z.strictObject({ status: z.literal('live') }).meta({ id: 'Live' });
const up = z.literal('up');
const readySchema = z
  .strictObject({
    status: z.enum(['ready', 'degraded']).meta({
      description: '`degraded`: it answers, but a chain is halted. Nothing is read or credited there.',
    }),
    database: up,
    temporal: up,
    redis: up.optional().meta({ description: 'Left out if there is no Redis.' }),
    haltedChains: z
      .array(z.strictObject({ chainCode: shownChainCode, haltedAt: shownMoment }))
      .optional()
      .meta({ description: 'Left out if no chain is halted.' }),
  })
  .meta({ id: 'Ready' });

/** GET /healthz */
export const healthzRoute = readRoute({
  path: '/healthz',
  summary: 'Is it alive?',
  access: PUBLIC,
  reply: dataOf(liveSchema),
  read: () => Promise.resolve(dataReply({ status: 'live' as const })),
});

/** GET /readyz */
export const readyzRoute = readRoute({
  path: '/readyz',
  summary: 'Is it ready?',
  description:
    'Ready means that the database, Temporal and Redis (if there is one) answer. If a chain is halted, the status is `degraded`, still with 200.',
  access: PUBLIC,
  reply: dataOf(readySchema),
  async read(deps) {
    const { away, halted } = await findHealth(deps);
    if (away.length > 0) throw notReady(away);
    return dataReply({
      status: halted.length === 0 ? ('ready' as const) : ('degraded' as const),
      database: 'up' as const,
      temporal: 'up' as const,
      ...(deps.checkRedis === null ? {} : { redis: 'up' as const }),
      ...(halted.length === 0 ? {} : { haltedChains: halted }),
    });
  },
});

function notReady(away: readonly string[]): QuittanceError {
  return new QuittanceError('temporarily_unavailable', `Not ready: ${away.join(' and ')} can't be reached.`, {
    details: away.map((part) => ({ path: part, message: 'does not answer' })),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

interface Health {
  /** The services that do not answer. */
  readonly away: readonly string[];
  readonly halted: readonly { readonly chainCode: string; readonly haltedAt: string }[];
}

/** The last check of each API in this process, and its start in ms of a monotonic clock. */
const checks = new WeakMap<AppDeps, { readonly startedAtMs: number; readonly health: Promise<Health> }>();

/**
 * Returns the services that do not answer, and the halted chains. All requests within a second share a check, because
 * anybody may send as many as they like.
 */
function findHealth(deps: AppDeps): Promise<Health> {
  const nowMs = performance.now();
  const last = checks.get(deps);
  if (last !== undefined && nowMs - last.startedAtMs < CHECK_EVERY_MS) return last.health;
  const health = check(deps);
  checks.set(deps, { startedAtMs: nowMs, health });
  return health;
}

async function check(deps: AppDeps): Promise<Health> {
  let halted: Health['halted'] = [];
  const database = listHaltedChains(deps.db).then((chains) => {
    halted = chains.map(({ chainCode, haltedAtMs }) => ({ chainCode, haltedAt: iso(haltedAtMs) }));
  });
  const parts = {
    database,
    temporal: deps.checkTemporal(),
    ...(deps.checkRedis === null ? {} : { redis: deps.checkRedis() }),
  };
  const states = await Promise.all(
    Object.entries(parts).map(async ([part, answer]) => ({ part, up: await answers(answer) })),
  );
  return { away: states.filter(({ up }) => !up).map(({ part }) => part), halted };
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
