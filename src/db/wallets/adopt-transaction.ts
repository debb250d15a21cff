import type { OutsidePayment } from '../../domain/wallets/outside-payment.js';
import type { Queryable, Transaction } from '../core/database.js';
import type { SentTransaction } from './sent-transactions.js';

/** A finalized transaction of our own key that is not on record, and does the same as a recorded one of its nonce. */
export interface FoundTransaction {
  /** The recorded transaction of that nonce that nothing replaces yet. */
  readonly of: SentTransaction;
  readonly txHash: string;
  readonly own: {
    readonly raw: string;
    readonly valueAtomic: bigint;
    readonly gasLimit: bigint;
    readonly maxFeePerGasWei: bigint;
  };
  readonly block: { readonly number: number; readonly hash: string; readonly timeMs: number };
  readonly receipt: {
    readonly succeeded: boolean;
    readonly proven: boolean;
    readonly gasUsed: bigint;
    readonly effectiveGasPriceWei: bigint;
    readonly feeWei: bigint;
  };
}

type FoundOnChain = Pick<FoundTransaction, 'own' | 'block' | 'receipt'>;

/** Returns the columns with the chain's facts about it. */
function columnsOf({ own, block, receipt }: FoundOnChain): object {
  return {
    raw_transaction: own.raw,
    adopted: true,
    max_fee_per_gas_wei: own.maxFeePerGasWei.toString(),
    max_cost_wei: (own.valueAtomic + own.gasLimit * own.maxFeePerGasWei).toString(),
    block_number: block.number,
    block_hash: block.hash,
    block_time: new Date(block.timeMs),
    succeeded: receipt.succeeded,
    proven: receipt.proven,
    gas_used: receipt.gasUsed.toString(),
    effective_gas_price_wei: receipt.effectiveGasPriceWei.toString(),
    fee_wei: receipt.feeWei.toString(),
    revision: 1,
  };
}

/**
 * Records a transaction from the chain as the payment of a withdrawal, because an operator said so. Nothing was signed
 * for the withdrawal, and nothing will be. The caller holds the locks of the wallet and the withdrawal.
 */
export async function adoptPayment(
  trx: Transaction,
  found: Omit<FoundOnChain, 'receipt'> & {
    readonly payment: OutsidePayment;
    readonly withdrawalId: string;
    readonly nonce: number;
    /** It shows the exact transfer. */
    readonly receipt: Omit<FoundTransaction['receipt'], 'proven'>;
  },
): Promise<void> {
  const { payment, withdrawalId, nonce } = found;
  const { chainCode, tokenSymbol } = payment.asset;
  await trx('sent_transactions').insert({
    chain_code: chainCode,
    tx_hash: payment.txHash,
    from_address: payment.from,
    nonce,
    withdrawal_id: withdrawalId,
    purpose: 'payment',
    token_symbol: tokenSymbol,
    amount_atomic: payment.amountAtomic.toString(),
    to_address: payment.to,
    ...columnsOf({ ...found, receipt: { ...found.receipt, proven: true } }),
  });
  await trx('wallets')
    .where({ chain_code: chainCode, address: payment.from })
    .update({ next_nonce: trx.raw('greatest(next_nonce, ?::bigint)', [nonce + 1]) });
}

/**
 * Records a found transaction beside ours, with its receipt, as the one that has the nonce. Its gas and the coins it
 * moved are booked as for any other. The caller holds the wallet's lock.
 */
export async function adoptTransaction(trx: Transaction, found: FoundTransaction): Promise<void> {
  const { of, txHash } = found;
  await trx('sent_transactions').insert({
    chain_code: of.chainCode,
    tx_hash: txHash,
    from_address: of.fromAddress,
    nonce: of.nonce,
    withdrawal_id: of.withdrawalId,
    movement_id: of.movementId,
    purpose: of.purpose,
    replaces: of.txHash,
    token_symbol: of.payment?.tokenSymbol ?? null,
    amount_atomic: of.payment?.amountAtomic.toString() ?? null,
    to_address: of.payment?.to ?? null,
    ...columnsOf(found),
  });
  if (of.movementId === null) return;
  // Its coins came from our own address. Until now they are booked as a top-up from outside: that is reversed.
  await trx('transfers')
    .where({ chain_code: of.chainCode, tx_hash: txHash, invoice_id: null, canonical: true })
    .update({ canonical: false, revision: trx.raw('revision + 1') });
}

/** Says whether a transaction was found on the chain, and not signed through this database. */
export async function isAdopted(
  q: Queryable,
  { chainCode, txHash }: { chainCode: string; txHash: string },
): Promise<boolean> {
  const row = await q('sent_transactions')
    .where({ chain_code: chainCode, tx_hash: txHash, adopted: true })
    .first<object | undefined>('tx_hash');
  return row !== undefined;
}
