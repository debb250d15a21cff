import { useState } from 'react';
import type { Schemas } from '../../../client/client.js';
import { useOrder, useWhole } from '../data/queries.js';
import type { PostOnce } from '../data/post-once.js';
import { Button } from '../parts/button.js';
import { ButtonLink } from '../shell/button-link.js';
import { AmountField } from '../parts/amount-field.js';
import { ChoiceField, LongTextField, TextField } from '../parts/field.js';
import { fiatWords, Amount } from '../parts/figures.js';
import { LinkToSend } from '../parts/link-to-send.js';
import { AppPage, Card, InPlace } from '../parts/layout.js';
import { Read, Refusal, wrongOf } from '../parts/states.js';
import { Notice } from '../parts/status.js';
import { QuoteBox } from './quote-box.js';

type Asset = Schemas['Asset'];
type Fiat = NonNullable<Schemas['NewInvoice']['fiatCurrency']>;

/** The currencies that this page offers. The service's rates decide which of them can be priced. */
const CURRENCIES: readonly Fiat[] = ['USD', 'EUR', 'GBP', 'CHF'];

interface Draft {
  readonly amount: string;
  readonly unit: string;
  readonly asset: string;
  readonly reference: string;
  readonly description: string;
  readonly seconds: string;
}

/** The link that is sent to a customer. */
interface Link {
  readonly url: string;
  readonly page: string;
  readonly amount: Schemas['Invoice'] | null;
}

/** Makes an invoice for one asset, or a checkout where the customer chooses the asset. */
async function makeLink(
  { amount, unit, asset, reference, description, seconds }: Draft,
  post: PostOnce,
): Promise<Link> {
  const fiat = CURRENCIES.find((each) => each === unit);
  const common = {
    ...(reference.trim() === '' ? {} : { merchantReference: reference.trim() }),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    expiresInSeconds: Number(seconds),
  };
  const [chainCode, tokenSymbol] = asset.split('/');
  if (chainCode === undefined || tokenSymbol === undefined) {
    const body =
      fiat === undefined
        ? { ...common, amountCrypto: amount, tokenSymbol: unit }
        : { ...common, amountFiat: amount, fiatCurrency: fiat };
    const made = await post('/v1/checkouts', { body });
    return { url: made.checkoutUrl, page: `/checkouts/${made.checkoutId}`, amount: null };
  }
  const asked = fiat === undefined ? { amountCrypto: amount } : { amountFiat: amount, fiatCurrency: fiat };
  const made = await post('/v1/invoices', { body: { ...common, ...asked, chainCode, tokenSymbol } });
  return { url: made.checkoutUrl, page: `/invoices/${made.invoiceId}`, amount: made };
}

function MadeLink({ link, again }: { readonly link: Link; readonly again: () => void }) {
  return (
    <InPlace>
      <Card>
        <div className="form">
          <Notice tone="done" title="The link is ready to send">
            Your customer pays on its page. You see each step here.
          </Notice>
          {link.amount !== null && (
            <p>
              <Amount
                figure={link.amount.amountCrypto}
                symbol={link.amount.tokenSymbol}
                large
                under={fiatWords(link.amount.amountFiat, link.amount.fiatCurrency)}
              />
            </p>
          )}
          <div className="actions start">
            <ButtonLink to={link.page} look="primary">
              Follow the payment
            </ButtonLink>
            <Button onClick={again}>Make another</Button>
          </div>
        </div>
      </Card>
      <LinkToSend url={link.url} />
    </InPlace>
  );
}

const EMPTY: Draft = { amount: '', unit: 'USD', asset: '', reference: '', description: '', seconds: '3600' };

function AmountFields({
  draft,
  set,
  assets,
  wrong,
}: {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
  readonly assets: readonly Asset[];
  readonly wrong: string | undefined;
}) {
  const symbols = [...new Set(assets.map(({ tokenSymbol }) => tokenSymbol))];
  const payable = assets.filter(
    ({ tokenSymbol }) => !symbols.includes(draft.unit) || tokenSymbol === draft.unit,
  );
  return (
    <>
      <div className="pair">
        <AmountField
          label="Amount"
          name="amount"
          placeholder="25.00"
          autoFocus
          required
          wrong={wrong}
          value={draft.amount}
          onValue={(amount) => set({ amount })}
        />
        <ChoiceField
          label="In"
          name="unit"
          choices={[...CURRENCIES, ...symbols].map((unit) => [unit, unit])}
          value={draft.unit}
          onValue={(unit) => set({ unit, asset: '' })}
        />
      </div>
      <ChoiceField
        label="Paid in"
        name="asset"
        choices={[
          ['', 'Whatever the customer chooses'],
          ...payable.map(({ chainCode, tokenSymbol, chainName }): [string, string] => [
            `${chainCode}/${tokenSymbol}`,
            `${tokenSymbol} on ${chainName}`,
          ]),
        ]}
        value={draft.asset}
        onValue={(asset) => set({ asset })}
      />
    </>
  );
}

function OtherFields({
  draft,
  set,
}: {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
}) {
  return (
    <>
      <LongTextField
        label="What for"
        name="description"
        hint="The customer reads this."
        maxLength={500}
        optional
        value={draft.description}
        onValue={(description) => set({ description })}
      />
      <div className="pair">
        <TextField
          label="Reference"
          name="reference"
          hint="Your own: an order number."
          optional
          value={draft.reference}
          onValue={(reference) => set({ reference })}
        />
        <ChoiceField
          label="Open for"
          name="seconds"
          choices={[
            ['900', '15 minutes'],
            ['3600', 'An hour'],
            ['86400', 'A day'],
          ]}
          value={draft.seconds}
          onValue={(seconds) => set({ seconds })}
        />
      </div>
    </>
  );
}

function NewForm({ assets }: { readonly assets: readonly Asset[] }) {
  const [draft, setDraft] = useState(EMPTY);
  const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const order = useOrder((_given: undefined, post) =>
    makeLink({ ...draft, amount: draft.amount.trim() }, post),
  );
  if (order.data !== undefined)
    return (
      <MadeLink
        link={order.data}
        again={() => {
          order.reset();
          setDraft(EMPTY);
        }}
      />
    );
  return (
    <Card>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          order.mutate(undefined);
        }}
      >
        <AmountFields
          {...{ draft, set, assets }}
          wrong={wrongOf(order.error, 'amountFiat') ?? wrongOf(order.error, 'amountCrypto')}
        />
        <OtherFields {...{ draft, set }} />
        <QuoteBox
          amount={draft.amount}
          currency={CURRENCIES.find((each) => each === draft.unit) ?? null}
          {...{ asset: draft.asset, assets }}
        />
        <Refusal error={order.error} stays="Nothing was made." />
        <div className="actions start">
          <Button type="submit" look="primary" busy={order.isPending}>
            Make the link
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Asks for a payment, and shows the link to send. */
export default function NewPage() {
  const assets = useWhole('/v1/assets', {}, { refresh: false });
  return (
    <AppPage
      title="New invoice"
      about="See what your customer would pay, then make a link to send."
      narrow
      back={['/invoices', 'Invoices']}
    >
      <Read query={assets}>{(found) => <NewForm assets={found} />}</Read>
    </AppPage>
  );
}
