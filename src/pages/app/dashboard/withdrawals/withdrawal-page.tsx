import { Link, useParams } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useList, useRead, useWhole } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AddressToCompare } from '../../parts/address-to-compare.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Copyable } from '../../parts/copyable.js';
import { Amount, At } from '../../parts/figures.js';
import { BanIcon } from '../../parts/icons.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Network } from '../../parts/network.js';
import { FailureBox, Read } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { TimelineList, type TimelineStep } from '../../parts/timeline.js';
import { tell } from '../../parts/toast.js';
import { dueDeliveries, inOrderOfTime } from '../../both/timelines/due-steps.js';
import { stepOfFact, withdrawalAsked } from '../../both/timelines/fact-steps.js';
import { WITHDRAWAL_WORDS } from '../../both/status-words.js';
import { unsentWords, withdrawalInWords, dueSteps, type WithdrawalNetwork } from './withdrawal-words.js';

type Withdrawal = Schemas['Withdrawal'];

type Fact = Schemas['WithdrawalFact'];

function stepOf(fact: Fact): Omit<TimelineStep, 'key' | 'at'> {
  switch (fact.kind) {
    case 'request':
      return { tone: 'done', ...withdrawalAsked(fact) };
    case 'transaction_sent':
      return {
        tone: 'seen',
        fact: fact.replaces === null ? 'Sent to the chain' : 'Sent again, with a higher fee',
        more: (
          <>
            Chain · <Copyable text={fact.txHash} what="transaction" />
          </>
        ),
      };
    case 'transaction_mined':
      return {
        tone: fact.succeeded === false ? 'failed' : 'done',
        fact: fact.succeeded === false ? 'Refused by the chain' : 'In a block',
        more: `Chain · block ${fact.blockNumber ?? ''}`,
      };
    case 'ledger_entry':
    case 'event':
    case 'delivery_attempt':
    case 'order':
      return stepOfFact(fact);
  }
}

/** The request is a fact of its own, so the order to create it is left out. */
const isTold = (fact: Fact): boolean => fact.kind !== 'order' || fact.action !== 'withdrawal.create';

function WithdrawalTimeline({
  withdrawal,
  network,
}: {
  readonly withdrawal: Withdrawal;
  readonly network: WithdrawalNetwork;
}) {
  const { withdrawalId } = withdrawal;
  const facts = useRead('/v1/withdrawals/{withdrawalId}/timeline', { path: { withdrawalId } });
  const canReadDeliveries = useCan('webhooks:read');
  const deliveries = useList(
    '/web/v1/webhook-deliveries',
    { withdrawalId },
    { limit: 10, enabled: canReadDeliveries },
  );
  const next = inOrderOfTime([...dueSteps(withdrawal, network), ...dueDeliveries(deliveries.items)]);
  return (
    <Card title="Timeline">
      <Read query={facts}>
        {(all) => (
          <TimelineList
            of={[
              ...all.filter(isTold).map((fact, at) => ({ key: `${at}`, at: fact.at, ...stepOf(fact) })),
              ...next,
            ]}
          />
        )}
      </Read>
      {deliveries.error !== null && deliveries.items.length === 0 && (
        <FailureBox error={deliveries.error} retry={deliveries.retry} />
      )}
    </Card>
  );
}

/** Returns the withdrawal's asset with its network, if it is still offered. */
function useNetwork({ chainCode, tokenSymbol }: Withdrawal): WithdrawalNetwork {
  const { data } = useWhole('/v1/assets', {}, { refresh: false });
  return data?.find((asset) => asset.chainCode === chainCode && asset.tokenSymbol === tokenSymbol);
}

function CancelWithdrawal({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const canWrite = useCan('withdrawals:write');
  if (withdrawal.status !== 'pending_approval' || !canWrite) return null;
  const path = { withdrawalId: withdrawal.withdrawalId };
  return (
    <AskedOrder
      act="Cancel withdrawal"
      icon={BanIcon}
      title="Cancel this withdrawal"
      about={`Nothing is sent. ${unsentWords(withdrawal)}`}
      stays="The withdrawal is as before."
      send={() => api.post('/v1/withdrawals/{withdrawalId}/cancel', { path })}
      then={() => tell(`It is cancelled. ${unsentWords(withdrawal)}`)}
    />
  );
}

function WholeWithdrawal({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const [tone, word] = WITHDRAWAL_WORDS[withdrawal.status];
  const { invoiceId } = withdrawal;
  const network = useNetwork(withdrawal);
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
      back={['/withdrawals', 'Withdrawals']}
      actions={<CancelWithdrawal withdrawal={withdrawal} />}
    >
      <Notice tone={tone} title={word}>
        {withdrawalInWords(withdrawal, network)}
      </Notice>
      <div className="split">
        <WithdrawalTimeline withdrawal={withdrawal} network={network} />
        <Card title="Details">
          <Facts
            of={[
              ['Kind', withdrawal.kind === 'refund' ? 'Refund to a customer' : 'Withdrawal'],
              ['Id', <Copyable key="" text={withdrawal.withdrawalId} what="withdrawal id" />],
              ['To', <AddressToCompare key="" address={withdrawal.address} />],
              ['Network', <Network key="" code={withdrawal.chainCode} />],
              [
                'Transaction',
                withdrawal.txHash !== null && <Copyable text={withdrawal.txHash} what="transaction" />,
              ],
              ['Reference', withdrawal.merchantReference],
              ['Invoice', invoiceId !== null && <Link to={`/invoices/${invoiceId}`}>{invoiceId}</Link>],
              ['Asked for', <At key="" time={withdrawal.createdAt} />],
            ]}
          />
        </Card>
      </div>
    </AppPage>
  );
}

/** One withdrawal: its status, why it waits, and its timeline. */
export default function WithdrawalPage() {
  const { withdrawalId = '' }: { withdrawalId?: string } = useParams({ strict: false });
  const withdrawal = useRead('/v1/withdrawals/{withdrawalId}', { path: { withdrawalId } });
  return <Read query={withdrawal}>{(found) => <WholeWithdrawal withdrawal={found} />}</Read>;
}
