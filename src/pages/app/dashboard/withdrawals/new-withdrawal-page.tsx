import { useState } from 'react';
import { isolate } from '../../../design/isolate.js';
import { isZero, shorten } from '../../data/figures.js';
import { useNetworkName } from '../../data/networks.js';
import { useRead, useWhole } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { ButtonLink } from '../../shell/button-link.js';
import { AmountField } from '../../parts/amount-field.js';
import { ChoiceField } from '../../parts/field.js';
import { Amount } from '../../parts/figures.js';
import { CoinsIcon } from '../../parts/icons.js';
import { AppPage, Card, Facts, InPlace } from '../../parts/layout.js';
import { Empty, Read, Refusal, useLost } from '../../parts/states.js';
import { AddressField, useWrongRecipient } from '../address-field.js';
import {
  figureOf,
  assetIdOf,
  measure,
  waitsUntil,
  waitWords,
  wrongAddress,
  wrongAmount,
  type Asked,
  type AskedBalance,
  type AskingTerms,
} from './withdrawal-request.js';
import { AskedReview } from './withdrawal-review.js';

/** The available amount of an asset, and the limits for withdrawing it. */
function LimitFacts({ balance, limit }: Pick<Asked, 'balance' | 'limit'>) {
  const { tokenSymbol } = balance;
  const show = (figure: string | null | undefined) =>
    figure === null || figure === undefined ? null : <Amount figure={figure} symbol={tokenSymbol} />;
  return (
    <Card title="What you may withdraw">
      <Facts
        of={[
          ['Available', show(balance.available)],
          ['In one withdrawal', show(limit?.perWithdrawalCrypto) ?? 'No limit'],
          ['In 24 hours', show(limit?.perDayCrypto) ?? 'No limit'],
          ['Left of that now', show(limit?.leftOfDayCrypto)],
        ]}
      />
    </Card>
  );
}

/** The address: one of the whitelist, or any address if the whitelist is empty. */
function AddressFields({
  asked,
  address,
  setAddress,
  wrong,
}: {
  readonly asked: Asked;
  readonly address: string;
  readonly setAddress: (address: string) => void;
  readonly wrong: string | undefined;
}) {
  const { whitelist } = asked;
  const { chainCode } = asked.balance;
  const network = useNetworkName()(chainCode);
  const here = whitelist.withdrawalAddresses.filter((each) => each.chainCode === chainCode);
  const isOpen = whitelist.withdrawalAddresses.length === 0;
  const choiceOf = (each: (typeof here)[number]): [string, string] => {
    const until = waitsUntil(whitelist, each);
    const words = [isolate(each.label), shorten(each.address, 8, 6), until && waitWords(until)];
    return [each.address, words.filter((word) => word !== undefined && word !== '').join(' · ')];
  };
  const isHere = here.some((each) => each.address === address);
  if (!isOpen)
    return (
      <ChoiceField
        label="To"
        name="address"
        hint="Only addresses of your whitelist are paid. A new one can be used after a delay."
        required
        choices={[
          ['', here.length === 0 ? `No address on ${network} is on your whitelist` : 'Choose an address'],
          ...here.map(choiceOf),
        ]}
        wrong={isHere ? wrong : undefined}
        value={isHere ? address : ''}
        onValue={setAddress}
      />
    );
  return (
    <AddressField
      label="To"
      hint={`An address on ${network}. On another network the money would be lost.`}
      wrong={wrong}
      value={address}
      onValue={setAddress}
    />
  );
}

interface AskProps {
  readonly balances: readonly AskedBalance[];
  readonly terms: AskingTerms;
  readonly first: AskedBalance;
}

function AskForm({ balances, terms, first }: AskProps) {
  const [chosen, setChosen] = useState(first);
  const [amount, setAmount] = useState('');
  const [address, setAddress] = useState('');
  const [reviewed, setReviewed] = useState<Asked | null>(null);
  const attempts = useLost();
  const networkName = useNetworkName();
  const typed = { balance: chosen, amount: amount.trim(), address: address.trim() };
  const asked = measure(typed, { balances, terms });
  const wrongRecipient = useWrongRecipient(typed.address) ?? wrongAddress(asked);
  const request = JSON.stringify([assetIdOf(chosen), typed.amount, typed.address]);
  if (reviewed !== null)
    return (
      <InPlace>
        <AskedReview
          asked={reviewed}
          now={measure(reviewed, { balances, terms })}
          failureOf={(error) => attempts.after(request, error)}
          back={(error) => {
            attempts.keep(request, error);
            setReviewed(null);
          }}
        />
      </InPlace>
    );
  const wrong = wrongAmount(asked);
  // An asset that was chosen stays chosen, even when nothing of it is available any more.
  const offered = balances.filter((each) => !isZero(each.available) || assetIdOf(each) === assetIdOf(chosen));
  return (
    <>
      <Card>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (wrong === undefined && wrongRecipient === undefined) setReviewed(asked);
          }}
        >
          <ChoiceField
            label="From"
            name="asset"
            choices={offered.map((each) => [
              assetIdOf(each),
              `${each.tokenSymbol} on ${networkName(each.chainCode)}: ${figureOf(each.available, each.tokenSymbol)} available`,
            ])}
            value={assetIdOf(chosen)}
            onValue={(id) => setChosen(offered.find((each) => assetIdOf(each) === id) ?? chosen)}
          />
          <AmountField
            label="Amount"
            name="amount"
            required
            wrong={wrong}
            value={amount}
            onValue={setAmount}
          />
          <AddressFields {...{ asked, address, setAddress }} wrong={wrongRecipient} />
          <Refusal error={attempts.after(request, null)} />
          <div className="actions start">
            <Button type="submit" look="primary">
              Review
            </Button>
          </div>
        </form>
      </Card>
      <LimitFacts {...asked} />
    </>
  );
}

/**
 * The form, once there is something to withdraw. It stays with the typed text even if nothing is available any more.
 */
function AskOrWait({ balances, terms }: Omit<AskProps, 'first'>) {
  const [first, setFirst] = useState<AskedBalance>();
  const full = first ?? balances.find(({ available }) => !isZero(available));
  if (full !== first) setFirst(full);
  if (full !== undefined) return <AskForm balances={balances} terms={terms} first={full} />;
  return (
    <Empty
      icon={CoinsIcon}
      title="Nothing is available to withdraw"
      actions={<ButtonLink to="/balances">Look at the balances</ButtonLink>}
    >
      Money is available when its payment is confirmed.
    </Empty>
  );
}

/** Asks for a withdrawal. The merchant reviews it here before the request is sent. */
export default function NewWithdrawalPage() {
  const balances = useWhole('/v1/balances');
  const terms = useRead('/web/v1/withdrawal-terms', {});
  return (
    <AppPage title="Withdraw" narrow back={['/withdrawals', 'Withdrawals']}>
      <Read query={terms}>
        {(found) => <Read query={balances}>{(all) => <AskOrWait balances={all} terms={found} />}</Read>}
      </Read>
    </AppPage>
  );
}
