import { z } from 'zod';
import { sumVolume } from '../../../db/invoices/volume.js';
import { listInvoicesById, viewInvoices } from '../../../db/invoices/invoices.js';
import { listAttention } from '../../../db/merchants/attention.js';
import { beforeDays } from '../../../domain/core/days.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { volumeByDay, type DayVolume } from '../../../domain/invoices/volume-by-day.js';
import { maySee } from '../../../domain/merchants/attention.js';
import { merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { attentionSchema, explainHeld, showAttention } from '../../views/attention.js';
import { dayVolumeSchema, showDayVolume } from '../../views/volume.js';

const DAYS_DEFAULT = '30';

/** GET /web/v1/volume */
export const getVolumeRoute = readRoute({
  path: '/web/v1/volume',
  summary: 'Read what was completed, day by day',
  description: 'The latest days including today, oldest first. Days begin at midnight in `timeZone`.',
  access: merchants('invoices:read'),
  errors: ['unsupported_time_zone'],
  reply: dataOf(z.array(dayVolumeSchema)),
  query: z.strictObject({
    days: z
      .string()
      .regex(/^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/, 'expected a whole number from 1 to 366')
      .meta({ description: 'How many days, 1 to 366.', examples: [DAYS_DEFAULT] })
      .default(DAYS_DEFAULT)
      .transform(Number),
    timeZone: z
      .string()
      .max(64)
      .meta({ description: 'An IANA name.', examples: ['Europe/Berlin'] })
      .default('UTC'),
  }),
  async read(deps, { query: { days, timeZone }, caller: { merchantId } }) {
    const nowMs = deps.now();
    const parts = await sumVolume(deps.db, { merchantId, fromMs: beforeDays(nowMs, days) });
    const volumes = unlessUnknown(() => volumeByDay(parts, { timeZone, days, nowMs }));
    return dataReply(volumes.map((volume) => showDayVolume(volume, deps.books)));
  },
});

function unlessUnknown(sum: () => DayVolume[]): DayVolume[] {
  try {
    return sum();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new QuittanceError(
      'unsupported_time_zone',
      'timeZone: there is no time zone with this name. Expected a name of the IANA, such as "Europe/Berlin".',
      { cause: error },
    );
  }
}

/** GET /web/v1/attention */
export const listAttentionRoute = readRoute({
  path: '/web/v1/attention',
  summary: 'List what needs you',
  description:
    'The newest facts of each kind that your scopes allow you to see. An empty list: nothing needs you.',
  access: merchants(null),
  reply: dataOf(z.array(attentionSchema)),
  async read(deps, { caller }) {
    const facts = await listAttention(deps.db, { merchantId: caller.merchantId, nowMs: deps.now() });
    const seen = facts.filter(({ kind }) => maySee(kind, caller.credential.scopes));
    const held = seen.flatMap(({ kind, subjectId }) => (kind === 'money_held' ? (subjectId ?? []) : []));
    const invoices = held.length === 0 ? [] : await listInvoicesById(deps.db, [...new Set(held)]);
    const views = await viewInvoices(deps.db, invoices, deps.chains);
    return dataReply(
      seen.map((fact) =>
        showAttention(fact.kind === 'money_held' ? explainHeld(fact, views) : fact, deps.books),
      ),
    );
  },
});
