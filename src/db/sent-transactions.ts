import type { Queryable, Transaction } from './database.js';

export interface Receipt {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTimeMs: number;
  readonly succeeded: boolean;
  readonly gasUsed: number;
  readonly effectiveGasPriceWei: bigint;
}

/** A transaction that was signed. Its bytes were committed before anyone could see them. */
export interface SentTransaction {
  readonly chainCode: string;
  readonly txHash: string;
  readonly fromAddress: string;
  readonly nonce: number;
  readonly rawTransaction: string;
  readonly withdrawalId: string | null;
  readonly maxFeePerGasWei: bigint;
  /** Native coin that it may take from the wallet at most: value and gas. */
  readonly maxCostWei: bigint;
  readonly lastSentAtMs: number | null;
  /** While its block stands; null before and after. */
  readonly receipt: Receipt | null;
  /** Rises each time the receipt appears or goes. */
  readonly revision: number;
}

interface SentTransactionRow {
  chain_code: string;
  tx_hash: string;
  from_address: string;
  nonce: number;
  raw_transaction: string;
  withdrawal_id: string | null;
  max_fee_per_gas_wei: bigint;
  max_cost_wei: bigint;
  last_sent_at: Date | null;
  block_number: number | null;
  block_hash: string | null;
  block_time: Date | null;
  succeeded: boolean | null;
  gas_used: number | null;
  effective_gas_price_wei: bigint | null;
  revision: number;
}

function toReceipt(row: SentTransactionRow): Receipt | null {
  const { block_number, block_hash, block_time, succeeded, gas_used, effective_gas_price_wei } = row;
  if (block_number === null || block_hash === null || block_time === null) return null;
  if (succeeded === null || gas_used === null || effective_gas_price_wei === null) return null;
  return {
    blockNumber: block_number,
    blockHash: block_hash,
    blockTimeMs: block_time.getTime(),
    succeeded,
    gasUsed: gas_used,
    effectiveGasPriceWei: effective_gas_price_wei,
  };
}

function toSentTransaction(row: SentTransactionRow): SentTransaction {
  return {
    chainCode: row.chain_code,
    txHash: row.tx_hash,
    fromAddress: row.from_address,
    nonce: row.nonce,
    rawTransaction: row.raw_transaction,
    withdrawalId: row.withdrawal_id,
    maxFeePerGasWei: row.max_fee_per_gas_wei,
    maxCostWei: row.max_cost_wei,
    lastSentAtMs: row.last_sent_at?.getTime() ?? null,
    receipt: toReceipt(row),
    revision: row.revision,
  };
}

/** The transactions of some withdrawals: the mined one first, else the one signed last. */
export async function listWithdrawalTransactions(
  q: Queryable,
  withdrawalIds: readonly string[],
): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .whereIn('withdrawal_id', [...withdrawalIds])
    .orderByRaw('block_hash IS NULL, signed_at DESC')
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}

/** Hashes that are out and in no block that stands: what the follower looks for. */
export async function listUnminedHashes(q: Queryable, chainCode: string): Promise<string[]> {
  const rows = await q('sent_transactions')
    .where({ chain_code: chainCode, block_hash: null })
    .select<{ tx_hash: string }[]>('tx_hash');
  return rows.map((row) => row.tx_hash);
}

/** Makes the wallet known: its incoming coins are watched from then on. */
export async function ensureWallet(
  q: Queryable,
  { chainCode, address }: { chainCode: string; address: string },
): Promise<void> {
  await q('wallets').insert({ chain_code: chainCode, address, role: 'hot' }).onConflict().ignore();
}

/** Until the transaction ends nobody else takes a nonce of this wallet. `nextNonce` is null before its first. */
export async function lockWallet(
  trx: Transaction,
  { chainCode, address }: { chainCode: string; address: string },
): Promise<{ readonly nextNonce: number | null }> {
  const row = await trx('wallets')
    .where({ chain_code: chainCode, address })
    .forUpdate()
    .first<{ next_nonce: number | null } | undefined>('next_nonce');
  if (row === undefined)
    throw new Error(`Wallet ${address} on ${chainCode} is not known; ensureWallet comes first`);
  return { nextNonce: row.next_nonce };
}

/** The wallets we send from on this chain. */
export async function listWallets(q: Queryable, chainCode: string): Promise<string[]> {
  const rows = await q('wallets').where({ chain_code: chainCode }).select<{ address: string }[]>('address');
  return rows.map(({ address }) => address);
}

/** Which of these addresses are wallets of ours on this chain. */
export async function findWallets(
  q: Queryable,
  { chainCode, addresses }: { chainCode: string; addresses: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await q('wallets')
    .where({ chain_code: chainCode })
    .whereIn('address', [...addresses])
    .select<{ address: string }[]>('address');
  return new Set(rows.map(({ address }) => address));
}

/**
 * Keeps the signed bytes and moves the wallet's nonce past them. A second first transaction for the same withdrawal or
 * nonce violates a unique index: that is what makes a double payment impossible.
 */
export async function insertSigned(
  trx: Transaction,
  signed: Pick<
    SentTransaction,
    | 'chainCode'
    | 'txHash'
    | 'fromAddress'
    | 'nonce'
    | 'rawTransaction'
    | 'withdrawalId'
    | 'maxFeePerGasWei'
    | 'maxCostWei'
  >,
): Promise<void> {
  await trx('sent_transactions').insert({
    chain_code: signed.chainCode,
    tx_hash: signed.txHash,
    from_address: signed.fromAddress,
    nonce: signed.nonce,
    raw_transaction: signed.rawTransaction,
    withdrawal_id: signed.withdrawalId,
    max_fee_per_gas_wei: signed.maxFeePerGasWei.toString(),
    max_cost_wei: signed.maxCostWei.toString(),
  });
  await trx('wallets')
    .where({ chain_code: signed.chainCode, address: signed.fromAddress })
    .update({ next_nonce: signed.nonce + 1 });
}

export async function markSent(
  q: Queryable,
  { chainCode, txHash, nowMs }: { chainCode: string; txHash: string; nowMs: number },
): Promise<void> {
  await q('sent_transactions')
    .where({ chain_code: chainCode, tx_hash: txHash })
    .update({ last_sent_at: new Date(nowMs) });
}

/** What signed transactions of a wallet may still take from it while they are in no block, in base units. */
export async function readCommitted(
  q: Queryable,
  { chainCode, address, tokenSymbol }: { chainCode: string; address: string; tokenSymbol: string },
): Promise<{ readonly tokenAtomic: bigint; readonly nativeWei: bigint }> {
  const { rows } = await q.raw<{ rows: { token: bigint; native: bigint }[] }>(
    `SELECT coalesce(sum(w.amount_atomic) FILTER (WHERE w.token_symbol = :tokenSymbol), 0) AS token,
            coalesce(sum(s.max_cost_wei), 0) AS native
       FROM sent_transactions s LEFT JOIN withdrawals w USING (withdrawal_id)
      WHERE s.chain_code = :chainCode AND s.from_address = :address AND s.block_hash IS NULL`,
    { chainCode, address, tokenSymbol },
  );
  return { tokenAtomic: rows[0]?.token ?? 0n, nativeWei: rows[0]?.native ?? 0n };
}
