import { z } from 'zod';
import type { IdPrefix } from '../db/new-id.js';
import { listReply, type Page } from './reply.js';
import { idOf } from './schemas.js';

const PAGE_MAX = 100;
const PAGE_DEFAULT = 25;

/** A cursor is the id of the last item shown, wrapped so that nobody builds on it. */
function cursorOf(id: z.ZodType<string, string>): z.ZodType<string, string> {
  return z.string().transform((text, context) => {
    const last = Buffer.from(text, 'base64url').toString('latin1');
    if (id.safeParse(last).success) return last;
    context.addIssue({ code: 'custom', message: 'not a cursor of this list', input: text });
    return z.NEVER;
  });
}

/** The query fields of every list whose items have ids of this prefix. */
export function pageFields(prefix: IdPrefix) {
  return pageFieldsBy(idOf(prefix));
}

/** The query fields of a list whose items have ids of another form. */
export function pageFieldsBy(id: z.ZodType<string, string>) {
  return {
    limit: z
      .string()
      .regex(/^([1-9]|[1-9]\d|100)$/, `expected a whole number from 1 to ${PAGE_MAX}`)
      .transform(Number)
      .default(PAGE_DEFAULT)
      .meta({
        description: 'How many at most.',
        override: ({ jsonSchema }: { jsonSchema: { pattern?: string } }) => {
          delete jsonSchema.pattern;
          Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: PAGE_MAX });
        },
        examples: [PAGE_DEFAULT],
      }),
    cursor: cursorOf(id)
      .optional()
      .meta({ description: '`page.nextCursor` of the page before.', format: 'cursor' }),
  };
}

/** Answers `limit` items of the `limit + 1` that were asked for; one too many means that there is a next page. */
export function pageReply<T, V>(
  items: readonly T[],
  options: {
    readonly limit: number;
    readonly idOf: (item: T) => string;
    readonly show: (item: T) => V;
  },
): Page<V> {
  const shown = items.slice(0, options.limit);
  const last = shown.at(-1);
  const more = items.length > options.limit && last !== undefined;
  const nextCursor = more ? Buffer.from(options.idOf(last), 'latin1').toString('base64url') : null;
  return listReply(shown.map(options.show), nextCursor);
}
