import type { Queryable, Transaction } from '../core/database.js';

/** On a chain that is compared for the first time: invoices that ended longer ago have their turn with all others. */
const ENDED_BEFORE_FIRST_MS = 86_400_000;

/** How far runs have come with the deposit addresses of a chain. */
export interface AddressRound {
  /** Of its invoices by their end, and by address where that is the same: all up to here were compared after it. */
  readonly ended: { readonly atMs: number; readonly address: string };
  /** Of all deposit addresses: the last whose turn it was; '' before the first. */
  readonly turnAddress: string;
}

/** Deposit addresses that a run compares, whether or not anything is known to have come to them. */
export interface DepositsToCheck {
  readonly round: AddressRound;
  /** Of invoices on this chain that have ended since they were looked at or are open, by their end. */
  readonly ending: readonly { readonly address: string; readonly endsAtMs: number }[];
  /** Of any invoice, those whose turn it is: the same address exists on each chain. */
  readonly inTurn: readonly string[];
}

/**
 * What a run has to look at besides the addresses that coins are known to have moved to. By index: it costs what it
 * gives back, however many invoices there ever were.
 *
 * @param deposits.limits how many of each.
 */
export async function listDepositsToCheck(
  q: Queryable,
  deposits: {
    readonly chainCode: string;
    readonly blockTimeMs: number;
    readonly limits: { readonly ending: number; readonly inTurn: number };
  },
): Promise<DepositsToCheck> {
  const { chainCode, blockTimeMs, limits } = deposits;
  const round = (await findRound(q, chainCode)) ?? {
    ended: { atMs: blockTimeMs - ENDED_BEFORE_FIRST_MS, address: '' },
    turnAddress: '',
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
  return { round, ending, inTurn: await listInTurn(q, { after: round.turnAddress, limit: limits.inTurn }) };
}

async function findRound(q: Queryable, chainCode: string): Promise<AddressRound | undefined> {
  const row = await q('address_rounds')
    .where({ chain_code: chainCode })
    .first<{ ended_at: Date; ended_address: string; turn_address: string } | undefined>();
  if (row === undefined) return undefined;
  return {
    ended: { atMs: row.ended_at.getTime(), address: row.ended_address },
    turnAddress: row.turn_address,
  };
}

/** Those after an address, and, when these are all, again from the first up to it. */
async function listInTurn(
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
 * How far runs have come after one more. Of invoices that have ended nobody is passed over whose address could not be
 * read; an address that was not read in its turn has another one.
 *
 * @param run.wasRead was its balance of every asset read, at a block of that time?
 */
export function advanceRound(
  { round, ending, inTurn }: DepositsToCheck,
  { blockTimeMs, wasRead }: { blockTimeMs: number; wasRead: (address: string) => boolean },
): AddressRound {
  const stop = ending.findIndex(({ address, endsAtMs }) => endsAtMs >= blockTimeMs || !wasRead(address));
  const last = (stop === -1 ? ending : ending.slice(0, stop)).at(-1);
  return {
    ended: last === undefined ? round.ended : { atMs: last.endsAtMs, address: last.address },
    turnAddress: inTurn.findLast(wasRead) ?? round.turnAddress,
  };
}

export async function saveRound(trx: Transaction, chainCode: string, round: AddressRound): Promise<void> {
  await trx('address_rounds')
    .insert({
      chain_code: chainCode,
      ended_at: new Date(round.ended.atMs),
      ended_address: round.ended.address,
      turn_address: round.turnAddress,
    })
    .onConflict('chain_code')
    .merge();
}

/** Every address that there is, by itself: those after one, whether or not coins are known to have moved there. */
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
