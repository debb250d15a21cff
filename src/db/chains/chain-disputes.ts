import type { Queryable } from '../core/database.js';

export const DISPUTABLE = ['payments', 'blocks', 'time'] as const;

/** A contradiction between RPCs of a chain; it is kept while it lasts. */
export interface ChainDispute {
  readonly chainCode: string;
  /** `payments`: not credited until decided. `blocks`: not verified. `time`: invoices don't expire by it. */
  readonly about: (typeof DISPUTABLE)[number];
  /** The lowest disputed block. */
  readonly height: number;
  readonly sinceMs: number;
  /** In words, with the origins of the RPCs that contradict each other. */
  readonly reason: string;
}

type NotedDispute = Omit<ChainDispute, 'sinceMs' | 'about'> & { readonly about: 'blocks' | 'time' };

/** Notes a dispute. The first note sets since when it lasts. */
export async function noteDispute(
  q: Queryable,
  { chainCode, about, height, reason }: NotedDispute,
  nowMs: number,
): Promise<void> {
  await q('chain_disputes')
    .insert({ chain_code: chainCode, about, height, reason, since: new Date(nowMs) })
    .onConflict(['chain_code', 'about'])
    .merge({ height, reason });
}

export async function endDispute(
  q: Queryable,
  { chainCode, about }: Pick<NotedDispute, 'chainCode' | 'about'>,
): Promise<void> {
  await q('chain_disputes').where({ chain_code: chainCode, about }).delete();
}

/** Lists disputes by chain, oldest first. Partial indexes make the query nearly free when there are none. */
export async function listDisputes(q: Queryable): Promise<ChainDispute[]> {
  const { rows } = await q.raw<{
    rows: { chain_code: string; about: ChainDispute['about']; height: number; since: Date; reason: string }[];
  }>(
    `SELECT chain_code, about, height, since, reason FROM chain_disputes
     UNION ALL
     SELECT chain_code, 'payments', min(block_number), min(denied_at),
            format('%s payments from block %s on are denied by %s%s', count(*), min(block_number), denied_by,
                   coalesce(' and shown by ' || shown_only_by || ' alone: not credited', ', and were counted before'))
       FROM transfers WHERE denied_by IS NOT NULL AND canonical
      GROUP BY chain_code, denied_by, shown_only_by
     ORDER BY chain_code, since`,
  );
  return rows.map((row) => ({
    chainCode: row.chain_code,
    about: row.about,
    height: row.height,
    sinceMs: row.since.getTime(),
    reason: row.reason,
  }));
}
