import type { Schemas } from '../../../../client/client.js';
import type { Column } from '../../parts/data-table.js';
import { Copyable } from '../../parts/copyable.js';
import { Amount, At } from '../../parts/figures.js';
import { Network } from '../../parts/network.js';
import { StatusOf } from '../../parts/status.js';
import { WITHDRAWAL_WORDS } from '../status-words.js';

/** For operators, the kind of a withdrawal that is no refund is `payout`. */
type ListedWithdrawal = Omit<Schemas['Withdrawal'], 'kind' | 'waitingReason'> & { readonly kind: string };

/** The columns of withdrawals wherever they are listed. */
export const WITHDRAWAL_TABLE: readonly Column<ListedWithdrawal>[] = [
  {
    head: 'Withdrawal',
    cell: ({ amountCrypto, tokenSymbol, chainCode, kind }) => (
      <Amount
        figure={amountCrypto}
        symbol={tokenSymbol}
        code={chainCode}
        under={kind === 'refund' ? 'Refund to a customer' : null}
      />
    ),
  },
  {
    head: 'Status',
    cell: ({ status }) => <StatusOf words={WITHDRAWAL_WORDS[status]} />,
  },
  { head: 'To', wideOnly: true, cell: ({ address }) => <Copyable text={address} what="address" /> },
  { head: 'Network', wideOnly: true, cell: ({ chainCode }) => <Network code={chainCode} /> },
  {
    head: 'Asked for',
    right: true,
    cell: ({ createdAt }) => (
      <span className="later">
        <At time={createdAt} />
      </span>
    ),
  },
];
