import { isolate } from '../../design/isolate.js';
import type { Schemas } from '../../../client/client.js';
import { shorten, trimZeros } from '../data/figures.js';
import { ArrowUpRightIcon, InvoiceIcon } from '../parts/icons.js';
import type { FoundThing } from '../shell/application.js';

/** At most this many things of each kind are shown. The list itself has the others. */
export const AT_MOST = 4;

export const foundInvoice = ({
  invoiceId,
  merchantReference,
}: Pick<Schemas['Invoice'], 'invoiceId' | 'merchantReference'>): FoundThing => ({
  to: `/invoices/${invoiceId}`,
  icon: InvoiceIcon,
  label: `Invoice ${isolate(merchantReference ?? shorten(invoiceId, 10, 6))}`,
});

export const foundWithdrawal = ({
  withdrawalId,
  amountCrypto,
  tokenSymbol,
  address,
}: Pick<Schemas['Withdrawal'], 'withdrawalId' | 'amountCrypto' | 'tokenSymbol' | 'address'>): FoundThing => ({
  to: `/withdrawals/${withdrawalId}`,
  icon: ArrowUpRightIcon,
  label: `Withdrawal of ${trimZeros(amountCrypto)} ${tokenSymbol} to ${shorten(address)}`,
});
