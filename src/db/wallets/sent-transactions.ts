import type { Knex } from 'knex';
import type { Queryable, Transaction } from '../core/database.js';

/** Movements of the house's own: see `movements`. */
export type MovementKind = 'batch' | 'sweep' | 'fund' | 'cold' | 'deploy';

export interface Receipt {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTimeMs: number;
  readonly succeeded: boolean;
  /** Does it show exactly what the transaction was signed for? */
  readonly proven: boolean;
  readonly gasUsed: number;
  readonly effectiveGasPriceWei: bigint;
}

/** What a transaction pays, as it was signed: base units, and the recipient in lower case. */
export interface SignedPayment {
  readonly tokenSymbol: string;
  readonly amountAtomic: bigint;
  readonly to: string;
}

/** A transaction that was signed. Its bytes were committed before anyone could see them. */
export interface SentTransaction {
  readonly chainCode: string;
  readonly txHash: string;
  readonly fromAddress: string;
  readonly nonce: number;
  readonly rawTransaction: string;
  /** Of a fill: the withdrawal that waits behind it. */
  readonly withdrawalId: string | null;
  /** The movement of the house's own that it makes; null for a withdrawal's. */
  readonly movementId: number | null;
  /** A fill pays nothing, to ourselves, so that the nonces after it can be mined. */
  readonly purpose: 'payment' | 'fill' | MovementKind;
  /** Null for a fill, a batch and a deploy. */
  readonly payment: SignedPayment | null;
  /** Hash of the transaction of the same nonce whose fees this one raises. */
  readonly replaces: string | null;
  readonly maxFeePerGasWei: bigint;
  /** Native coin that it may take from the wallet at most: value and gas. */
  readonly maxCostWei: bigint;
  readonly firstSentAtMs: number | null;
  readonly lastSentAtMs: number | null;
  readonly signedAtMs: number;
  /** While its block stands; null before and after. */
  readonly receipt: Receipt | null;
  /** Rises each time the receipt appears or goes. */
  readonly revision: number;
  /** What was final and had its nonce when it was given up; an operator may have undone that since. */
  readonly foreignHash: string | null;
}

/** As it is stored. */
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

function toReceipt(row: SentTransactionRow): Receipt | null {
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

/** What a row says that it pays. */
export function toPayment(row: PaymentRow): SignedPayment | null {
  const { token_symbol, amount_atomic, to_address } = row;
  if (token_symbol === null || amount_atomic === null || to_address === null) return null;
  return { tokenSymbol: token_symbol, amountAtomic: amount_atomic, to: to_address };
}

/** The columns that say it. */
export type PaymentRow = Pick<SentTransactionRow, 'token_symbol' | 'amount_atomic' | 'to_address'>;

/** A row as the rest of the program knows it. */
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
 * The transactions of some withdrawals that pay or may still pay: the mined one first, and of two the one that pays;
 * then those that are out, the one signed last before the others. What lost its nonce to a transaction from outside is
 * among them only while it is mined after all.
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

/** The same of some movements, each one's in that order. What lost its nonce is not among them. */
export async function listMovementTransactions(
  q: Queryable,
  movementIds: readonly number[],
): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .whereIn('movement_id', [...movementIds])
    .where({ foreign_hash: null })
    .whereNot({ purpose: 'fill' })
    .orderByRaw('block_hash IS NULL, last_sent_at IS NULL, signed_at DESC, max_fee_per_gas_wei DESC')
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}

/** For what nonces were filled: what waits behind them. */
export type CancellationOwner = { readonly withdrawalId: string } | { readonly movementId: number };

/** The fills that one waits behind, of nonces of which nothing is in a block, by nonce, what was signed last first. */
export async function listOpenCancellations(
  q: Queryable,
  owner: CancellationOwner,
): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .where(
      'withdrawalId' in owner ? { withdrawal_id: owner.withdrawalId } : { movement_id: owner.movementId },
    )
    .where({ purpose: 'fill', block_hash: null, superseded_by: null, foreign_hash: null })
    .whereRaw(
      `NOT EXISTS (SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = sent_transactions.chain_code AND o.from_address = sent_transactions.from_address
           AND o.nonce = sent_transactions.nonce AND o.block_hash IS NOT NULL)`,
    )
    .orderByRaw('nonce, max_fee_per_gas_wei DESC')
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}

/** Is none of the transactions of a nonce in a block, none of them a fill, and none lost to one from outside? */
export async function isNonceFree(
  q: Queryable,
  { chainCode, address, nonce }: { chainCode: string; address: string; nonce: number },
): Promise<boolean> {
  const row = await q('sent_transactions')
    .where({ chain_code: chainCode, from_address: address, nonce })
    .whereRaw("(block_hash IS NOT NULL OR foreign_hash IS NOT NULL OR purpose = 'fill')")
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
 * Keeps the signed bytes and moves the wallet's nonce past them. A second first transaction for the same withdrawal or
 * nonce violates a unique index: that is what makes a double payment impossible.
 */
export async function insertSigned(trx: Transaction, signed: NewSignature): Promise<void> {
  await insertAllSigned(trx, [signed]);
}

/** The same for several of one wallet, the last of which has the highest nonce. */
export async function insertAllSigned(trx: Transaction, all: readonly NewSignature[]): Promise<void> {
  const last = all.at(-1);
  if (last === undefined) return;
  await trx('sent_transactions').insert(all.map(toRow));
  await trx('wallets')
    .where({ chain_code: last.chainCode, address: last.fromAddress })
    // A replacement and a fill have nonces that were passed before.
    .update({ next_nonce: trx.raw('greatest(next_nonce, ?::bigint)', [last.nonce + 1]) });
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

/** The same for several. */
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

/** What the transactions of one nonce may still take from their wallet, in base units: one of them at most is mined. */
export interface Commitment {
  readonly nonce: number;
  readonly tokenSymbol: string | null;
  readonly amountAtomic: bigint;
  readonly maxCostWei: bigint;
}

/** By nonce, while none of its transactions is in a block. */
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

/** What was signed for one purpose of an asset since a moment, in base units, whatever became of it. */
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
 * Takes back the receipts of blocks above a height: those blocks stand no longer. Where they were final, which only an
 * operator undoes, other transactions of the same nonces may be mined after all.
 *
 * @returns the withdrawals whose transactions they were of; null for one that was of none.
 */
export async function undoReceiptsAbove(
  trx: Transaction,
  { chainCode, above }: { chainCode: string; above: number },
): Promise<readonly (string | null)[]> {
  return undoReceipts(trx, { chainCode, which: (rows) => rows.where('block_number', '>', above) });
}

/** The same of single transactions, of which most RPCs say that they are in no block. */
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
