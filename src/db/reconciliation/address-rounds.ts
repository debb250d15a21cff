import { DAY_MS } from '../../domain/core/days.js';
import type { Queryable, Transaction } from '../core/database.js';

/** In the first run on a chain, invoices that ended longer ago are compared in the rotation of all addresses. */
const ENDED_BEFORE_FIRST_MS = DAY_MS;

/** The progress of runs through the deposit addresses of a chain. */
export interface AddressRound {
  /** Position in the chain's invoices by end and address: all up to here were compared after their end. */
  readonly ended: { readonly atMs: number; readonly address: string };
  /** Position in the rotation of all deposit addresses: the last one compared; '' before the first. */
  readonly rotationAddress: string;
}

/** The deposit addresses that a run compares, even when no transfer to them is known. */
export interface DepositsToCheck {
  readonly round: AddressRound;
  /** Of invoices on this chain that are open, or have ended since they were compared, ordered by their end. */
  readonly ending: readonly { readonly address: string; readonly endsAtMs: number }[];
  /** The next addresses in the rotation, of invoices on any chain: the same address exists on each chain. */
  readonly inRotation: readonly string[];
}

/**
 * Lists the deposit addresses of a run, besides the addresses with known movements of coins. By index: the cost depends
 * on the result only, however many invoices there are.
 *
 * @param deposits.limits the most addresses of each list.
 */
export async function listDepositsToCheck(
  q: Queryable,
  deposits: {
    readonly chainCode: string;
    readonly blockTimeMs: number;
    readonly limits: { readonly ending: number; readonly inRotation: number };
  },
): Promise<DepositsToCheck> {
  const { chainCode, blockTimeMs, limits } = deposits;
  const round = (await findRound(q, chainCode)) ?? {
    ended: { atMs: blockTimeMs - ENDED_BEFORE_FIRST_MS, address: '' },
    rotationAddress: '',
  };
  const { rows } = await q.raw<{ rows: { address: string; expires_at: Date }[] }>(
    `SELECT deposit_address AS address, expires_at FROM invoices
      WHERE chain_code = :chainCode AND (expires_at, deposit_address) > (:endedAt, :endedAddress)
      ORDER BY expires_at, deposit_address LIMIT :limit`,
    {
      chainCode,
      endedAt: new Date(round.ended.atMs),
      endedAddress: round.ended.address,
      limit: limits.ending,
    },
  );
  const ending = rows.map((row) => ({ address: row.address, endsAtMs: row.expires_at.getTime() }));
  return {
    round,
    ending,
    inRotation: await listInRotation(q, { after: round.rotationAddress, limit: limits.inRotation }),
  };
}

async function findRound(q: Queryable, chainCode: string): Promise<AddressRound | undefined> {
  const row = await q('address_rounds')
    .where({ chain_code: chainCode })
    .first<{ ended_at: Date; ended_address: string; rotation_address: string } | undefined>();
  if (row === undefined) return undefined;
  return {
    ended: { atMs: row.ended_at.getTime(), address: row.ended_address },
    rotationAddress: row.rotation_address,
  };
}

/** Lists the addresses after one; at the end of all addresses it goes on from the first one. */
async function listInRotation(
  q: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rest = await q('invoices')
    .where('deposit_address', '>', after)
    .orderBy('deposit_address')
    .limit(limit)
    .pluck<string[]>('deposit_address');
  if (rest.length === limit) return rest;
  const first = await q('invoices')
    .where('deposit_address', '<=', after)
    .orderBy('deposit_address')
    .limit(limit - rest.length)
    .pluck<string[]>('deposit_address');
  return [...rest, ...first];
}

/**
 * Returns the progress after one more run. An ended invoice whose address could not be read is not passed over: the
 * next run starts with it. The rotation goes on after the last address that was read.
 *
 * @param run.wasRead says whether an address's balance of every asset was read, at the block of that time.
 */
export function advanceRound(
  { round, ending, inRotation }: DepositsToCheck,
  { blockTimeMs, wasRead }: { blockTimeMs: number; wasRead: (address: string) => boolean },
): AddressRound {
  const stop = ending.findIndex(({ address, endsAtMs }) => endsAtMs >= blockTimeMs || !wasRead(address));
  const last = (stop === -1 ? ending : ending.slice(0, stop)).at(-1);
  return {
    ended: last === undefined ? round.ended : { atMs: last.endsAtMs, address: last.address },
    rotationAddress: inRotation.findLast(wasRead) ?? round.rotationAddress,
  };
}

export async function saveRound(trx: Transaction, chainCode: string, round: AddressRound): Promise<void> {
  await trx('address_rounds')
    .insert({
      chain_code: chainCode,
      ended_at: new Date(round.ended.atMs),
      ended_address: round.ended.address,
      rotation_address: round.rotationAddress,
    })
    .onConflict('chain_code')
    .merge();
}

/** Lists all addresses after one, in order, even those without known movements of coins. */
export async function listAddressesAfter(
  q: Queryable,
  { chainCode, after, limit }: { chainCode: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await q.raw<{ rows: { address: string }[] }>(
    `(SELECT address FROM custody_addresses
       WHERE chain_code = :chainCode AND address > :after ORDER BY address LIMIT :limit)
     UNION
     (SELECT deposit_address FROM invoices WHERE deposit_address > :after ORDER BY deposit_address LIMIT :limit)
     ORDER BY address LIMIT :limit`,
    { chainCode, after, limit },
  );
  return rows.map(({ address }) => address);
}
