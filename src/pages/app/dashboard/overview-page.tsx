import { useCan, useList, useRead } from '../data/queries.js';
import type { Schemas } from '../../../client/client.js';
import { isZero, localDay } from '../data/figures.js';
import { ButtonLink } from '../parts/button-link.js';
import { DataTable, ListTable } from '../parts/data-table.js';
import { PlusIcon } from '../parts/icons.js';
import { AppPage, Card, PageSection } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { Notice, type Tone } from '../parts/status.js';
import { INVOICE_TABLE } from './invoices/invoice-table.js';
import { BalanceCards } from './money/balance-cards.js';
import { DayBars } from './day-bars.js';

type Attention = Schemas['Attention'];

const TONES: Readonly<Record<Schemas['AttentionKind'], Tone>> = {
  money_held: 'held',
  money_owed: 'attention',
  withdrawal_failed: 'failed',
  withdrawal_waits: 'attention',
  endpoint_disabled: 'failed',
  endpoint_failing: 'attention',
  key_to_approve: 'waiting',
};

function pageOf({ invoiceId, withdrawalId, endpointId, apiKeyId }: Attention): string | null {
  if (invoiceId !== null) return `/invoices/${invoiceId}`;
  if (withdrawalId !== null) return `/withdrawals/${withdrawalId}`;
  if (endpointId !== null) return `/webhooks/${endpointId}`;
  return apiKeyId === null ? null : '/keys';
}

function NeedsYou() {
  const { data } = useRead('/web/v1/attention', {});
  if (data === undefined || data.length === 0) return null;
  return (
    <PageSection title="Needs you">
      {data.map((each, at) => {
        const page = pageOf(each);
        return (
          <Notice
            key={`${each.kind}/${at}`}
            tone={TONES[each.kind]}
            title={each.message}
            actions={page !== null && <ButtonLink to={page}>Look at it</ButtonLink>}
          />
        );
      })}
    </PageSection>
  );
}

/** What a new merchant does, in this order. Each step goes when it is done. */
function FirstSteps() {
  const endpoints = useRead('/web/v1/webhook-endpoints', {}, { refresh: false });
  const invoices = useList('/v1/invoices', {}, { limit: 1 });
  if (endpoints.data === undefined || invoices.isPending) return null;
  const steps = [
    [invoices.items.length > 0, 'Make the first invoice', '/new', 'New invoice'],
    [endpoints.data.length > 0, 'Let your systems hear of payments', '/webhooks', 'Add endpoint'],
  ] as const;
  const open = steps.filter(([isDone]) => !isDone);
  if (open.length === 0) return null;
  return (
    <PageSection title="First steps">
      {open.map(([, words, to, act]) => (
        <Notice key={to} tone="waiting" title={words} actions={<ButtonLink to={to}>{act}</ButtonLink>} />
      ))}
    </PageSection>
  );
}

function Money() {
  const balances = useRead('/v1/balances', {});
  return (
    <PageSection title="Balances" actions={<ButtonLink to="/balances">Statement</ButtonLink>}>
      <Read query={balances} lines={2}>
        {(all) => {
          const full = all.filter(
            ({ available, pending, held }) => ![available, pending, held].every(isZero),
          );
          return full.length === 0 ? (
            <p className="muted">A balance stands here when a payment is confirmed.</p>
          ) : (
            <BalanceCards balances={full} />
          );
        }}
      </Read>
    </PageSection>
  );
}

function Volume() {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const volume = useRead('/web/v1/volume', { query: { days: '30', timeZone } }, { refresh: false });
  if (volume.data === undefined || volume.data.every(({ invoices }) => invoices === 0)) return null;
  const days = volume.data.filter(({ invoices }) => invoices > 0);
  return (
    <Card title="Completed invoices by day">
      <DayBars days={volume.data} />
      <details className="as-table">
        <summary>As a table</summary>
        <DataTable
          label="Completed invoices by day"
          rows={days}
          keyOf={({ day }) => day}
          columns={[
            { head: 'Day', cell: ({ day }) => localDay(day) },
            { head: 'Invoices', right: true, cell: ({ invoices }) => invoices },
            {
              head: 'Amounts',
              right: true,
              cell: ({ assets }) =>
                assets.map(({ amountCrypto, tokenSymbol }) => `${amountCrypto} ${tokenSymbol}`).join(', '),
            },
          ]}
        />
      </details>
    </Card>
  );
}

function Latest() {
  const list = useList('/v1/invoices', {}, { limit: 8 });
  if (!list.isPending && list.items.length === 0) return null;
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

/** What needs somebody, what is there, and what came last. */
export default function OverviewPage() {
  const [canMake, canReadMoney, canReadInvoices, canReadWebhooks] = [
    useCan('invoices:write'),
    useCan('balances:read'),
    useCan('invoices:read'),
    useCan('webhooks:read'),
  ];
  const make = canMake && (
    <ButtonLink to="/new" look="primary" icon={PlusIcon}>
      New invoice
    </ButtonLink>
  );
  return (
    <AppPage title="Overview" actions={make}>
      <NeedsYou />
      {canReadInvoices && canReadWebhooks && <FirstSteps />}
      {canReadMoney && <Money />}
      {canReadInvoices && <Volume />}
      {canReadInvoices && <Latest />}
    </AppPage>
  );
}
