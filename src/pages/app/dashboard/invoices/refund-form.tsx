import { useRef, useState, type ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { groupDigits, trimZeros } from '../../data/figures.js';
import { useNetworkName } from '../../data/networks.js';
import { mayBeDone } from '../../data/post-once.js';
import { useOrder } from '../../data/queries.js';
import { AddressToCompare } from '../../parts/address-to-compare.js';
import { useArmed } from '../../parts/armed.js';
import { Button } from '../../parts/button.js';
import { Amount } from '../../parts/figures.js';
import { useKeepsFilled } from '../../parts/keeps-open.js';
import { Facts, InPlace } from '../../parts/layout.js';
import { Refusal, useLost } from '../../parts/states.js';
import { assetOfHeld, sumHeld } from '../../both/invoices/held-money.js';
import { AddressField, useWrongRecipient } from '../address-field.js';
import { expectedOf } from './expected-money.js';
import { PayersOfHeld } from './payers-of-held.js';
import { KnownRecipient, useRecipientTerms } from './known-recipient.js';

type Invoice = Schemas['Invoice'];

interface RefundProps {
  readonly invoice: Invoice;
  readonly close: () => void;
  /** The refund was asked for. */
  readonly done: () => void;
}

/** Shows everything that a refund depends on, because money that is sent to a wrong address is lost. */
function RefundReview({
  invoice,
  address,
  failureOf,
  back,
  done,
}: Omit<RefundProps, 'close'> & {
  readonly address: string;
  /** Returns the failure to show after the latest attempt. */
  readonly failureOf: (error: Error | null) => Error | null;
  /** `error`: why the latest attempt failed. */
  readonly back: (error: Error | null) => void;
}) {
  const order = useOrder(
    (_given: undefined, post) =>
      post('/v1/invoices/{invoiceId}/resolve', {
        path: { invoiceId: invoice.invoiceId },
        body: { action: 'refund', address, expected: expectedOf(invoice) },
      }),
    done,
  );
  useKeepsFilled(order.error !== null && mayBeDone(order.error));
  const button = useRef<HTMLButtonElement>(null);
  const isArmed = useArmed(button);
  const { isUnknown } = useRecipientTerms({ held: invoice.held, address });
  const networkName = useNetworkName();
  const sums = sumHeld(invoice.held, assetOfHeld);
  const amounts = sums.map(
    ({ amountCrypto, tokenSymbol }) => `${groupDigits(trimZeros(amountCrypto))} ${tokenSymbol}`,
  );
  return (
    <div className="form">
      <Facts
        of={[
          ...sums.map(({ amountCrypto, tokenSymbol, chainCode }, at): [string, ReactNode] => [
            sums.length === 1 ? 'Amount' : `Amount ${at + 1}`,
            <Amount key="" figure={amountCrypto} symbol={`${tokenSymbol} on ${networkName(chainCode)}`} />,
          ]),
          ['To', <AddressToCompare key="" address={address} />],
          ['This address', <KnownRecipient key="" held={invoice.held} address={address} />],
          ['Invoice', invoice.merchantReference ?? invoice.invoiceId],
        ]}
      />
      <p className="muted">A payment on the chain can&apos;t be undone.</p>
      <Refusal error={failureOf(order.error)} stays="Nothing was sent." />
      <div className="actions">
        <Button onClick={() => back(order.error)} resting={order.isPending}>
          Change
        </Button>
        <Button
          look="danger primary"
          ref={button}
          busy={order.isPending}
          resting={isUnknown || !isArmed}
          onClick={() => order.mutate(undefined)}
        >
          Refund {new Intl.ListFormat('en').format(amounts)}
        </Button>
      </div>
    </div>
  );
}

/** Asks for the address of a refund, and shows everything again before the refund is asked for. */
export function RefundForm({ invoice, close, done }: RefundProps) {
  const [address, setAddress] = useState('');
  const wrong = useWrongRecipient(address.trim());
  // The invoice under review must not change under the reader. The API refuses the order if other money is held by
  // then.
  const [reviewed, setReviewed] = useState<Invoice | null>(null);
  const attempts = useLost();
  const request = JSON.stringify([address.trim(), reviewed && expectedOf(reviewed)]);
  const lost = attempts.after(request, null);
  useKeepsFilled(lost !== null);
  if (reviewed !== null)
    return (
      <InPlace>
        <RefundReview
          {...{ invoice: reviewed, done, address: address.trim() }}
          failureOf={(error) => attempts.after(request, error)}
          back={(error) => {
            attempts.keep(request, error);
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
