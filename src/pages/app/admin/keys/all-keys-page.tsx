import { useList } from '../../data/queries.js';
import { KeyIcon } from '../../parts/icons.js';
import { AppPage, PageSection } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { choicesOf, FilterChoice, Filters, FilterId, NothingFits } from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { wholeId, oneOf } from '../../both/filters/known-values.js';
import { KEY_WORDS } from '../../both/status-words.js';
import { KeyTable } from './key-table.js';

const KNOWN = { status: oneOf(choicesOf(KEY_WORDS)), merchant: wholeId('mer') };

/** The keys of all merchants and operators: first those that wait for an approval. */
export default function AllKeysPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const ofMerchant = { merchantId: filters['merchant'] };
  const pending = useList('/admin/v1/api-keys', { ...ofMerchant, status: 'pending' });
  const all = useList('/admin/v1/api-keys', { ...ofMerchant, status: filters['status'] });
  const isFiltered = filters['merchant'] !== undefined || filters['status'] !== undefined;
  return (
    <AppPage title="API keys" about="Of all merchants and operators.">
      <PageSection title="To approve">
        <KeyTable
          label="Keys to approve"
          list={pending}
          empty={
            <p className="muted">
              No key waits. A merchant&apos;s new key is shown here until an operator approves it.
            </p>
          }
        />
      </PageSection>
      <PageSection title="All">
        <Filters dropped={dropped}>
          <FilterId name="merchant" label="Merchant id" prefix="mer" />
          <FilterChoice name="status" label="Status" any="Any status" choices={choicesOf(KEY_WORDS)} />
        </Filters>
        <KeyTable
          label="API keys"
          list={all}
          empty={
            isFiltered ? (
              <NothingFits icon={KeyIcon} title="No key fits these filters" />
            ) : (
              <Empty icon={KeyIcon} title="No keys yet">
                A merchant makes a key for each program. It is shown here with what it may do.
              </Empty>
            )
          }
        />
      </PageSection>
    </AppPage>
  );
}
