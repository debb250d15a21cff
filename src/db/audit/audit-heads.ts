import type { SignedHead } from '../../domain/core/audit-head.js';
import type { Database, Queryable, Transaction } from '../core/database.js';

/** Where a chain ended when a head was made. */
export interface HeadPart {
  readonly chain: string;
  readonly length: number;
  readonly head: string;
}

interface HeadRow {
  number: number;
  made_at: Date;
  is_whole: boolean;
  previous: Buffer;
  chains: number;
  parts_hash: Buffer;
  hash: Buffer;
  signer: string;
  signature: string;
}

function toHead(row: HeadRow): SignedHead {
  return {
    number: row.number,
    madeAtMs: row.made_at.getTime(),
    isWhole: row.is_whole,
    previous: row.previous.toString('hex'),
    chains: row.chains,
    partsHash: row.parts_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    signer: row.signer,
    signature: row.signature,
  };
}

/** Lists heads, newest first. `afterId` is the last number of the previous page. */
export async function listAuditHeads(
  q: Queryable,
  { limit, afterId }: { limit: number; afterId?: number },
): Promise<SignedHead[]> {
  const rows = await q('audit_heads')
    .modify((builder) => {
      if (afterId !== undefined) void builder.where('number', '<', afterId);
    })
    .orderBy('number', 'desc')
    .limit(limit)
    .select<HeadRow[]>('*');
  return rows.map(toHead);
}

/** Returns when the newest head with all chains was made, in epoch ms; null: never. */
export async function findWholeHeadTime(q: Queryable): Promise<number | null> {
  const row = await q('audit_heads')
    .where({ is_whole: true })
    .orderBy('number', 'desc')
    .first<{ made_at: Date } | undefined>('made_at');
  return row?.made_at.getTime() ?? null;
}

/** Lets one process at a time make a head, until its transaction ends. */
export async function lockAuditHeads(trx: Transaction): Promise<void> {
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('audit heads', 0))`);
}

/** Lists the parts of the next head, by the bytes of their names. */
export async function listNextParts(q: Queryable, { isWhole }: { isWhole: boolean }): Promise<HeadPart[]> {
  const { rows } = await q.raw<{ rows: HeadPart[] }>(
    `SELECT chain, length, encode(head, 'hex') AS head FROM hash_chains
      ${isWhole ? '' : 'WHERE is_unsealed'} ORDER BY chain COLLATE "C"`,
  );
  return rows;
}

/** Lists the parts of a head in the order in which they are hashed. */
export async function listPartsOf(q: Queryable, number: number): Promise<HeadPart[]> {
  const { rows } = await q.raw<{ rows: HeadPart[] }>(
    `SELECT chain, length, encode(head, 'hex') AS head FROM audit_head_parts
      WHERE number = ? ORDER BY chain COLLATE "C"`,
    [number],
  );
  return rows;
}

/** Stores a head. A number that is taken violates the primary key: of two workers, one makes the head. */
export async function storeHead(
  trx: Transaction,
  head: SignedHead,
  parts: readonly HeadPart[],
): Promise<void> {
  const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
  await trx('audit_heads').insert({
    number: head.number,
    made_at: new Date(head.madeAtMs),
    is_whole: head.isWhole,
    previous: bytes(head.previous),
    chains: head.chains,
    parts_hash: bytes(head.partsHash),
    hash: bytes(head.hash),
    signer: head.signer,
    signature: head.signature,
  });
  await trx.raw(
    `INSERT INTO audit_head_parts (number, chain, length, head)
     SELECT :number, p.chain, p.length, decode(p.head, 'hex')
       FROM json_to_recordset(:parts) AS p (chain text, length bigint, head text)`,
    { number: head.number, parts: JSON.stringify(parts) },
  );
}

/**
 * Notes that the chains are in a head. A chain that has grown since then stays for the next one. Each chain is updated
 * by a statement of its own, so that no other transaction waits for two of them. If the process dies in between, the
 * next head includes the rest once more, which does no harm.
 */
export async function noteSealed(db: Database, parts: readonly HeadPart[]): Promise<void> {
  for (const { chain, length } of parts) {
    await db('hash_chains').where({ chain, length, is_unsealed: true }).update({ is_unsealed: false });
  }
}

/**
 * Returns the ends that a chain has had by signed heads, by its length at that time. The first head with a length
 * counts.
 */
export async function listSealedEnds(
  q: Queryable,
  { chain, after }: { chain: string; after: number },
): Promise<Map<number, { head: string; number: number }>> {
  const { rows } = await q.raw<{ rows: (HeadPart & { number: number })[] }>(
    `SELECT length, encode(head, 'hex') AS head, number FROM audit_head_parts
      WHERE chain = ? AND length > ? ORDER BY number DESC`,
    [chain, after],
  );
  return new Map(rows.map(({ length, head, number }) => [length, { head, number }]));
}

/** Describes the chains that a head contains and that are gone, and the chains that were kept out of the heads. */
export async function findUnsealed(q: Queryable): Promise<{ chain: string; broken: string }[]> {
  const { rows } = await q.raw<{ rows: { chain: string; broken: string }[] }>(
    `SELECT p.chain, 'head ' || max(p.number) || ' was signed over ' || max(p.length) || ' rows of it, and it is gone' AS broken
       FROM audit_head_parts p WHERE NOT EXISTS (SELECT 1 FROM hash_chains c WHERE c.chain = p.chain) GROUP BY p.chain
     UNION ALL
     SELECT chain, 'it was kept out of the signed heads: it is noted as being in one, and is in none of this length'
       FROM hash_chains c WHERE NOT is_unsealed
        AND NOT EXISTS (SELECT 1 FROM audit_head_parts p WHERE p.chain = c.chain AND p.length = c.length)
     ORDER BY 1 LIMIT 100`,
  );
  return rows;
}
