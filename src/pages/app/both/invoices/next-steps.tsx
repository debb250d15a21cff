import type { Schemas } from '../../../../client/client.js';
import { chainIdOf, untilConfirmed } from '../../data/pace.js';
import { Amount } from '../../parts/figures.js';
import type { TimelineStep } from '../../parts/timeline.js';
import { assetOfHeld, sumHeld } from './held-money.js';
import { isPaymentUndone } from './invoice-words.js';
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
      if (isPaymentUndone(invoice))
        return [
          { key: 'back', tone: 'due', fact: 'The payment comes back, or it fails', more: 'Chain', at: null },
        ];
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
    ...sumHeld(invoice.held, assetOfHeld).map((one): TimelineStep => ({
      key: `held/${assetOfHeld(one)}`,
      tone: 'due',
      fact: (
        <>
          {isOwn ? 'You accept or refund' : 'The merchant accepts or refunds'}{' '}
          <Amount figure={one.amountCrypto} symbol={one.tokenSymbol} />
        </>
      ),
      more: isOwn ? 'You' : 'Merchant',
      at: null,
    })),
    ...dueDeliveries(deliveries),
  ]);
}
