import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { groupDigits, trimZeros } from '../../data/figures.js';
import { useNetworkName } from '../../data/networks.js';
import { failureAfter } from '../../data/post-once.js';
import { useCan, useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AddressToCompare } from '../../parts/address-to-compare.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Button } from '../../parts/button.js';
import { Amount } from '../../parts/figures.js';
import { BanIcon } from '../../parts/icons.js';
import { Facts, InPlace } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { Refusal, useLost } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { assetOfHeld, sumHeld } from '../../both/invoices/held-money.js';
import { HeldSums } from '../../both/invoices/held-sums.js';
import { AddressField, useWrongRecipient } from '../address-field.js';
import { PayersOfHeld } from './payers-of-held.js';

type Invoice = Schemas['Invoice'];

/** The held money as this page shows it. The API refuses the order if other money is held by then. */
const expectedOf = ({ held }: Invoice) =>
  sumHeld(held, assetOfHeld).map(({ chainCode, tokenSymbol, amountAtomic }) => ({
    chainCode,
    tokenSymbol,
    amountAtomic,
  }));

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

/** Shows the amount and the whole address before a refund, because money that is sent to a wrong address is lost. */
function RefundReview({
  invoice,
  address,
  lost,
  back,
  close,
}: {
  readonly invoice: Invoice;
  readonly address: string;
  /** The failure of an earlier attempt that may have been carried out. */
  readonly lost: Error | null;
  /** `error`: why the latest attempt failed. */
  readonly back: (error: Error | null) => void;
  readonly close: () => void;
}) {
  const order = useOrder(
    (_given: undefined, post) =>
      post('/v1/invoices/{invoiceId}/resolve', {
        path: { invoiceId: invoice.invoiceId },
        body: { action: 'refund', address, expected: expectedOf(invoice) },
      }),
    () => {
      close();
      tell('The refund waits for an operator. It is shown under Refunds.');
    },
  );
  const networkName = useNetworkName();
  const sums = sumHeld(invoice.held, assetOfHeld);
  const [first] = sums;
  const act =
    sums.length === 1 && first !== undefined
      ? `Refund ${groupDigits(trimZeros(first.amountCrypto))} ${first.tokenSymbol}`
      : 'Refund all that is held';
  return (
    <div className="form">
      <Facts
        of={[
          ...sums.map(({ amountCrypto, tokenSymbol, chainCode }, at): [string, ReactNode] => [
            sums.length === 1 ? 'Amount' : `Amount ${at + 1}`,
            <Amount key="" figure={amountCrypto} symbol={`${tokenSymbol} on ${networkName(chainCode)}`} />,
          ]),
          ['To', <AddressToCompare key="" address={address} />],
        ]}
      />
      <p className="muted">A payment on the chain can&apos;t be undone.</p>
      <Refusal
        error={order.error === null ? lost : failureAfter(lost, order.error)}
        stays="Nothing was sent."
      />
      <div className="actions">
        <Button onClick={() => back(order.error)} resting={order.isPending}>
          Change
        </Button>
        <Button look="danger primary" busy={order.isPending} onClick={() => order.mutate(undefined)}>
          {act}
        </Button>
      </div>
    </div>
  );
}

function RefundForm({ invoice, close }: { readonly invoice: Invoice; readonly close: () => void }) {
  const [address, setAddress] = useState('');
  const wrong = useWrongRecipient(address.trim());
  // The invoice under review must not change under the reader. The API refuses the order if other money is held by
  // then.
  const [reviewed, setReviewed] = useState<Invoice | null>(null);
  const [lost, keepLost] = useLost();
  if (reviewed !== null)
    return (
      <InPlace>
        <RefundReview
          {...{ invoice: reviewed, close, lost, address: address.trim() }}
          back={(error) => {
            keepLost(error);
            setReviewed(null);
          }}
        />
      </InPlace>
    );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === undefined) setReviewed(invoice);
      }}
    >
      <AddressField
        label="Address of the customer"
        hint="Ask the customer. The address that paid may belong to an exchange, which does not take it back."
        wrong={wrong}
        value={address}
        onValue={setAddress}
      />
      <PayersOfHeld held={invoice.held} {...{ address, setAddress }} />
      <Refusal error={lost} />
      <div className="actions">
        <Button onClick={close}>Not now</Button>
        <Button type="submit" look="primary">
          Review
        </Button>
      </div>
    </form>
  );
}

/** The held money of an invoice, why it is held, and the two decisions about it: accept or refund. */
export function HeldMoneyNotice({ invoice }: { readonly invoice: Invoice }) {
  const [isRefunding, setRefunding] = useState(false);
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
        close={() => setRefunding(false)}
        title="Send the held money back"
        about="An operator approves it before it leaves."
      >
        <RefundForm invoice={invoice} close={() => setRefunding(false)} />
      </Modal>
    </>
  );
}
