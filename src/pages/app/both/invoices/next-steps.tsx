import type { Schemas } from '../../../../client/client.js';
import { chainIdOf, untilConfirmed } from '../../data/pace.js';
import { Amount } from '../../parts/figures.js';
import type { TimelineStep } from '../../parts/timeline.js';
import { dueDeliveries, inOrderOfTime } from '../timelines/due-steps.js';

type Invoice = Schemas['Invoice'];
type Delivery = Schemas['WebhookDelivery'];

/** Returns the next step that follows from the status of an invoice. */
function ofInvoice(invoice: Invoice): readonly TimelineStep[] {
  const { status, expiresAt, confirmations, confirmationsRequired } = invoice;
  switch (status) {
    case 'pending':
    case 'underpaid':
      return [
        {
          key: 'expires',
          tone: 'due',
          fact: 'It expires, unless enough is paid',
          more: 'Workflow',
          at: expiresAt,
        },
      ];
    case 'paid': {
      const missing = Math.max(0, confirmationsRequired - confirmations);
      const fact = `${missing} more ${missing === 1 ? 'confirmation' : 'confirmations'}, then it is credited`;
      const more = `Chain, then ledger${untilConfirmed(chainIdOf(invoice.paymentUri), missing)}`;
      return [{ key: 'confirmed', tone: 'due', fact, more, at: null }];
    }
    case 'completed':
    case 'expired':
    case 'failed':
    case 'cancelled':
      return [];
  }
}

/** Returns the next steps of an invoice: of its workflow, its merchant and its webhooks. */
export function nextStepsOf(
  invoice: Invoice,
  deliveries: readonly Delivery[],
  /** The reader of the steps. */
  reader: 'merchant' | 'operator' = 'merchant',
): readonly TimelineStep[] {
  const isOwn = reader === 'merchant';
  return inOrderOfTime([
    ...ofInvoice(invoice),
    ...invoice.held.map(({ amountCrypto, tokenSymbol, txHash }, at): TimelineStep => ({
      key: `held/${txHash ?? at}`,
      tone: 'due',
      fact: (
        <>
          {isOwn ? 'You accept or refund' : 'The merchant accepts or refunds'}{' '}
          <Amount figure={amountCrypto} symbol={tokenSymbol} />
        </>
      ),
      more: isOwn ? 'You' : 'Merchant',
      at: null,
    })),
    ...dueDeliveries(deliveries),
  ]);
}
