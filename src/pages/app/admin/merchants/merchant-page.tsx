import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useList, useRead, useWhole } from '../../data/queries.js';
import { ButtonLink } from '../../shell/button-link.js';
import { ListTable } from '../../parts/data-table.js';
import { AppPage, Card } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { WhitelistShown } from '../../parts/whitelist.js';
import { INVOICE_TABLE } from '../../both/invoices/invoice-table.js';
import { BalanceCards } from '../../both/money/balance-cards.js';
import { WITHDRAWAL_TABLE } from '../../both/withdrawals/withdrawal-table.js';
import { KeyTable } from '../keys/key-table.js';
import { ENDPOINTS_OF_MERCHANT } from '../webhooks/all-endpoints-page.js';
import { useWorkflowsLink } from '../workflow-link.js';
import { MerchantLimits } from './merchant-limits.js';
import { MerchantMembers } from './merchant-members.js';
import { MerchantTermsCard, SuspendMerchant } from './merchant-terms.js';
import { MERCHANT_WORDS } from './merchant-words.js';
import { WaitingChanges } from './policy-changes.js';

type Merchant = Schemas['MerchantDetails'];
interface OfMerchant {
  readonly merchant: Merchant;
}

const LATEST = { limit: 5 };

/** A link to the whole list, for a card that shows only the latest rows. */
const All = ({
  of,
  search,
  words = 'All',
}: {
  readonly of: string;
  readonly search: Readonly<Record<string, string>>;
  readonly words?: string;
}) => (
  <ButtonLink look="quiet" to={of} search={search}>
    {words}
  </ButtonLink>
);

const Nothing = ({ children }: { readonly children: ReactNode }) => (
  <p className="inside muted">{children}</p>
);

function LatestInvoices({ merchant: { merchantId } }: OfMerchant) {
  const list = useList('/admin/v1/invoices', { merchantId }, LATEST);
  return (
    <Card title="Latest invoices" actions={<All of="/invoices" search={{ merchant: merchantId }} />} bare>
      <ListTable
        label="Latest invoices"
        list={list}
        isBrief
        noun={['invoice', 'invoices']}
        keyOf={({ invoiceId }) => invoiceId}
        linkOf={({ invoiceId }) => `/invoices/${invoiceId}`}
        columns={INVOICE_TABLE}
        empty={<Nothing>It has made no invoice yet.</Nothing>}
      />
    </Card>
  );
}

function LatestWithdrawals({ merchant: { merchantId } }: OfMerchant) {
  const list = useList('/admin/v1/withdrawals', { merchantId }, LATEST);
  return (
    <Card
      title="Latest withdrawals"
      actions={<All of="/withdrawals" search={{ merchant: merchantId }} />}
      bare
    >
      <ListTable
        label="Latest withdrawals"
        list={list}
        isBrief
        noun={['withdrawal', 'withdrawals']}
        keyOf={({ withdrawalId }) => withdrawalId}
        linkOf={({ withdrawalId }) => `/withdrawals/${withdrawalId}`}
        columns={WITHDRAWAL_TABLE}
        empty={<Nothing>It has asked for no withdrawal yet.</Nothing>}
      />
    </Card>
  );
}

function Keys({ merchant: { merchantId } }: OfMerchant) {
  const list = useList('/admin/v1/api-keys', { merchantId });
  return (
    <Card title="API keys" bare>
      <KeyTable label="API keys" list={list} isOfOne empty={<Nothing>It has no key.</Nothing>} />
    </Card>
  );
}

function Endpoints({ merchant: { merchantId } }: OfMerchant) {
  const list = useList('/admin/v1/webhook-endpoints', { merchantId });
  return (
    <Card
      title="Webhook endpoints"
      actions={<All of="/deliveries" search={{ merchant: merchantId }} words="Deliveries" />}
      bare
    >
      <ListTable
        label="Webhook endpoints"
        list={list}
        noun={['endpoint', 'endpoints']}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/endpoints/${id}`}
        columns={ENDPOINTS_OF_MERCHANT}
        empty={<Nothing>It gets no events: it has no endpoint.</Nothing>}
      />
    </Card>
  );
}

const counted = (count: number, [one, many]: readonly [string, string]): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`;

/** Notices of facts that an operator should not overlook. */
function WhatWaits({ merchant: { merchantId, status, counts } }: OfMerchant) {
  const canDecide = useCan('withdrawals:approve');
  const waits = [
    counted(counts.withdrawalsToApprove, ['withdrawal to approve', 'withdrawals to approve']),
    counted(counts.pendingApiKeys, ['key to approve', 'keys to approve']),
    counted(counts.unwellEndpoints, ['endpoint that takes no events', 'endpoints that take no events']),
  ].filter((words) => words !== null);
  return (
    <>
      {status === 'suspended' && (
        <Notice tone="failed" title="The merchant is suspended">
          Its keys and sign-ins are refused, and its withdrawals wait. Open invoices can still be paid; no new
          one is made.
        </Notice>
      )}
      {waits.length > 0 && (
        <Notice
          tone="attention"
          title={waits.join(' · ')}
          actions={
            canDecide &&
            counts.withdrawalsToApprove > 0 && (
              <ButtonLink to="/withdrawals" search={{ merchant: merchantId, status: 'pending_approval' }}>
                Decide
              </ButtonLink>
            )
          }
        />
      )}
    </>
  );
}

function Balances({ merchant: { merchantId } }: OfMerchant) {
  const balances = useWhole('/admin/v1/merchants/{merchantId}/balances', { path: { merchantId } });
  return (
    <Read query={balances} lines={2}>
      {(all) =>
        all.length === 0 ? <p className="muted">It has no balance yet.</p> : <BalanceCards balances={all} />
      }
    </Read>
  );
}

function WholeMerchant({ merchant }: OfMerchant) {
  const canChange = useCan('merchants:write');
  const canSeeKeys = useCan('keys:approve');
  const { openInvoices, withdrawalsUnderWay, members } = merchant.counts;
  const workflows = useWorkflowsLink('MerchantId', merchant.merchantId);
  return (
    <AppPage
      title={merchant.name}
      about={`${MERCHANT_WORDS[merchant.status][1]} · ${openInvoices} open invoices · ${withdrawalsUnderWay} withdrawals under way · ${members} can sign in`}
      back={['/merchants', 'Merchants']}
      actions={
        <>
          {workflows}
          {canChange && <SuspendMerchant merchant={merchant} />}
        </>
      }
    >
      <WhatWaits merchant={merchant} />
      <Balances merchant={merchant} />
      <WaitingChanges merchantId={merchant.merchantId} />
      <MerchantLimits merchant={merchant} />
      <div className="halves">
        <MerchantTermsCard merchant={merchant} />
        <Card title="Whitelist">
          <WhitelistShown whitelist={merchant.whitelist} />
        </Card>
      </div>
      {canSeeKeys && (
        <>
          <Keys merchant={merchant} />
          <MerchantMembers merchantId={merchant.merchantId} />
        </>
      )}
      <Endpoints merchant={merchant} />
      <LatestInvoices merchant={merchant} />
      <LatestWithdrawals merchant={merchant} />
    </AppPage>
  );
}

/** One merchant, with everything that an operator sees and decides about it. */
export default function MerchantPage() {
  const { merchantId = '' }: { merchantId?: string } = useParams({ strict: false });
  const merchant = useRead('/admin/v1/merchants/{merchantId}', { path: { merchantId } });
  return <Read query={merchant}>{(found) => <WholeMerchant merchant={found} />}</Read>;
}
