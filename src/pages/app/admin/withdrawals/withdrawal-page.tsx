import { Link, useParams } from '@tanstack/react-router';
import { isolate } from '../../../design/isolate.js';
import { hasSomething, useList, useRead } from '../../data/queries.js';
import { AddressToCompare } from '../../parts/address-to-compare.js';
import { Copyable } from '../../parts/copyable.js';
import { Amount, At, FromNow, Quoted } from '../../parts/figures.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Network } from '../../parts/network.js';
import { Read } from '../../parts/states.js';
import { Notice, StatusWord } from '../../parts/status.js';
import { usePageOfId } from '../../shell/running-application.js';
import { DeliveryTable } from '../../both/webhooks/delivery-table.js';
import { MetadataCard } from '../../both/metadata-card.js';
import { WITHDRAWAL_WORDS } from '../../both/status-words.js';
import { useWorkflowLink } from '../workflow-link.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { WithdrawalChecks } from './withdrawal-checks.js';
import { OperatorWithdrawalTimeline } from './withdrawal-timeline.js';
import { nextOf, type Reviewed } from './withdrawal-words.js';

interface OfWithdrawal {
  readonly withdrawal: Reviewed;
}

const ASKED_BY = { key: 'API key', member: 'Member', other: 'Somebody' } as const;

function AskedBy({ asked }: Pick<Reviewed['review'], 'asked'>) {
  if (asked === null) return 'Not in the audit log';
  return (
    <>
      {ASKED_BY[asked.by]} {asked.name !== null && <Quoted name={asked.name} />}
    </>
  );
}

/** The request: where the money goes, for whom, and who asked for it. */
function WhatIsAsked({ withdrawal }: OfWithdrawal) {
  const { merchant, asked } = withdrawal.review;
  const pageOf = usePageOfId();
  const page = pageOf(merchant.merchantId);
  const { invoiceId, txHash } = withdrawal;
  const invoicePage = invoiceId === null ? null : pageOf(invoiceId);
  return (
    <Card title="To">
      <AddressToCompare address={withdrawal.address} />
      <Facts
        of={[
          ['Network', <Network key="" code={withdrawal.chainCode} />],
          ['For', page === null ? merchant.name : <Link to={page}>{merchant.name}</Link>],
          [
            'Asked by',
            <span key="">
              <AskedBy asked={asked} />
              <span className="muted">
                {asked?.ip != null && <> from {asked.ip}</>} · <At time={withdrawal.createdAt} />,{' '}
                <FromNow time={withdrawal.createdAt} />
              </span>
            </span>,
          ],
          ['Reference', withdrawal.merchantReference],
          [
            'Refund of',
            invoiceId !== null &&
              (invoicePage === null ? (
                <Copyable text={invoiceId} what="invoice id" />
              ) : (
                <Link to={invoicePage}>{invoiceId}</Link>
              )),
          ],
          ['Transaction', txHash !== null && <Copyable text={txHash} what="transaction" />],
        ]}
      />
    </Card>
  );
}

function Ids({ withdrawal }: OfWithdrawal) {
  const workflow = useWorkflowLink('withdrawal', withdrawal.withdrawalId);
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Withdrawal', <Copyable key="" text={withdrawal.withdrawalId} what="withdrawal id" />],
          ['Merchant', <Copyable key="" text={withdrawal.review.merchant.merchantId} what="merchant id" />],
          ['Workflow', workflow],
        ]}
      />
    </Card>
  );
}

function WholeWithdrawal({ withdrawal }: OfWithdrawal) {
  const [tone, word] = WITHDRAWAL_WORDS[withdrawal.status];
  const { withdrawalId } = withdrawal;
  const deliveries = useList('/admin/v1/webhook-deliveries', { withdrawalId });
  const isDecided = !['pending_approval', 'approved', 'broadcast'].includes(withdrawal.status);
  return (
    <AppPage
      title={withdrawal.kind === 'refund' ? 'Refund' : 'Withdrawal'}
      head={
        <Amount
          figure={withdrawal.amountCrypto}
          symbol={withdrawal.tokenSymbol}
          code={withdrawal.chainCode}
          large
        />
      }
      about={`${withdrawal.kind === 'refund' ? 'Refund' : 'Withdrawal'} of ${isolate(withdrawal.review.merchant.name)}`}
      back={['/withdrawals', 'Withdrawals']}
      actions={<StatusWord tone={tone}>{word}</StatusWord>}
    >
      {isDecided && (
        <Notice tone={tone} title={word}>
          {nextOf(withdrawal)}
        </Notice>
      )}
      <div className="split">
        <div className="stack">
          <WhatIsAsked withdrawal={withdrawal} />
          {!isDecided && <WithdrawalChecks withdrawal={withdrawal} />}
        </div>
        <div className="stack aside">
          {!isDecided && <DecideWithdrawal withdrawal={withdrawal} />}
          <Ids withdrawal={withdrawal} />
          <MetadataCard metadata={withdrawal.metadata} />
        </div>
        <div className="stack after">
          <OperatorWithdrawalTimeline withdrawal={withdrawal} deliveries={deliveries.items} />
          {hasSomething(deliveries) && (
            <Card title="Webhooks" bare>
              <DeliveryTable list={deliveries} empty={null} />
            </Card>
          )}
        </div>
      </div>
    </AppPage>
  );
}

/** One withdrawal, with everything that its approver checks, in the order in which a careful person does it. */
export default function ReviewedWithdrawalPage() {
  const { withdrawalId = '' }: { withdrawalId?: string } = useParams({ strict: false });
  const withdrawal = useRead('/admin/v1/withdrawals/{withdrawalId}', { path: { withdrawalId } });
  return <Read query={withdrawal}>{(found) => <WholeWithdrawal withdrawal={found} />}</Read>;
}
