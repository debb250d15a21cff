import type { BlockToStore } from '../core/block-to-store.js';
import type { Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';

/** The receipt of one of our own transactions, found in a stored block. */
export interface ReceiptToStore {
  readonly txHash: string;
  readonly block: BlockToStore;
  readonly succeeded: boolean;
  /** True when it shows exactly what the transaction was signed for. */
  readonly proven: boolean;
  readonly gasUsed: bigint;
  readonly effectiveGasPriceWei: bigint;
  /** Its total cost, in wei. */
  readonly feeWei: bigint;
}

/** Stores or corrects the receipts of our own transactions, and wakes their withdrawals. */
export async function storeReceipts(
  trx: Transaction,
  { chainCode, receipts }: { chainCode: string; receipts: readonly ReceiptToStore[] },
): Promise<void> {
  for (const { block, ...receipt } of receipts) {
    const rows = await trx('sent_transactions')
      .where({ chain_code: chainCode, tx_hash: receipt.txHash })
      .update({
        block_number: block.number,
        block_hash: block.hash,
        block_time: new Date(block.timestampMs),
        succeeded: receipt.succeeded,
        gas_used: receipt.gasUsed.toString(),
        effective_gas_price_wei: receipt.effectiveGasPriceWei.toString(),
        proven: receipt.proven,
        fee_wei: receipt.feeWei.toString(),
        revision: trx.raw('revision + 1'),
      })
      .returning<{ withdrawal_id: string | null }[]>('withdrawal_id');
    const withdrawalIds = rows.flatMap(({ withdrawal_id }) =>
      withdrawal_id === null ? [] : [withdrawal_id],
    );
    await enqueue(
      trx,
      withdrawalIds.map((targetId) => ({ kind: 'withdrawal' as const, targetId })),
    );
  }
}
