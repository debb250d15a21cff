import type { Schemas } from '../../../client/client.js';
import { localDay } from '../data/figures.js';
import { hasSomething, SELDOM_MS, useCan, useList, useRead, useWhole } from '../data/queries.js';
import { ButtonLink } from '../shell/button-link.js';
import { ComeButton, DataTable, ListTable } from '../parts/data-table.js';
import { Amount } from '../parts/figures.js';
import { ChevronRightIcon } from '../parts/icons.js';
import { AppPage, Card, OrderRow, PageSection } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { useHeldRows, useHolding } from '../parts/steady-rows.js';
import { Notice, type Tone } from '../parts/status.js';
import { INVOICE_TABLE } from '../both/invoices/invoice-table.js';
import { BalanceCards, isEmptyBalance } from '../both/money/balance-cards.js';
import { DayBars } from './day-bars.js';
import { useNewInvoiceLink } from './new-invoice-link.js';

type Attention = Schemas['Attention'];

/** `isHeld`: the pointer or the focus is in the page, so nothing in it may move. */
interface Held {
  readonly isHeld: boolean;
}

/** The tone of each kind of need, and the label of the button that opens its page. */
const LOOKS: Readonly<Record<Schemas['AttentionKind'], readonly [tone: Tone, verb: string]>> = {
  money_held: ['held', 'Look at the invoice'],
  money_owed: ['attention', 'Look at the balances'],
  withdrawal_failed: ['failed', 'Look at the withdrawal'],
  withdrawal_waits: ['attention', 'Look at the withdrawal'],
  endpoint_disabled: ['failed', 'Look at the endpoint'],
  endpoint_failing: ['attention', 'Look at its deliveries'],
  key_to_approve: ['waiting', 'Look at the keys'],
};

function pageOf({ kind, invoiceId, withdrawalId, endpointId, apiKeyId }: Attention): string | null {
  if (kind === 'money_owed') return '/balances';
  if (invoiceId !== null) return `/invoices/${invoiceId}`;
  if (withdrawalId !== null) return `/withdrawals/${withdrawalId}`;
  if (endpointId !== null) return `/webhooks/${endpointId}`;
  return apiKeyId === null ? null : '/keys';
}

const keyOfNeed = ({ kind, invoiceId, withdrawalId, endpointId, apiKeyId, ...asset }: Attention): string =>
  [kind, invoiceId, withdrawalId, endpointId, apiKeyId, asset.chainCode, asset.tokenSymbol].join('/');

function NeedsYou({ isHeld }: Held) {
  const needs = useRead('/web/v1/attention', {});
  const { rows, come, showCome } = useHeldRows(needs.data, keyOfNeed, isHeld);
  return (
    <Read query={needs} lines={0}>
      {() => (
        <>
          <ComeButton come={come} noun={['matter', 'matters']} show={showCome} />
          {rows.length > 0 && (
            <PageSection title="Needs you">
              {rows.map((each) => {
                const page = pageOf(each);
                const [tone, verb] = LOOKS[each.kind];
                return (
                  <Notice
                    key={keyOfNeed(each)}
                    tone={tone}
                    title={each.message}
                    actions={page !== null && <ButtonLink to={page}>{verb}</ButtonLink>}
                  />
                );
              })}
            </PageSection>
          )}
        </>
      )}
    </Read>
  );
}

/** The first steps of a new merchant. The card disappears when all of them are done. */
function FirstSteps({ isHeld }: Held) {
  const endpoints = useRead('/web/v1/webhook-endpoints', {}, { refresh: false });
  const invoices = useList('/v1/invoices', {}, { limit: 1 });
  return (
    <Read query={endpoints} lines={0}>
      {(all) =>
        !invoices.isPending &&
        invoices.error === null && (
          <Steps hasInvoice={invoices.items.length > 0} hasEndpoint={all.length > 0} isHeld={isHeld} />
        )
      }
    </Read>
  );
}

function Steps({
  hasInvoice,
  hasEndpoint,
  isHeld,
}: Held & Readonly<Record<'hasInvoice' | 'hasEndpoint', boolean>>) {
  const canAdd = useCan('webhooks:write');
  const steps = [
    {
      isDone: hasInvoice,
      name: 'Make the first invoice',
      about: 'An amount, and a link to send. You see each step of the payment here.',
      to: '/new',
      // Its button is the one at the top of the page.
      act: false,
    },
    {
      isDone: hasEndpoint,
      name: 'Tell your systems about payments',
      about: 'Quittance sends a signed message to a URL of yours when an invoice is paid.',
      to: '/webhooks',
      act: canAdd && 'Add endpoint',
    },
  ];
  const cards = steps.every(({ isDone }) => isDone) ? [] : ['First steps'];
  const { rows } = useHeldRows(cards, (title) => title, isHeld);
  if (rows.length === 0) return null;
  return (
    <Card title="First steps">
      {steps.map(({ isDone, name, about, to, act }) => (
        <OrderRow key={to} name={name} about={about} isDone={isDone}>
          {!isDone && act !== false && <ButtonLink to={to}>{act}</ButtonLink>}
        </OrderRow>
      ))}
    </Card>
  );
}

const keyOfBalance = ({ chainCode, tokenSymbol }: Schemas['Balance']): string =>
  `${chainCode}/${tokenSymbol}`;

function Money({ isHeld }: Held) {
  const balances = useWhole('/v1/balances');
  const full = balances.data?.filter((each) => !isEmptyBalance(each));
  const { rows } = useHeldRows(full?.length === 0 ? balances.data : full, keyOfBalance, isHeld);
  return (
    <Read query={balances} lines={2}>
      {() =>
        rows.length === 0 ? (
          <Card title="Balances">
            <p className="muted">Your balances are shown here when a payment is confirmed.</p>
          </Card>
        ) : (
          <PageSection title="Balances" actions={<ButtonLink to="/balances">Statement</ButtonLink>}>
            <BalanceCards balances={rows} />
          </PageSection>
        )
      }
    </Read>
  );
}

const keyOfDay = ({ day }: Schemas['DayVolume']): string => day;
const hasSome = ({ invoices }: Schemas['DayVolume']): boolean => invoices > 0;

function Volume({ isHeld }: Held) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const volume = useRead('/web/v1/volume', { query: { days: '30', timeZone } }, { refresh: SELDOM_MS });
  const days = useHeldRows(volume.data, keyOfDay, isHeld).rows;
  const some = useHeldRows(volume.data?.filter(hasSome), keyOfDay, isHeld).rows;
  return (
    <Read query={volume} lines={0}>
      {() => some.length > 0 && <VolumeCard days={days} some={some} />}
    </Read>
  );
}

function VolumeCard({
  days,
  some,
}: {
  readonly days: readonly Schemas['DayVolume'][];
  /** The days with completed invoices. */
  readonly some: readonly Schemas['DayVolume'][];
}) {
  return (
    <Card title="Completed invoices by day">
      <DayBars days={days} />
      <details className="as-table">
        <summary>
          <ChevronRightIcon size={16} className="turns" aria-hidden="true" />
          As a table
        </summary>
        <DataTable
          label="Completed invoices by day"
          rows={some}
          keyOf={keyOfDay}
          columns={[
            { head: 'Day', cell: ({ day }) => localDay(day) },
            { head: 'Invoices', right: true, cell: ({ invoices }) => invoices },
            {
              head: 'Amounts',
              right: true,
              cell: ({ assets }) =>
                assets.map(({ amountCrypto, chainCode, tokenSymbol }) => (
                  <span key={`${chainCode}/${tokenSymbol}`} className="block">
                    <Amount figure={amountCrypto} symbol={tokenSymbol} />
                  </span>
                )),
            },
          ]}
        />
      </details>
    </Card>
  );
}

function Latest() {
  const list = useList('/v1/invoices', {}, { limit: 8 });
  if (!list.isPending && !hasSomething(list)) return null;
  return (
    <Card title="Latest invoices" bare actions={<ButtonLink to="/invoices">All invoices</ButtonLink>}>
      <ListTable
        label="Latest invoices"
        list={list}
        noun={['invoice', 'invoices']}
        keyOf={({ invoiceId }) => invoiceId}
        linkOf={({ invoiceId }) => `/invoices/${invoiceId}`}
        columns={INVOICE_TABLE}
        isBrief
        empty={null}
      />
    </Card>
  );
}

/** Everything that needs the merchant, the balances, and the latest invoices. */
export default function OverviewPage() {
  const make = useNewInvoiceLink();
  const { isHeld, holding } = useHolding();
  const [canReadMoney, canReadInvoices, canReadWebhooks] = [
    useCan('balances:read'),
    useCan('invoices:read'),
    useCan('webhooks:read'),
  ];
  return (
    <AppPage title="Overview" actions={make} holding={holding}>
      <NeedsYou isHeld={isHeld} />
      {canReadInvoices && canReadWebhooks && <FirstSteps isHeld={isHeld} />}
      {canReadMoney && <Money isHeld={isHeld} />}
      {canReadInvoices && <Volume isHeld={isHeld} />}
      {canReadInvoices && <Latest />}
    </AppPage>
  );
}
