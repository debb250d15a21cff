import type { Knex } from 'knex';
import type { Commitment } from '../../domain/wallets/commitments.js';
import type { Queryable, Transaction } from '../core/database.js';

/** Kinds of movements between our own addresses: see `movements`. */
export type MovementKind = 'batch' | 'sweep' | 'fund' | 'cold' | 'deploy';

export interface StoredReceipt {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTimeMs: number;
  readonly succeeded: boolean;
  /** True when it shows exactly what the transaction was signed for. */
  readonly proven: boolean;
  readonly gasUsed: number;
  readonly effectiveGasPriceWei: bigint;
}

/** The payment that a transaction was signed for: base units, and the recipient in lower case. */
export interface SignedPayment {
  readonly tokenSymbol: string;
  readonly amountAtomic: bigint;
  readonly to: string;
}

/** A signed transaction. Its bytes were committed before anyone could see them. */
export interface SentTransaction {
  readonly chainCode: string;
  readonly txHash: string;
  readonly fromAddress: string;
  readonly nonce: number;
  readonly rawTransaction: string;
  /** For a cancellation transaction: the withdrawal that waits behind it. */
  readonly withdrawalId: string | null;
  /** The movement that it makes; null for a withdrawal's transaction. */
  readonly movementId: number | null;
  /** `cancellation`: it pays nothing, to ourselves, so that the nonces after it can be mined. */
  readonly purpose: 'payment' | 'cancellation' | MovementKind;
  /** Null for a cancellation transaction, a batch and a deployment. */
  readonly payment: SignedPayment | null;
  /** Hash of the transaction of the same nonce whose fees this one raises. */
  readonly replaces: string | null;
  readonly maxFeePerGasWei: bigint;
  /** The most native coin that it takes from the wallet, in wei: value and gas. */
  readonly maxCostWei: bigint;
  readonly firstSentAtMs: number | null;
  readonly lastSentAtMs: number | null;
  readonly signedAtMs: number;
  /** Null while it is in no block of the chain. */
  readonly receipt: StoredReceipt | null;
  /** Rises each time the receipt appears or goes. */
  readonly revision: number;
  /** The finalized transaction that had its nonce when it was given up; an operator may have undone that since. */
  readonly foreignHash: string | null;
}

/** A row of `sent_transactions`. */
export interface SentTransactionRow {
  chain_code: string;
  tx_hash: string;
  from_address: string;
  nonce: number;
  raw_transaction: string;
  withdrawal_id: string | null;
  movement_id: number | null;
  purpose: SentTransaction['purpose'];
  token_symbol: string | null;
  amount_atomic: bigint | null;
  to_address: string | null;
  replaces: string | null;
  max_fee_per_gas_wei: bigint;
  max_cost_wei: bigint;
  first_sent_at: Date | null;
  last_sent_at: Date | null;
  signed_at: Date;
  block_number: number | null;
  block_hash: string | null;
  block_time: Date | null;
  succeeded: boolean | null;
  proven: boolean | null;
  gas_used: number | null;
  effective_gas_price_wei: bigint | null;
  revision: number;
  foreign_hash: string | null;
}

function toReceipt(row: SentTransactionRow): StoredReceipt | null {
  const { block_number, block_hash, block_time, gas_used, effective_gas_price_wei } = row;
  if (block_number === null || block_hash === null || block_time === null) return null;
  if (gas_used === null || effective_gas_price_wei === null) return null;
  return {
    blockNumber: block_number,
    blockHash: block_hash,
    blockTimeMs: block_time.getTime(),
    succeeded: row.succeeded === true,
    proven: row.proven === true,
    gasUsed: gas_used,
    effectiveGasPriceWei: effective_gas_price_wei,
  };
}

/** Returns the payment of a row; null when it pays nothing by itself. */
export function toPayment(row: PaymentRow): SignedPayment | null {
  const { token_symbol, amount_atomic, to_address } = row;
  if (token_symbol === null || amount_atomic === null || to_address === null) return null;
  return { tokenSymbol: token_symbol, amountAtomic: amount_atomic, to: to_address };
}

/** The columns of a payment. */
export type PaymentRow = Pick<SentTransactionRow, 'token_symbol' | 'amount_atomic' | 'to_address'>;

export function toSentTransaction(row: SentTransactionRow): SentTransaction {
  return {
    chainCode: row.chain_code,
    txHash: row.tx_hash,
    fromAddress: row.from_address,
    nonce: row.nonce,
    rawTransaction: row.raw_transaction,
    withdrawalId: row.withdrawal_id,
    movementId: row.movement_id,
    purpose: row.purpose,
    payment: toPayment(row),
    replaces: row.replaces,
    maxFeePerGasWei: row.max_fee_per_gas_wei,
    maxCostWei: row.max_cost_wei,
    firstSentAtMs: row.first_sent_at?.getTime() ?? null,
    lastSentAtMs: row.last_sent_at?.getTime() ?? null,
    signedAtMs: row.signed_at.getTime(),
    receipt: toReceipt(row),
    revision: row.revision,
    foreignHash: row.foreign_hash,
  };
}

/**
 * Lists the transactions of some withdrawals that pay or may still pay. The mined one comes first, and of two mined
 * ones the one that pays; then those that were sent, the one signed last first. A transaction that lost its nonce to
 * one from outside is listed only if it is mined after all.
 */
export async function listWithdrawalTransactions(
  q: Queryable,
  withdrawalIds: readonly string[],
): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .whereIn('withdrawal_id', [...withdrawalIds])
    .where({ purpose: 'payment' })
    .whereRaw('(foreign_hash IS NULL OR block_hash IS NOT NULL)')
    .orderByRaw(
      'block_hash IS NULL, proven IS NOT TRUE, last_sent_at IS NULL, signed_at DESC, max_fee_per_gas_wei DESC',
    )
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}

/** Lists the same for some movements, in that order. A transaction that lost its nonce is left out. */
export async function listMovementTransactions(
  q: Queryable,
  movementIds: readonly number[],
): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .whereIn('movement_id', [...movementIds])
    .where({ foreign_hash: null })
    .whereNot({ purpose: 'cancellation' })
    .orderByRaw('block_hash IS NULL, last_sent_at IS NULL, signed_at DESC, max_fee_per_gas_wei DESC')
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}

/** The withdrawal or movement that waits behind cancelled nonces. */
export type CancellationOwner = { readonly withdrawalId: string } | { readonly movementId: number };

/** Lists an owner's cancellation transactions whose nonces have nothing in a block: by nonce, the highest fee first. */
export async function listOpenCancellations(
  q: Queryable,
  owner: CancellationOwner,
): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .where(
      'withdrawalId' in owner ? { withdrawal_id: owner.withdrawalId } : { movement_id: owner.movementId },
    )
    .where({ purpose: 'cancellation', block_hash: null, superseded_by: null, foreign_hash: null })
    .whereRaw(
      `NOT EXISTS (SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = sent_transactions.chain_code AND o.from_address = sent_transactions.from_address
           AND o.nonce = sent_transactions.nonce AND o.block_hash IS NOT NULL)`,
    )
    .orderByRaw('nonce, max_fee_per_gas_wei DESC')
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}

/** Says whether a nonce has no mined transaction, no cancellation, and none that lost it to one from outside. */
export async function isNonceFree(
  q: Queryable,
  { chainCode, address, nonce }: { chainCode: string; address: string; nonce: number },
): Promise<boolean> {
  const row = await q('sent_transactions')
    .where({ chain_code: chainCode, from_address: address, nonce })
    .whereRaw("(block_hash IS NOT NULL OR foreign_hash IS NOT NULL OR purpose = 'cancellation')")
    .first<object | undefined>('tx_hash');
  return row === undefined;
}

export type NewSignature = Omit<
  SentTransaction,
  'firstSentAtMs' | 'lastSentAtMs' | 'receipt' | 'revision' | 'movementId' | 'foreignHash'
> & {
  readonly movementId?: number | null;
  readonly signedAtMs: number;
};

/**
 * Stores signed transactions of one wallet and moves its next nonce past them. A second transaction for the same
 * withdrawal or nonce that replaces none violates a unique index: that makes a double payment impossible.
 */
export async function insertAllSigned(trx: Transaction, all: readonly NewSignature[]): Promise<void> {
  const [first] = all;
  if (first === undefined) return;
  await trx('sent_transactions').insert(all.map(toRow));
  const highest = Math.max(...all.map(({ nonce }) => nonce));
  await trx('wallets')
    .where({ chain_code: first.chainCode, address: first.fromAddress })
    // A replacement and a cancellation have nonces that were passed before.
    .update({ next_nonce: trx.raw('greatest(next_nonce, ?::bigint)', [highest + 1]) });
}

/**
 * Finds out whether the rows could be inserted, without showing their bytes to the database. @throws the error of the
 * database when it refuses them.
 */
export async function tryInsert(trx: Transaction, all: readonly NewSignature[]): Promise<void> {
  if (all.length === 0) return;
  await trx.raw('SAVEPOINT try_insert');
  await trx('sent_transactions').insert(all.map((signed) => toRow({ ...signed, rawTransaction: '0x' })));
  await trx.raw('ROLLBACK TO SAVEPOINT try_insert');
}

function toRow(signed: NewSignature): object {
  return {
    chain_code: signed.chainCode,
    tx_hash: signed.txHash,
    from_address: signed.fromAddress,
    nonce: signed.nonce,
    raw_transaction: signed.rawTransaction,
    withdrawal_id: signed.withdrawalId,
    movement_id: signed.movementId ?? null,
    purpose: signed.purpose,
    token_symbol: signed.payment?.tokenSymbol ?? null,
    amount_atomic: signed.payment?.amountAtomic.toString() ?? null,
    to_address: signed.payment?.to ?? null,
    replaces: signed.replaces,
    max_fee_per_gas_wei: signed.maxFeePerGasWei.toString(),
    max_cost_wei: signed.maxCostWei.toString(),
    signed_at: new Date(signed.signedAtMs),
  };
}

export async function markSent(
  q: Queryable,
  { chainCode, txHash, nowMs }: { chainCode: string; txHash: string; nowMs: number },
): Promise<void> {
  await markAllSent(q, { chainCode, txHashes: [txHash], nowMs });
}

export async function markAllSent(
  q: Queryable,
  { chainCode, txHashes, nowMs }: { chainCode: string; txHashes: readonly string[]; nowMs: number },
): Promise<void> {
  await q('sent_transactions')
    .where({ chain_code: chainCode })
    .whereIn('tx_hash', [...txHashes])
    .update({
      first_sent_at: q.raw('coalesce(first_sent_at, ?)', [new Date(nowMs)]),
      last_sent_at: new Date(nowMs),
    });
}

/** Lists the commitments of all nonces that have no transaction in a block. */
export async function listCommitments(
  q: Queryable,
  { chainCode, address }: { chainCode: string; address: string },
): Promise<Commitment[]> {
  const { rows } = await q.raw<{
    rows: { nonce: number; token_symbol: string | null; amount: bigint; cost: bigint }[];
  }>(
    `SELECT nonce, max(token_symbol) AS token_symbol, coalesce(max(amount_atomic), 0) AS amount, max(max_cost_wei) AS cost
       FROM sent_transactions s
      WHERE chain_code = :chainCode AND from_address = :address
        AND block_hash IS NULL AND superseded_by IS NULL AND foreign_hash IS NULL
        AND NOT EXISTS (SELECT 1 FROM sent_transactions o
          WHERE o.chain_code = s.chain_code AND o.from_address = s.from_address AND o.nonce = s.nonce
            AND o.block_hash IS NOT NULL)
      GROUP BY nonce`,
    { chainCode, address },
  );
  return rows.map((row) => ({
    nonce: row.nonce,
    tokenSymbol: row.token_symbol,
    amountAtomic: row.amount,
    maxCostWei: row.cost,
  }));
}

/** Sums what was signed for one purpose in an asset since a moment, in base units, even if it was never mined. */
export async function sumSigned(
  q: Queryable,
  {
    chainCode,
    tokenSymbol,
    purpose,
    sinceMs,
  }: { chainCode: string; tokenSymbol: string; purpose: 'payment' | 'cold'; sinceMs: number },
): Promise<bigint> {
  const row = await q('sent_transactions')
    .where({ chain_code: chainCode, token_symbol: tokenSymbol, purpose, replaces: null })
    .where('signed_at', '>', new Date(sinceMs))
    .first<{ total: bigint | null } | undefined>(q.raw('sum(amount_atomic) AS total'));
  return row?.total ?? 0n;
}

/**
 * Removes the receipts of orphaned blocks above a height. Only an operator undoes finalized blocks; then other
 * transactions of the same nonces may be mined after all.
 *
 * @returns the withdrawal of each transaction; null for a transaction without one.
 */
export async function undoReceiptsAbove(
  trx: Transaction,
  { chainCode, above }: { chainCode: string; above: number },
): Promise<readonly (string | null)[]> {
  return undoReceipts(trx, { chainCode, which: (rows) => rows.where('block_number', '>', above) });
}

/** Removes the receipts of transactions that are in no block, as most RPCs say. */
export async function undoReceiptsOf(
  trx: Transaction,
  { chainCode, txHashes }: { chainCode: string; txHashes: readonly string[] },
): Promise<readonly (string | null)[]> {
  return undoReceipts(trx, { chainCode, which: (rows) => rows.whereIn('tx_hash', [...txHashes]) });
}

async function undoReceipts(
  trx: Transaction,
  { chainCode, which }: { chainCode: string; which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder },
): Promise<readonly (string | null)[]> {
  const undone = await which(trx('sent_transactions').where({ chain_code: chainCode }))
    .update({
      block_number: null,
      block_hash: null,
      block_time: null,
      succeeded: null,
      gas_used: null,
      effective_gas_price_wei: null,
      proven: null,
      fee_wei: null,
      revision: trx.raw('revision + 1'),
    })
    .returning<{ tx_hash: string; withdrawal_id: string | null }[]>(['tx_hash', 'withdrawal_id']);
  await trx('sent_transactions')
    .where({ chain_code: chainCode })
    .whereIn(
      'superseded_by',
      undone.map((row) => row.tx_hash),
    )
    .update({ superseded_by: null });
  return undone.map((row) => row.withdrawal_id);
}
