import type { ChainTransfer } from '../../domain/chains/chain-transfer.js';

/** The fields of a stored payment that can be compared. */
export type StoredTransfer = Pick<
  ChainTransfer,
  | 'tokenSymbol'
  | 'blockNumber'
  | 'blockHash'
  | 'blockTimeMs'
  | 'txHash'
  | 'position'
  | 'from'
  | 'to'
  | 'amountAtomic'
> & { readonly transferId: number; readonly revision: number };

/** The columns that it is made of. */
export interface TransferRow {
  token_symbol: string;
  block_number: number;
  block_hash: string;
  block_time: Date;
  tx_hash: string;
  position: number;
  from_address: string;
  to_address: string;
  amount_atomic: bigint;
  transfer_id: number;
  revision: number;
}

export function toStoredTransfer(row: TransferRow): StoredTransfer {
  return {
    transferId: row.transfer_id,
    revision: row.revision,
    tokenSymbol: row.token_symbol,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTimeMs: row.block_time.getTime(),
    txHash: row.tx_hash,
    position: row.position,
    from: row.from_address,
    to: row.to_address,
    amountAtomic: row.amount_atomic,
  };
}
