import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import {
  compareFigures,
  groupDigits,
  isZero,
  shorten,
  subtractFigures,
  trimZeros,
} from '../../data/figures.js';
import { useOrder, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { ButtonLink } from '../../parts/button-link.js';
import { ChoiceField, TextField } from '../../parts/field.js';
import { Amount } from '../../parts/figures.js';
import { CoinsIcon } from '../../parts/icons.js';
import { AppPage, Card, Facts, InPlace } from '../../parts/layout.js';
import { Empty, Read, Refusal } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';

type Balance = Schemas['Balance'];
type Limit = Schemas['WithdrawalTerms']['limits'][number];
type Address = Schemas['WithdrawalTerms']['whitelist']['withdrawalAddresses'][number];

const idOf = ({ chainCode, tokenSymbol }: Balance): string => `${chainCode}/${tokenSymbol}`;
const figureOf = (figure: string, symbol: string): string => `${groupDigits(trimZeros(figure))} ${symbol}`;

interface Asked {
  readonly balance: Balance;
  readonly limit: Limit | undefined;
  readonly amount: string;
  readonly address: string;
  /** The whitelist's name for the address. */
  readonly label: string;
}

const isFigure = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

/** Says why an amount can't be withdrawn, before the API is asked. Undefined: it can. */
function wrongAmount({
  balance,
  limit,
  amount,
}: Pick<Asked, 'balance' | 'limit' | 'amount'>): string | undefined {
  if (!isFigure(amount)) return undefined;
  const { tokenSymbol, available } = balance;
  const isAbove = (most: string | null | undefined): most is string =>
    most !== null && most !== undefined && compareFigures(amount, most) > 0;
  const say = (most: string): string => figureOf(most, tokenSymbol);
  if (isAbove(available)) return `Only ${say(available)} are available.`;
  if (isAbove(limit?.perWithdrawalCrypto))
    return `One withdrawal can be at most ${say(limit.perWithdrawalCrypto)}.`;
  if (isAbove(limit?.leftOfDayCrypto))
    return `Only ${say(limit.leftOfDayCrypto)} of the limit for 24 hours are left now.`;
  return undefined;
}

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

/** The whole request, in the order in which a careful person checks it. */
function Review({ asked, back }: { readonly asked: Asked; readonly back: () => void }) {
  const { balance, limit, amount, address, label } = asked;
  const { chainCode, tokenSymbol } = balance;
  const navigate = useNavigate();
  const order = useOrder(
    () => api.post('/v1/withdrawals', { body: { chainCode, tokenSymbol, amountCrypto: amount, address } }),
    ({ withdrawalId, status }) => {
      tell(
        status === 'pending_approval'
          ? 'The withdrawal waits for its approval.'
          : 'The withdrawal is approved, and is sent next.',
      );
      void navigate({ to: `/withdrawals/${withdrawalId}` });
    },
  );
  return (
    <Card title="Check it before you ask">
      <div className="form">
        <Facts
          of={[
            ['Amount', <Amount key="" figure={amount} symbol={tokenSymbol} large />],
            ['Network', chainCode],
            [
              'To',
              <code key="" className="block">
                {address}
              </code>,
            ],
            ['On your whitelist as', label],
            ['Available now', <Amount key="" figure={balance.available} symbol={tokenSymbol} />],
            [
              'Available after',
              <Amount key="" figure={subtractFigures(balance.available, amount)} symbol={tokenSymbol} />,
            ],
            [
              'Left of 24 hours',
              limit?.leftOfDayCrypto != null && (
                <Amount figure={subtractFigures(limit.leftOfDayCrypto, amount)} symbol={tokenSymbol} />
              ),
            ],
          ]}
        />
        <p className="muted">
          The amount is reserved at once. You can cancel until it is approved. A payment on the chain
          can&apos;t be undone.
        </p>
        <Refusal error={order.error} stays="Nothing was reserved or sent." />
        <div className="actions start">
          <Button onClick={back}>Change</Button>
          <Button look="primary" busy={order.isPending} onClick={() => order.mutate(undefined)}>
            Withdraw {figureOf(amount, tokenSymbol)}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The address: one of the whitelist, or any address where the whitelist is empty. */
function AddressFields({
  chainCode,
  known,
  address,
  setAddress,
}: {
  readonly chainCode: string;
  readonly known: readonly Address[];
  readonly address: string;
  readonly setAddress: (address: string) => void;
}) {
  const here = known.filter((each) => each.chainCode === chainCode);
  const isOpen = known.length === 0;
  if (!isOpen)
    return (
      <ChoiceField
        label="To"
        name="address"
        hint="Only addresses of your whitelist are paid. A new one can be used after a delay."
        required
        choices={[
          ['', here.length === 0 ? `No address on ${chainCode} is on your whitelist` : 'Choose an address'],
          ...here.map((each): [string, string] => [
            each.address,
            `${each.label} · ${shorten(each.address, 8, 6)}`,
          ]),
        ]}
        value={here.some((each) => each.address === address) ? address : ''}
        onValue={setAddress}
      />
    );
  return (
    <TextField
      label="To"
      name="address"
      hint={`An address on ${chainCode}. On another network the money would be lost.`}
      placeholder="0x…"
      spellCheck={false}
      autoComplete="off"
      pattern="\s*0x[0-9a-fA-F]{40}\s*"
      title="0x and 40 digits or letters a to f"
      required
      value={address}
      onValue={setAddress}
    />
  );
}

interface AskProps {
  readonly balances: readonly Balance[];
  readonly terms: Schemas['WithdrawalTerms'];
  readonly first: Balance;
}

function useAsked({ balances, terms, first }: AskProps) {
  const [asset, setAsset] = useState(idOf(first));
  const [amount, setAmount] = useState('');
  const [address, setAddress] = useState('');
  const balance = balances.find((each) => idOf(each) === asset) ?? first;
  const { chainCode, tokenSymbol } = balance;
  const limit = terms.limits.find((each) => each.chainCode === chainCode && each.tokenSymbol === tokenSymbol);
  const known = terms.whitelist.withdrawalAddresses;
  const label =
    known.find((each) => each.chainCode === chainCode && each.address === address.trim())?.label ?? '';
  const asked: Asked = { balance, limit, amount: amount.trim(), address: address.trim(), label };
  return { asked, known, setAsset, amount, setAmount, address, setAddress };
}

function AskForm(props: AskProps) {
  const { asked, known, setAsset, amount, setAmount, address, setAddress } = useAsked(props);
  const [isReviewing, setReviewing] = useState(false);
  const { balance } = asked;
  const wrong = wrongAmount(asked);
  if (isReviewing)
    return (
      <InPlace>
        <Review asked={asked} back={() => setReviewing(false)} />
      </InPlace>
    );
  return (
    <>
      <Card>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (wrong === undefined) setReviewing(true);
          }}
        >
          <ChoiceField
            label="From"
            name="asset"
            choices={props.balances.map((each) => [
              idOf(each),
              `${each.tokenSymbol} on ${each.chainCode}: ${figureOf(each.available, each.tokenSymbol)} available`,
            ])}
            value={idOf(balance)}
            onValue={setAsset}
          />
          <TextField
            label="Amount"
            name="amount"
            inputMode="decimal"
            pattern="\d+(\.\d+)?"
            title="A plain figure such as 12.50"
            required
            wrong={wrong}
            value={amount}
            onValue={setAmount}
          />
          <AddressFields {...{ known, address, setAddress, chainCode: balance.chainCode }} />
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

/** Asks for a withdrawal. The merchant reviews it here before the request is sent. */
export default function NewWithdrawalPage() {
  const balances = useRead('/v1/balances', {}, { refresh: false });
  const terms = useRead('/web/v1/withdrawal-terms', {}, { refresh: false });
  return (
    <AppPage title="Withdraw" narrow back={['/withdrawals', 'Withdrawals']}>
      <Read query={terms}>
        {(found) => (
          <Read query={balances}>
            {(all) => {
              const full = all.filter(({ available }) => !isZero(available));
              const [first] = full;
              return first === undefined ? (
                <Empty
                  icon={CoinsIcon}
                  title="Nothing is available to withdraw"
                  actions={<ButtonLink to="/balances">Look at the balances</ButtonLink>}
                >
                  Money is available when its payment is confirmed.
                </Empty>
              ) : (
                <AskForm balances={full} terms={found} first={first} />
              );
            }}
          </Read>
        )}
      </Read>
    </AppPage>
  );
}
