import type { Schemas } from '../../../../client/client.js';
import { shorten } from '../../data/figures.js';
import { CREATED } from '../../parts/created-column.js';
import type { Column } from '../../parts/data-table.js';
import { Amount, fiatWords } from '../../parts/figures.js';
import { Network } from '../../parts/network.js';
import { StatusOf, StatusWord } from '../../parts/status.js';
import { INVOICE_WORDS } from '../status-words.js';

type Invoice = Schemas['Invoice'];

/** The columns of invoices wherever they are listed. */
export const INVOICE_TABLE: readonly Column<Invoice>[] = [
  {
    head: 'Invoice',
    cell: ({ merchantReference, description, invoiceId }) => (
      <span className="clip block">{merchantReference ?? description ?? shorten(invoiceId, 10, 6)}</span>
    ),
  },
  {
    head: 'Amount',
    right: true,
    cell: ({ amountCrypto, tokenSymbol, chainCode, amountFiat, fiatCurrency }) => (
      <Amount
        figure={amountCrypto}
        symbol={tokenSymbol}
        code={chainCode}
        under={fiatWords(amountFiat, fiatCurrency)}
      />
    ),
  },
  {
    head: 'Status',
    cell: ({ status, held }) => (
      <span className="row-words">
        <StatusOf words={INVOICE_WORDS[status]} />
        {held.length > 0 && <StatusWord tone="held">Held</StatusWord>}
      </span>
    ),
  },
  { head: 'Network', wideOnly: true, cell: ({ chainCode }) => <Network code={chainCode} /> },
  CREATED,
];
