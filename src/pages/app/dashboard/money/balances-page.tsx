import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { shorten } from '../../data/figures.js';
import { useList, useWhole } from '../../data/queries.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { Amount, At } from '../../parts/figures.js';
import { LogIcon } from '../../parts/icons.js';
import { AppPage, Card, PageSection } from '../../parts/layout.js';
import { Network } from '../../parts/network.js';
import { Empty, Read } from '../../parts/states.js';
import { usePageOfId } from '../../shell/running-application.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import {
  assetOf,
  FilterAsset,
  FilterChoice,
  Filters,
  isAnySet,
  NothingFits,
  SaveCsv,
} from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { oneOf } from '../../both/filters/known-values.js';
import { ledgerWords } from '../../both/money/ledger-words.js';
import { BalanceCards } from '../../both/money/balance-cards.js';

const ACCOUNTS = ['available', 'held', 'reserved', 'deficit'].map((each): [string, string] => [
  each,
  ledgerWords(each),
]);
const KNOWN = { account: oneOf(ACCOUNTS) };

type Line = Schemas['StatementLine'];

/** The invoice or withdrawal that a posting is about. It is a link if the reader may open it. */
function Subject({ invoiceId, withdrawalId }: Pick<Line, 'invoiceId' | 'withdrawalId'>) {
  const pageOf = usePageOfId();
  const id = withdrawalId ?? invoiceId;
  if (id === null) return null;
  const page = pageOf(id);
  const words = shorten(id, 10, 6);
  return <span className="under">{page === null ? words : <Link to={page}>{words}</Link>}</span>;
}

const STATEMENT_TABLE: readonly Column<Line>[] = [
  {
    head: 'Cause',
    cell: ({ cause, invoiceId, withdrawalId }) => (
      <>
        {ledgerWords(cause)}
        <Subject invoiceId={invoiceId} withdrawalId={withdrawalId} />
      </>
    ),
  },
  {
    head: 'Amount',
    right: true,
    cell: ({ amountCrypto, tokenSymbol, chainCode }) => (
      <Amount figure={amountCrypto} symbol={tokenSymbol} code={chainCode} />
    ),
  },
  { head: 'Account', cell: ({ account }) => ledgerWords(account) },
  { head: 'Network', isLine: true, cell: ({ chainCode }) => <Network code={chainCode} /> },
  {
    head: 'Balance after',
    right: true,
    isLine: true,
    cell: ({ balanceAfterCrypto, tokenSymbol }) => (
      <Amount figure={balanceAfterCrypto} symbol={tokenSymbol} />
    ),
  },
  {
    head: 'Time',
    right: true,
    cell: ({ createdAt }) => (
      <span className="later">
        <At time={createdAt} />
      </span>
    ),
  },
];

function Statement() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const query = {
    account: filters['account'],
    ...assetOf(filters['asset']),
    ...useTime(),
  };
  const list = useList('/v1/balances/transactions', query);
  return (
    <PageSection title="Statement">
      <Filters dropped={dropped} end={<SaveCsv path="/v1/balances/transactions" query={query} />}>
        <FilterChoice name="account" label="Account" any="Any account" choices={ACCOUNTS} />
        <FilterAsset />
        <FilterTime />
      </Filters>
      <ListTable
        label="Statement"
        list={list}
        noun={['posting', 'postings']}
        keyOf={({ transactionId, account, amountAtomic }) => `${transactionId}/${account}/${amountAtomic}`}
        columns={STATEMENT_TABLE}
        empty={
          isAnySet(query) ? (
            <NothingFits icon={LogIcon} title="No posting fits these filters" />
          ) : (
            <Empty icon={LogIcon} title="No postings yet">
              Each change of a balance is shown here, with its cause and the balance after it.
            </Empty>
          )
        }
      />
    </PageSection>
  );
}

/** The balances of all assets, and the statement of their changes. */
export default function BalancesPage() {
  const balances = useWhole('/v1/balances');
  return (
    <AppPage title="Balances">
      <Read query={balances}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <p className="muted">Your balances are shown here when a payment is confirmed.</p>
            </Card>
          ) : (
            <BalanceCards balances={all} />
          )
        }
      </Read>
      <Statement />
    </AppPage>
  );
}
