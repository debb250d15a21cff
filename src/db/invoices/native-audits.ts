import type { BlockToStore } from '../core/block-to-store.js';
import type { AssetId } from '../../domain/core/asset.js';
import { MAX_CLOCK_SKEW_MS } from '../../domain/chains/finality.js';
import { lockCursor, type FollowerClaim } from '../chains/chain-cursor.js';
import { transaction, type Database, type Queryable, type Transaction } from '../core/database.js';
import { lockInvoice, type Invoice } from './invoices.js';
import { enqueue } from '../outbox/outbox.js';

/** `tx_index` of a payment found by an audit: after every transaction of its block. */
const AFTER_ALL_TRANSACTIONS = 2_147_483_647;

/** A due audit of an invoice's address. */
export interface DueAudit {
  readonly invoiceId: string;
  /** 0: the audit after the end of an invoice in this coin. Above: a later audit for coins not seen in a block. */
  readonly round: number;
  readonly depositIndex: number;
  /** Lower-case. */
  readonly depositAddress: string;
}

/**
 * The result of an audit, in wei. A balance above the counted amount is a payment. A lower balance is a mistake of ours
 * or a wrong answer of the RPC.
 */
export interface AuditFinding {
  readonly balanceAtomic: bigint;
  readonly countedAtomic: bigint;
}

/** Plans the audit of an invoice in a native coin, due after its end. */
export async function planNativeAudit(trx: Transaction, invoice: Invoice): Promise<void> {
  await trx('native_audits').insert({
    invoice_id: invoice.invoiceId,
    chain_code: invoice.asset.chainCode,
    // A block's time may be behind our clock, so a payment may look older than its invoice.
    watched_from: new Date(invoice.createdAtMs - MAX_CLOCK_SKEW_MS),
    due_after: new Date(invoice.expiresAtMs),
  });
}

/**
 * Marks the first audit of an expired invoice as done. All blocks up to its end showed their payments; a block read
 * later does not make the audit necessary.
 */
export async function waiveNativeAudit(trx: Transaction, invoiceId: string): Promise<void> {
  await trx('native_audits')
    .where({ invoice_id: invoiceId, round: 0, finished_at: null })
    .update({ finished_at: trx.fn.now() });
}

/**
 * Plans another audit for deposit addresses that hold more of the chain's native coin than the books say. It is made at
 * a later finalized block and books what is there then as a payment. An address with an open audit needs no other one.
 *
 * @param surplus.addresses lower-case; addresses of no invoice are skipped.
 */
export async function planLaterAudits(
  trx: Transaction,
  surplus: {
    readonly chainCode: string;
    readonly addresses: readonly string[];
    readonly blockTimeMs: number;
  },
): Promise<void> {
  if (surplus.addresses.length === 0) return;
  await trx.raw(
    `INSERT INTO native_audits (invoice_id, chain_code, round, watched_from, due_after)
       SELECT i.invoice_id, :chainCode, coalesce(max(a.round), 0) + 1, :blockTime, :dueAfter
         FROM invoices i
         LEFT JOIN native_audits a ON a.invoice_id = i.invoice_id AND a.chain_code = :chainCode
        WHERE i.deposit_address = ANY (:addresses)
        GROUP BY i.invoice_id
       HAVING count(*) FILTER (WHERE a.invoice_id IS NOT NULL AND a.finished_at IS NULL) = 0
     ON CONFLICT DO NOTHING`,
    {
      chainCode: surplus.chainCode,
      addresses: [...surplus.addresses],
      blockTime: new Date(surplus.blockTimeMs),
      // Blocks of the same second have the same time, and each of them is late enough.
      dueAfter: new Date(surplus.blockTimeMs - 1),
    },
  );
}

/** A finalized block at which balances are compared with the counted transfers. */
export type AuditBlock = Omit<BlockToStore, 'parentHash'>;

/** Finds the newest finalized block, if the cursor has reached it. */
export async function findFinalBlock(q: Queryable, chainCode: string): Promise<AuditBlock | undefined> {
  const { rows } = await q.raw<{ rows: { block_number: number; block_hash: string; block_time: Date }[] }>(
    `SELECT b.* FROM chain_cursors c
       JOIN blocks b ON b.chain_code = c.chain_code AND b.block_number = c.finalized_height
      WHERE c.chain_code = ? AND c.height >= c.finalized_height AND c.halted_reason IS NULL`,
    [chainCode],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { number: row.block_number, hash: row.block_hash, timestampMs: row.block_time.getTime() };
}

/**
 * Finds the finalized block for audits; with more than one RPC it is the newest verified one. So the verification scan
 * finds a missed payment with its transaction first, and no audit books it again as coin of unknown origin.
 */
export async function findAuditBlock(q: Queryable, chainCode: string): Promise<AuditBlock | undefined> {
  const row = await q('chain_cursors')
    .where({ chain_code: chainCode, halted_reason: null })
    .whereNotNull('verified_height')
    .first<
      { verified_height: number; verified_hash: string | null; verified_time: Date | null } | undefined
    >();
  if (row === undefined) return findFinalBlock(q, chainCode);
  const { verified_height: number, verified_hash: hash, verified_time: time } = row;
  return hash === null || time === null ? undefined : { number, hash, timestampMs: time.getTime() };
}

/**
 * Takes the audits that are due before a finalized block, oldest first. An audit is finished at once when all blocks of
 * its invoice had traces, since no payment could be unseen. By index, so the cost depends on the due audits only.
 *
 * @returns the audits to make.
 */
export async function takeDueAudits(
  db: Database,
  due: { chainCode: string; block: AuditBlock; nowMs: number; limit: number },
): Promise<DueAudit[]> {
  const { rows } = await db.raw<{
    rows: {
      invoice_id: string;
      round: number;
      deposit_index: number;
      deposit_address: string;
      is_needed: boolean;
    }[];
  }>(
    `SELECT a.invoice_id, a.round, i.deposit_index, i.deposit_address,
            a.round > 0 OR coalesce(c.untraced_at >= a.watched_from, false) AS is_needed
       FROM native_audits a JOIN invoices i USING (invoice_id)
       JOIN chain_cursors c ON c.chain_code = a.chain_code
      WHERE a.chain_code = :chainCode AND a.finished_at IS NULL AND a.due_after < :blockTime
        AND (a.retry_at IS NULL OR a.retry_at <= :now)
      ORDER BY a.due_after, a.round LIMIT :limit`,
    {
      chainCode: due.chainCode,
      blockTime: new Date(due.block.timestampMs),
      now: new Date(due.nowMs),
      limit: due.limit,
    },
  );
  const needless = rows.filter((row) => !row.is_needed).map((row) => row.invoice_id);
  if (needless.length > 0) {
    await db('native_audits')
      .whereIn('invoice_id', needless)
      .where({ chain_code: due.chainCode, round: 0, finished_at: null })
      .update({ finished_at: db.fn.now() });
  }
  return rows
    .filter((row) => row.is_needed)
    .map((row) => ({
      invoiceId: row.invoice_id,
      round: row.round,
      depositIndex: row.deposit_index,
      depositAddress: row.deposit_address,
    }));
}

export async function putOffAudits(
  q: Queryable,
  putOff: { chainCode: string; invoiceIds: readonly string[]; retryAtMs: number },
): Promise<void> {
  const { chainCode, invoiceIds, retryAtMs } = putOff;
  await q('native_audits')
    .whereIn('invoice_id', [...invoiceIds])
    .where({ chain_code: chainCode, finished_at: null })
    .update({ retry_at: new Date(retryAtMs) });
}

/**
 * Compares a balance at the end of a finalized block with the transfers counted up to it. It stores a surplus as a
 * payment and tells the invoice, in one transaction. A second call finds nothing.
 *
 * @returns undefined when there was nothing to do: the audit is done, or the block is no longer in the chain.
 * @throws FollowerFencedError when this follower was replaced.
 */
export async function recordNativeAudit(
  db: Database,
  claim: FollowerClaim,
  audit: {
    readonly invoiceId: string;
    readonly round: number;
    /** The chain's native coin. */
    readonly tokenSymbol: string;
    readonly block: AuditBlock;
    readonly balanceAtomic: bigint;
    /** The address of that balance. */
    readonly depositAddress: string;
  },
): Promise<AuditFinding | undefined> {
  const { invoiceId, round, tokenSymbol, block, balanceAtomic } = audit;
  const asset = { chainCode: claim.chainCode, tokenSymbol };
  return transaction(db, async (trx) => {
    // Lock the cursor first: no block is stored or undone while we count. Then the invoice, as settling does.
    const cursor = await lockCursor(trx, claim);
    if (cursor.haltedReason !== null) return undefined;
    // Verified blocks are undone only by an operator's order, and after that another follower goes on.
    const isVerified = cursor.verifiedHeight !== null && cursor.verifiedHeight >= block.number;
    if (!isVerified && !(await isStored(trx, claim.chainCode, block))) return undefined;
    const invoice = await lockInvoice(trx, invoiceId);
    // The address differs from the one that was read: somebody has altered the database meanwhile.
    if (invoice?.depositAddress !== audit.depositAddress) return undefined;
    const countedAtomic = await expectedBalance(trx, { invoice, asset, blockNumber: block.number });
    const finished = await trx('native_audits')
      .where({ invoice_id: invoiceId, chain_code: claim.chainCode, round, finished_at: null })
      .update({
        finished_at: trx.fn.now(),
        block_number: block.number,
        block_hash: block.hash,
        balance_atomic: balanceAtomic.toString(),
        counted_atomic: countedAtomic.toString(),
      });
    if (finished === 0) return undefined;
    if (balanceAtomic > countedAtomic) {
      await insertFound(trx, { invoice, asset, round, block, amountAtomic: balanceAtomic - countedAtomic });
    }
    await enqueue(trx, [{ kind: 'invoice', targetId: invoiceId }]);
    return { balanceAtomic, countedAtomic };
  });
}

async function isStored(trx: Transaction, chainCode: string, { number, hash }: AuditBlock): Promise<boolean> {
  const row = await trx('blocks')
    .where({ chain_code: chainCode, block_number: number, block_hash: hash })
    .first<object | undefined>('block_number');
  return row !== undefined;
}

/**
 * Returns the balance that the address should have at the end of a block, in wei. All known transfers to it and our own
 * gas money are added. What we moved away, and the fees of our transactions from it, are subtracted. A cancellation
 * transaction belongs to a movement and moves nothing: counted, it would make the rest look like a payment.
 */
async function expectedBalance(
  trx: Transaction,
  { invoice, asset, blockNumber }: { invoice: Invoice; asset: AssetId; blockNumber: number },
): Promise<bigint> {
  const { rows } = await trx.raw<{ rows: { counted: bigint }[] }>(
    `WITH ours AS (
       SELECT p.to_address, p.amount_atomic
         FROM movement_parts p JOIN sent_transactions s ON s.movement_id = p.movement_id
        WHERE p.chain_code = :chainCode AND p.token_symbol = :tokenSymbol AND p.subject_address = :address
          AND s.block_number <= :blockNumber AND s.succeeded AND s.proven AND s.purpose <> 'cancellation')
     SELECT coalesce((SELECT sum(amount_atomic) FROM transfers
              WHERE invoice_id = :invoiceId AND chain_code = :chainCode AND token_symbol = :tokenSymbol
                AND canonical AND block_number <= :blockNumber), 0)
          + coalesce((SELECT sum(CASE WHEN to_address = :address THEN amount_atomic ELSE -amount_atomic END)
               FROM ours), 0)
          - coalesce((SELECT sum(fee_wei) FROM sent_transactions
               WHERE chain_code = :chainCode AND from_address = :address AND block_number <= :blockNumber), 0) AS counted`,
    { invoiceId: invoice.invoiceId, ...asset, address: invoice.depositAddress, blockNumber },
  );
  return rows[0]?.counted ?? 0n;
}

async function insertFound(
  trx: Transaction,
  found: { invoice: Invoice; asset: AssetId; round: number; block: AuditBlock; amountAtomic: bigint },
): Promise<void> {
  const { invoice, asset, round, block, amountAtomic } = found;
  await trx('transfers').insert({
    chain_code: asset.chainCode,
    token_symbol: asset.tokenSymbol,
    block_number: block.number,
    block_hash: block.hash,
    block_time: new Date(block.timestampMs),
    tx_hash: null,
    tx_index: AFTER_ALL_TRANSACTIONS,
    position: round,
    log_index: null,
    from_address: null,
    to_address: invoice.depositAddress,
    amount_atomic: amountAtomic.toString(),
    invoice_id: invoice.invoiceId,
  });
}
