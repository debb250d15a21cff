import { sameAsset } from '../../domain/core/asset.js';
import type { Queryable } from '../core/database.js';
import { listKnownAssets, type KnownAsset } from './known-assets.js';
import {
  toPayment,
  type PaymentRow,
  type SentTransactionRow,
  type SignedPayment,
} from '../wallets/sent-transactions.js';

/** One of our transactions that is in no block of the chain yet; the follower looks for it. */
export interface UnminedTransaction {
  readonly txHash: string;
  /** The transfers that its receipt has to show; without any, only its success counts. */
  readonly transfers: readonly SignedTransfer[];
}

/** One transfer of a signed transaction: amount in base units, addresses in lower case. */
export interface SignedTransfer extends SignedPayment {
  readonly from: string;
  /** Its asset as it was last listed; the receipt is checked by it even when the asset is no longer listed. */
  readonly known?: KnownAsset | undefined;
}

/** Lists all attempts of each nonce, until one of them is finalized. */
export async function listUnmined(q: Queryable, chainCode: string): Promise<UnminedTransaction[]> {
  const rows = await q('sent_transactions')
    .where({ chain_code: chainCode, block_hash: null, superseded_by: null })
    .select<SignedForRow[]>(...SIGNED_FOR);
  return withTransfers(q, rows);
}

/** One of our transactions, and its stored receipt. */
export interface KnownOfOurs extends UnminedTransaction {
  /** Null while no block with it is known. */
  readonly stored: {
    readonly blockHash: string;
    readonly succeeded: boolean;
    readonly proven: boolean;
  } | null;
}

/**
 * Lists our transactions that may be in some blocks: those stored as mined there, the other attempts of their nonces,
 * and all that are not mined.
 */
export async function listMaybeIn(
  q: Queryable,
  { chainCode, fromNumber, toNumber }: { chainCode: string; fromNumber: number; toNumber: number },
): Promise<KnownOfOurs[]> {
  const inBlocks = q('sent_transactions')
    .where({ chain_code: chainCode })
    .whereBetween('block_number', [fromNumber, toNumber]);
  const rows = await q('sent_transactions')
    .where({ chain_code: chainCode })
    .where((either) => {
      void either
        .whereIn('tx_hash', inBlocks.clone().select('tx_hash'))
        .orWhereIn('superseded_by', inBlocks.clone().select('tx_hash'))
        .orWhere({ block_hash: null, superseded_by: null });
    })
    .select<(SignedForRow & Pick<SentTransactionRow, 'block_hash' | 'succeeded' | 'proven'>)[]>(
      ...[...SIGNED_FOR, 'block_hash', 'succeeded', 'proven'],
    );
  const transactions = await withTransfers(q, rows);
  return transactions.map((transaction, index) => {
    const { block_hash: blockHash = null, succeeded, proven } = rows[index] ?? {};
    const stored =
      blockHash === null ? null : { blockHash, succeeded: succeeded === true, proven: proven === true };
    return { ...transaction, stored };
  });
}

const SIGNED_FOR = [
  ...(['chain_code', 'tx_hash', 'from_address', 'token_symbol', 'amount_atomic', 'to_address'] as const),
  ...(['purpose', 'movement_id'] as const),
];
type SignedForRow = PaymentRow &
  Pick<SentTransactionRow, 'chain_code' | 'tx_hash' | 'from_address' | 'purpose' | 'movement_id'>;

/** Adds the transfers of each transaction, in the order of the rows. */
async function withTransfers(q: Queryable, rows: readonly SignedForRow[]): Promise<UnminedTransaction[]> {
  if (rows.length === 0) return [];
  const partsOf = await listBatchParts(q, rows);
  const assets = await listKnownAssets(q);
  return rows.map((row) => {
    const payment = toPayment(row);
    const own = payment === null ? [] : [{ ...payment, from: row.from_address }];
    const parts = row.purpose === 'batch' ? partsOf.get(row.movement_id ?? -1) : undefined;
    const transfers = (parts ?? own).map((transfer) => {
      const asset = { chainCode: row.chain_code, tokenSymbol: transfer.tokenSymbol };
      return { ...transfer, known: assets.find((known) => sameAsset(known, asset)) };
    });
    return { txHash: row.tx_hash, transfers };
  });
}

async function listBatchParts(
  q: Queryable,
  signed: readonly SignedForRow[],
): Promise<ReadonlyMap<number, readonly SignedTransfer[]>> {
  const ids = signed.flatMap((row) => (row.purpose === 'batch' ? [row.movement_id] : []));
  if (ids.length === 0) return new Map();
  const rows = await q('movement_parts').whereIn('movement_id', ids).select<
    {
      movement_id: number;
      token_symbol: string;
      amount_atomic: bigint;
      from_address: string;
      to_address: string;
    }[]
  >('*');
  const parts = new Map<number, SignedTransfer[]>();
  for (const row of rows) {
    const part = {
      tokenSymbol: row.token_symbol,
      amountAtomic: row.amount_atomic,
      from: row.from_address,
      to: row.to_address,
    };
    parts.set(row.movement_id, [...(parts.get(row.movement_id) ?? []), part]);
  }
  return parts;
}
