import type { Chain } from '../../domain/core/asset.js';
import type { ChainTransfer } from '../../domain/chains/chain-transfer.js';
import { MAX_CLOCK_SKEW_MS } from '../../domain/chains/finality.js';
import { FollowerFencedError, lockCursor, type ChainCursor, type FollowerClaim } from './chain-cursor.js';
import { transaction, type Database, type Queryable, type Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { storeSpends, type Spend } from '../wallets/outside-payments.js';
import { storeTransfers } from './store-transfers.js';

/** Blocks that a chain's follower read without looking for a token. Both ends are included. */
export interface UnreadRange {
  readonly rangeId: number;
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly fromNumber: number;
  readonly toNumber: number;
  /** No payment can be earlier, epoch ms; null: one may be in any of these blocks. */
  readonly notBeforeMs: number | null;
  /**
   * The RPC from which they were then read for the token; a second RPC is asked next. Null: they are not read for it
   * yet.
   */
  readonly readFrom: string | null;
}

interface UnreadRow {
  range_id: number;
  chain_code: string;
  token_symbol: string;
  from_number: number;
  to_number: number;
  not_before: Date | null;
  read_from: string | null;
}

interface ReadingRow {
  token_symbol: string;
  address: string;
  read_until: number | null;
  stopped_at: Date | null;
}

function toUnreadRange(row: UnreadRow): UnreadRange {
  return {
    rangeId: row.range_id,
    chainCode: row.chain_code,
    tokenSymbol: row.token_symbol,
    fromNumber: row.from_number,
    toNumber: row.to_number,
    notBeforeMs: row.not_before?.getTime() ?? null,
    readFrom: row.read_from,
  };
}

/**
 * Notes which tokens are looked for in the chain's blocks from now on. It also notes the blocks that were read without
 * one of these tokens and may hold a payment in it. They begin with the first invoice in the token that was still open
 * when its reading stopped. The native coin is not noted: the audit of the address finds unseen payments.
 *
 * @throws FollowerFencedError when this follower was replaced.
 */
export async function beginReadingFor(db: Database, claim: FollowerClaim, { assets }: Chain): Promise<void> {
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    const rows = await trx('asset_readings')
      .where({ chain_code: claim.chainCode })
      .select<ReadingRow[]>('token_symbol', 'address', 'read_until', 'stopped_at');
    const tokens = new Map(
      assets.flatMap(({ tokenSymbol, address }) =>
        address === null ? [] : [[tokenSymbol, address] as const],
      ),
    );
    for (const row of rows)
      if (row.read_until === null && tokens.get(row.token_symbol) !== row.address)
        await stopReading(trx, claim.chainCode, row.token_symbol);
    const bySymbol = new Map(rows.map((row) => [row.token_symbol, row]));
    for (const [tokenSymbol, address] of tokens) {
      const row = bySymbol.get(tokenSymbol);
      const earlier = row?.address === address ? row : undefined;
      if (earlier?.read_until === null) continue;
      await noteUnread(trx, cursor, { tokenSymbol, earlier });
      await trx('asset_readings')
        .insert({ chain_code: claim.chainCode, token_symbol: tokenSymbol, address })
        .onConflict(['chain_code', 'token_symbol'])
        .merge({ address, read_until: null, stopped_at: null });
    }
  });
}

/**
 * Stops the reading of a token that is no longer listed. Its unread blocks are forgotten, and no invoice waits for them
 * meanwhile; they are read when the token is listed again. The same holds for blocks that no second RPC was asked for.
 */
async function stopReading(trx: Transaction, chainCode: string, tokenSymbol: string): Promise<void> {
  const token = { chain_code: chainCode, token_symbol: tokenSymbol };
  const unread = await trx('unread_ranges')
    .where({ ...token, read_from: null })
    .delete()
    .returning<{ from_number: number }[]>('from_number');
  const end = await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .first<{ number: number | null; time: Date | null } | undefined>(
      trx.raw('least(verified_height, height) AS number'),
      trx.raw('CASE WHEN verified_height IS NULL THEN block_time ELSE verified_time END AS time'),
    );
  if (end?.number == null) {
    await trx('asset_readings').where(token).delete();
    return;
  }
  const stoppedAt = unread.length > 0 ? null : end.time;
  await trx('asset_readings')
    .where(token)
    .update({
      read_until: unread.reduce((until, row) => Math.min(until, row.from_number - 1), end.number),
      stopped_at: stoppedAt ?? new Date(0),
    });
}

/**
 * Notes the blocks that are still to be read for a token.
 *
 * @param token.earlier the reading of the token before; undefined: there was none.
 */
async function noteUnread(
  trx: Transaction,
  { chainCode, height }: ChainCursor,
  { tokenSymbol, earlier }: { readonly tokenSymbol: string; readonly earlier: ReadingRow | undefined },
): Promise<void> {
  const fromNumber = (earlier?.read_until ?? -1) + 1;
  if (height === null || fromNumber > height) return;
  const payable = await trx('invoices')
    .where({ chain_code: chainCode, token_symbol: tokenSymbol })
    // `>=`: the next block may have the same second.
    .where('expires_at', '>=', earlier?.stopped_at ?? new Date(0))
    .min<{ first: Date | null }[]>('created_at as first');
  const first = payable[0]?.first ?? null;
  if (first === null) return;
  await trx('unread_ranges').insert({
    chain_code: chainCode,
    token_symbol: tokenSymbol,
    from_number: fromNumber,
    to_number: height,
    not_before: first,
    // The clock that dates invoices may be ahead of the database's.
    made_before: trx.raw(`now() + ? * interval '1 ms'`, [MAX_CLOCK_SKEW_MS]),
  });
}

export async function listUnreadRanges(q: Queryable): Promise<UnreadRange[]> {
  const rows = await q('unread_ranges').orderBy('range_id').select<UnreadRow[]>('*');
  return rows.map(toUnreadRange);
}

/** Finds the next finalized blocks to read for a token. Blocks that were never read for it come first. */
export async function findUnreadRange(
  q: Queryable,
  { chainCode, tokenSymbol }: { readonly chainCode: string; readonly tokenSymbol: string },
): Promise<UnreadRange | undefined> {
  const row = await q('unread_ranges')
    .join('chain_cursors', 'chain_cursors.chain_code', 'unread_ranges.chain_code')
    .where({ 'unread_ranges.chain_code': chainCode, token_symbol: tokenSymbol, halted_reason: null })
    .whereRaw('to_number <= least(finalized_height, height)')
    .orderByRaw('unread_ranges.read_from NULLS FIRST, range_id')
    .first<UnreadRow | undefined>('unread_ranges.*');
  return row === undefined ? undefined : toUnreadRange(row);
}

/** Lists the tokens that some of these blocks are still to be read for, by the first or the second RPC. */
export async function listUnreadTokens(
  q: Queryable,
  blocks: { readonly chainCode: string; readonly fromNumber: number; readonly toNumber: number },
): Promise<ReadonlySet<string>> {
  const rows = await q('unread_ranges')
    .where({ chain_code: blocks.chainCode })
    .where('from_number', '<=', blocks.toNumber)
    .where('to_number', '>=', blocks.fromNumber)
    .select<{ token_symbol: string }[]>('token_symbol');
  return new Set(rows.map((row) => row.token_symbol));
}

/**
 * Stores the transfers in the first blocks of a range, up to `upTo`; the rest of the range is still to be read. When a
 * second RPC has to be asked, the blocks read become a range of their own. All in one transaction.
 *
 * @throws FollowerFencedError when this follower was replaced, the chain is halted, or the range is another one now.
 */
export async function recordUnreadRange(
  db: Database,
  claim: FollowerClaim,
  read: {
    readonly range: UnreadRange;
    readonly fromNumber: number;
    readonly upTo: number;
    /** The transfers that are not stored yet. */
    readonly transfers: readonly ChainTransfer[];
    /** Transfers out of the wallets that we send from. */
    readonly spends: readonly Spend[];
    /** Scheme, host and port. */
    readonly readFrom: string;
    /** True when a second RPC has to be asked for the same blocks. */
    readonly again: boolean;
    /** True when a second RPC has to corroborate the transfers. */
    readonly awaitsCorroboration: boolean;
  },
): Promise<void> {
  const { range, fromNumber, upTo, transfers, spends, readFrom, again, awaitsCorroboration } = read;
  const { chainCode, tokenSymbol } = range;
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    const row = trx('unread_ranges').where({ range_id: range.rangeId, from_number: range.fromNumber });
    const left =
      upTo >= range.toNumber
        ? await row.delete()
        : await row.update({ from_number: upTo + 1, not_before: null });
    if (left === 0 || cursor.haltedReason !== null) throw new FollowerFencedError(chainCode);
    const notStored = await leaveOutStored(trx, chainCode, transfers);
    await storeTransfers(trx, {
      chainCode,
      transfers: notStored,
      shownOnlyBy: awaitsCorroboration ? readFrom : null,
    });
    await storeSpends(trx, spends);
    if (again) {
      const extended = await trx('unread_ranges')
        .where({ chain_code: chainCode, token_symbol: tokenSymbol, read_from: readFrom })
        .where({ to_number: fromNumber - 1 })
        .update({ to_number: upTo });
      if (extended === 0)
        await trx('unread_ranges').insert({
          chain_code: chainCode,
          token_symbol: tokenSymbol,
          read_from: readFrom,
          from_number: fromNumber,
          to_number: upTo,
        });
    }
    if (range.readFrom === null) await tellOverdue(trx, range);
  });
}

/**
 * Leaves out the transfers that are stored already. Some blocks may have been read for the token before: other RPCs
 * showed those transfers, and what one RPC says now does not replace them.
 */
async function leaveOutStored(
  trx: Transaction,
  chainCode: string,
  transfers: readonly ChainTransfer[],
): Promise<readonly ChainTransfer[]> {
  const rows = await trx('transfers')
    .where({ chain_code: chainCode, canonical: true })
    .whereIn('block_hash', [...new Set(transfers.map(({ blockHash }) => blockHash))])
    .select<{ block_hash: string; tx_hash: string | null; position: number }[]>(
      'block_hash',
      'tx_hash',
      'position',
    );
  const stored = new Set(rows.map((row) => [row.block_hash, row.tx_hash, row.position].join('/')));
  return transfers.filter((each) => !stored.has([each.blockHash, each.txHash, each.position].join('/')));
}

/**
 * Wakes the overdue invoices of a token after its blocks were read: before that they could not expire (`factsColumns`).
 */
async function tellOverdue(
  trx: Transaction,
  { chainCode, tokenSymbol }: Pick<UnreadRange, 'chainCode' | 'tokenSymbol'>,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { invoice_id: string }[] }>(
    `SELECT i.invoice_id FROM invoices i JOIN chain_cursors c USING (chain_code)
      WHERE i.status IN ('pending', 'underpaid', 'paid') AND i.chain_code = :chainCode
        AND i.token_symbol = :tokenSymbol AND i.expires_at < c.block_time
        AND NOT EXISTS (SELECT FROM unread_ranges
                         WHERE chain_code = :chainCode AND token_symbol = :tokenSymbol AND read_from IS NULL)`,
    { chainCode, tokenSymbol },
  );
  await enqueue(
    trx,
    rows.map((row) => ({ kind: 'invoice' as const, targetId: row.invoice_id })),
  );
}
