import type { Queryable, Transaction } from '../core/database.js';
import {
  listMovementTransactions,
  type MovementKind,
  type SentTransaction,
} from '../wallets/sent-transactions.js';

/** Coins that go from one of our addresses to another: amount in base units, addresses in lower case. */
export interface MovementPart {
  readonly tokenSymbol: string;
  /** The deposit address that is emptied or gets gas money, or the hot wallet. */
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly amountAtomic: bigint;
}

/** A movement whose nonce is not finalized yet, with all transactions signed for it. */
export interface OpenMovement {
  readonly movementId: number;
  readonly kind: MovementKind;
  /** The address whose nonce it uses. */
  readonly fromAddress: string;
  readonly attempts: readonly SentTransaction[];
  /** True when it was given up, or ended as failed and the block of that was undone: it is not sent again. */
  readonly hasFailed: boolean;
}

export interface NewMovement {
  readonly chainCode: string;
  readonly kind: MovementKind;
  readonly fromAddress: string;
  readonly parts: readonly MovementPart[];
  /** For a deployment: the address of the contract, and the destination that it will send everything to. */
  readonly deployed?: { readonly contractAddress: string; readonly destination: string };
}

/**
 * Stores a movement that is about to be signed, in the transaction that stores the signed bytes. A second movement of
 * the same asset for the same address violates `movement_parts_one_at_a_time` while the first may still be mined.
 */
export async function insertMovement(trx: Transaction, movement: NewMovement): Promise<number> {
  const { chainCode, kind, fromAddress, parts, deployed } = movement;
  const [row] = await trx('movements')
    .insert({
      chain_code: chainCode,
      kind,
      from_address: fromAddress,
      contract_address: deployed?.contractAddress ?? null,
      destination: deployed?.destination ?? null,
    })
    .returning<{ movement_id: number }[]>('movement_id');
  if (row === undefined) throw new Error('The movement was not written');
  if (parts.length > 0) {
    await trx('movement_parts').insert(
      parts.map((part) => ({
        movement_id: row.movement_id,
        chain_code: chainCode,
        token_symbol: part.tokenSymbol,
        subject_address: part.subject,
        from_address: part.from,
        to_address: part.to,
        amount_atomic: part.amountAtomic.toString(),
      })),
    );
  }
  return row.movement_id;
}

/** Returns which of these addresses have an open movement of the asset. The caller holds the signing lock. */
export async function findBusySubjects(
  q: Queryable,
  asset: { chainCode: string; tokenSymbol: string; subjects: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await q('movement_parts')
    .where({ chain_code: asset.chainCode, token_symbol: asset.tokenSymbol, outcome: null })
    .whereIn('subject_address', [...asset.subjects])
    .select<{ subject_address: string }[]>('subject_address');
  return new Set(rows.map((row) => row.subject_address));
}

/**
 * Says whether one of these deposit addresses has an open movement of any asset. Two at a time would conflict: an
 * authorisation of the address to run a contract uses a nonce of the address, just as a transaction of its own does.
 */
export async function isAnyBusy(
  q: Queryable,
  { chainCode, addresses }: { chainCode: string; addresses: readonly string[] },
): Promise<boolean> {
  const row = await q('movement_parts')
    .where({ chain_code: chainCode, outcome: null })
    .whereIn('subject_address', [...addresses])
    .first<object | undefined>('movement_id');
  return row !== undefined;
}

/**
 * Open movements, and ended ones whose nonce nothing has: transactions with later nonces wait for it. Such a movement was
 * given up, or an operator has accepted a reorganisation of finalized blocks that left its transaction out. Both kinds
 * are found by partial indexes.
 */
const OPEN_MOVEMENTS = `
  SELECT movement_id, kind, from_address, outcome FROM movements WHERE chain_code = :chainCode AND outcome IS NULL
  UNION
  SELECT m.movement_id, m.kind, m.from_address, m.outcome
    FROM sent_transactions s JOIN movements m ON m.movement_id = s.movement_id
   WHERE s.chain_code = :chainCode AND s.block_hash IS NULL AND s.superseded_by IS NULL AND s.foreign_hash IS NULL
     AND s.purpose <> 'cancellation' AND m.outcome IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM sent_transactions o
       WHERE o.chain_code = s.chain_code AND o.from_address = s.from_address AND o.nonce = s.nonce
         AND o.block_hash IS NOT NULL)`;

/** Lists at most `limit` open movements, oldest first. */
export async function listOpenMovements(
  q: Queryable,
  { chainCode, limit }: { chainCode: string; limit: number },
): Promise<OpenMovement[]> {
  const { rows } = await q.raw<{ rows: OpenRow[] }>(`${OPEN_MOVEMENTS} ORDER BY movement_id LIMIT :limit`, {
    chainCode,
    limit,
  });
  return withAttempts(q, rows);
}

/** Lists the transfers to the cold address that are in no block and have a lower nonce of this wallet. They are few. */
export async function listColdBefore(
  q: Queryable,
  { chainCode, address, belowNonce }: { chainCode: string; address: string; belowNonce: number },
): Promise<OpenMovement[]> {
  const { rows } = await q.raw<{ rows: OpenRow[] }>(
    `SELECT * FROM (${OPEN_MOVEMENTS}) open WHERE kind = 'cold' AND from_address = :address ORDER BY movement_id`,
    { chainCode, address },
  );
  const open = rows.length === 0 ? [] : await withAttempts(q, rows);
  return open.filter(({ attempts }) =>
    attempts.every(({ nonce, receipt }) => nonce < belowNonce && receipt === null),
  );
}

interface OpenRow {
  movement_id: number;
  kind: MovementKind;
  from_address: string;
  outcome: string | null;
}

async function withAttempts(q: Queryable, rows: readonly OpenRow[]): Promise<OpenMovement[]> {
  const transactions = await listMovementTransactions(
    q,
    rows.map((row) => row.movement_id),
  );
  return rows.map((row) => ({
    movementId: row.movement_id,
    kind: row.kind,
    fromAddress: row.from_address,
    hasFailed: row.outcome === 'failed',
    attempts: transactions.filter(({ movementId }) => movementId === row.movement_id),
  }));
}

export async function countOpenMovements(q: Queryable, chainCode: string): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: string | number }[] }>(
    `SELECT count(*) AS count FROM (${OPEN_MOVEMENTS}) open`,
    { chainCode },
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * Locks a movement: until the transaction ends, nobody else ends it or signs for it.
 *
 * @returns whether it may be sent: it is open, or was done and is undone. A failed or lost one is not sent again.
 */
export async function lockMovement(trx: Transaction, movementId: number): Promise<boolean> {
  const row = await trx('movements')
    .where({ movement_id: movementId })
    .forUpdate()
    .first<{ outcome: string | null } | undefined>('outcome');
  return row !== undefined && (row.outcome === null || row.outcome === 'done');
}

/**
 * Ends a movement whose nonce is finalized, or that is given up. The next sweep looks again at coins that it failed to
 * move.
 *
 * @returns false when it had ended before: its outcome stays.
 */
export async function endMovement(
  trx: Transaction,
  { movementId, outcome, nowMs }: { movementId: number; outcome: 'done' | 'failed' | 'lost'; nowMs: number },
): Promise<boolean> {
  const ended = await trx('movements')
    .where({ movement_id: movementId, outcome: null })
    .update({ outcome, ended_at: new Date(nowMs) });
  if (ended === 0) return false;
  await trx('movement_parts').where({ movement_id: movementId }).update({ outcome });
  if (outcome !== 'done') await trx('transfers').where({ swept_by: movementId }).update({ swept_by: null });
  return true;
}

/** A contract for batches, as it is on record. */
export interface SweeperContract {
  readonly address: string;
  /** The nonce of the transaction that has created it. Null: there is no such transaction. */
  readonly nonce: number | null;
  /** Whether its deployment is final. */
  readonly isFinal: boolean;
}

/** Finds the contract for batches with this operator and destination. */
export async function findSweeperContract(
  q: Queryable,
  wanted: { chainCode: string; operator: string; destination: string },
): Promise<SweeperContract | undefined> {
  const row = await q('movements')
    .where({ chain_code: wanted.chainCode, kind: 'deploy', from_address: wanted.operator })
    .where({ destination: wanted.destination })
    .where((where) => {
      void where.whereNull('outcome').orWhere('outcome', 'done');
    })
    .first<{ contract_address: string; outcome: string | null; nonce: number | null } | undefined>(
      'contract_address',
      'outcome',
      q.raw(
        `(SELECT s.nonce FROM sent_transactions s WHERE s.movement_id = movements.movement_id AND s.purpose = 'deploy'
           LIMIT 1) AS nonce`,
      ),
    );
  if (row === undefined) return undefined;
  return { address: row.contract_address, nonce: row.nonce, isFinal: row.outcome === 'done' };
}

/** Returns the child index of a deposit address. */
export async function findDepositIndex(q: Queryable, depositAddress: string): Promise<number | undefined> {
  const row = await q('invoices')
    .where({ deposit_address: depositAddress })
    .first<{ deposit_index: number } | undefined>('deposit_index');
  return row?.deposit_index;
}
