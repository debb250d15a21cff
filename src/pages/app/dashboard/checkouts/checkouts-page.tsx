import { shorten } from '../../data/figures.js';
import { useList } from '../../data/queries.js';
import { ListTable } from '../../parts/data-table.js';
import { Amount, At, fiatWords } from '../../parts/figures.js';
import { CartIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { StatusWord } from '../../parts/status.js';
import { FilterChoice, Filters, FilterText, useFilters } from '../filters.js';
import { CHECKOUT_WORDS } from '../words.js';

/** All checkouts: payments of which the customer chooses the coin. */
export default function CheckoutsPage() {
  const [filters] = useFilters();
  const list = useList('/v1/checkouts', {
    status: filters['status'],
    merchantReference: filters['reference'],
  });
  return (
    <AppPage title="Checkouts" about="Payments of which the customer chooses the coin.">
      <Filters>
        <FilterText name="reference" label="Reference" />
        <FilterChoice
          name="status"
          label="Status"
          any="Any status"
          choices={Object.entries(CHECKOUT_WORDS).map(([status, [, word]]) => [status, word])}
        />
      </Filters>
      <ListTable
        label="Checkouts"
        list={list}
        noun={['checkout', 'checkouts']}
        keyOf={({ checkoutId }) => checkoutId}
        linkOf={({ checkoutId }) => `/checkouts/${checkoutId}`}
        empty={
          <Empty icon={CartIcon} title="No checkouts">
            A new invoice that is paid in whatever the customer chooses stands here.
          </Empty>
        }
        columns={[
          {
            head: 'Checkout',
            cell: ({ merchantReference, description, checkoutId }) => (
              <span className="clip block">
                {merchantReference ?? description ?? shorten(checkoutId, 10, 6)}
              </span>
            ),
          },
          {
            head: 'Amount',
            right: true,
            cell: ({ amountCrypto, tokenSymbol, amountFiat, fiatCurrency }) =>
              amountCrypto !== null && tokenSymbol !== null ? (
                <Amount figure={amountCrypto} symbol={tokenSymbol} />
              ) : (
                fiatWords(amountFiat, fiatCurrency)
              ),
          },
          {
            head: 'Status',
            cell: ({ status }) => {
              const [tone, word] = CHECKOUT_WORDS[status];
              return <StatusWord tone={tone}>{word}</StatusWord>;
            },
          },
          {
            head: 'Created',
            right: true,
            cell: ({ createdAt }) => (
              <span className="later">
                <At time={createdAt} />
              </span>
            ),
          },
        ]}
      />
    </AppPage>
  );
}
