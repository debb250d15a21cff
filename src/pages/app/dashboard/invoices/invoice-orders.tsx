import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Button } from '../../parts/button.js';
import { BanIcon } from '../../parts/icons.js';
import { Modal } from '../../parts/modal.js';
import { Refusal } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { HeldSums } from '../../both/invoices/held-sums.js';
import { expectedOf } from './expected-money.js';
import { RefundForm } from './refund-form.js';

type Invoice = Schemas['Invoice'];

/** Cancels an invoice for which nothing was paid. */
export function CancelInvoice({ invoice }: { readonly invoice: Invoice }) {
  const canWrite = useCan('invoices:write');
  if (invoice.status !== 'pending' || !canWrite) return null;
  return (
    <AskedOrder
      act="Cancel invoice"
      icon={BanIcon}
      title="Cancel this invoice"
      about="Its page no longer asks for a payment. Money that still arrives is held, and you decide what happens to it."
      stays="The invoice is as before."
      send={() => api.post('/v1/invoices/{invoiceId}/cancel', { path: { invoiceId: invoice.invoiceId } })}
      then={() => tell('The invoice is cancelled.')}
    />
  );
}

/** The held money of an invoice, why it is held, and the two decisions about it: accept or refund. */
export function HeldMoneyNotice({ invoice }: { readonly invoice: Invoice }) {
  const [isRefunding, setRefunding] = useState(false);
  const closeRefund = (): void => setRefunding(false);
  /** How many refunds were asked for. The next one begins with an empty form. */
  const [asked, setAsked] = useState(0);
  const endRefund = (): void => {
    closeRefund();
    setAsked(asked + 1);
    tell('The refund waits for an operator. It is shown under Refunds.');
  };
  const [canAccept, canRefund] = [useCan('invoices:write'), useCan('withdrawals:write')];
  const accept = useOrder(
    (_given: undefined, post) =>
      post('/v1/invoices/{invoiceId}/resolve', {
        path: { invoiceId: invoice.invoiceId },
        body: { action: 'accept', expected: expectedOf(invoice) },
      }),
    // Money on a network that is not offered any more can't be resolved.
    ({ held }) => tell(held.length === 0 ? 'The held money is yours now.' : 'Accepted. The rest stays held.'),
  );
  return (
    <>
      {invoice.held.length > 0 && (
        <Notice
          tone="held"
          title="Money is held for you to decide on"
          actions={
            <>
              {canAccept && canRefund && <Button onClick={() => setRefunding(true)}>Refund</Button>}
              {canAccept && (
                <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate(undefined)}>
                  Accept
                </Button>
              )}
            </>
          }
        >
          <HeldSums held={invoice.held} />
        </Notice>
      )}
      {/* After a lost answer, the money may not be held any more. The failure has to be shown all the same. */}
      <Refusal error={accept.error} stays="The money is held as before." />
      <Modal
        isOpen={isRefunding}
        close={closeRefund}
        title="Send the held money back"
        about="An operator approves it before it leaves."
      >
        <RefundForm key={asked} invoice={invoice} close={closeRefund} done={endRefund} />
      </Modal>
    </>
  );
}
