import { transferPostings, type Booking } from '../../domain/ledger/postings.js';
import type { Transaction } from '../core/database.js';
import { lockMerchantBalances, postEntry } from '../ledger/post-entry.js';
import { markBooked, type Transfer } from './transfers.js';

/**
 * Moves a transfer's money to another booking: updates the transfer and posts the ledger entry. The caller holds the
 * invoice's lock.
 */
export async function bookTransfer(
  trx: Transaction,
  { merchantId, transfer, to }: { merchantId: string; transfer: Transfer; to: Booking },
): Promise<void> {
  const { transferId, booking: from, amountAtomic } = transfer;
  const asset = { chainCode: transfer.chainCode, tokenSymbol: transfer.tokenSymbol };
  const bookingRevision = await markBooked(trx, transfer, to);
  const balances = await lockMerchantBalances(trx, { merchantId, asset });
  await postEntry(trx, {
    cause: `transfer/${transferId}/${bookingRevision}`,
    kind: `transfer_${from}_to_${to}`,
    asset,
    merchantId,
    invoiceId: transfer.invoiceId,
    transferId,
    postings: transferPostings({ from, to, amountAtomic, balances }),
  });
}
