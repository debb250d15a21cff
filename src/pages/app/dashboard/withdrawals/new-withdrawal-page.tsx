import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { compareFigures, groupDigits, isZero, trimZeros } from '../../data/figures.js';
import { useOrder, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { ChoiceField, TextField } from '../../parts/field.js';
import { Amount } from '../../parts/figures.js';
import { CoinsIcon } from '../../parts/icons.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Empty, Read, Refusal } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';

type Balance = Schemas['Balance'];

const idOf = ({ chainCode, tokenSymbol }: Balance): string => `${chainCode}/${tokenSymbol}`;
const figureOf = (figure: string, symbol: string): string => `${groupDigits(trimZeros(figure))} ${symbol}`;

interface Asked {
  readonly balance: Balance;
  readonly amount: string;
  readonly address: string;
}

/** Everything that is decided on, in the order in which a careful person checks it. */
function Review({ asked, back }: { readonly asked: Asked; readonly back: () => void }) {
  const { balance, amount, address } = asked;
  const { chainCode, tokenSymbol } = balance;
  const navigate = useNavigate();
  const order = useOrder(
    () => api.post('/v1/withdrawals', { body: { chainCode, tokenSymbol, amountCrypto: amount, address } }),
    ({ withdrawalId }) => {
      tell('The withdrawal waits for its approval.');
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
            ['To', <code key="">{address}</code>],
            ['Available now', <Amount key="" figure={balance.available} symbol={tokenSymbol} />],
          ]}
        />
        <p className="muted">
          The amount is reserved at once. You can cancel until an operator has approved it. What was sent on
          the chain can&apos;t be brought back.
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

function useAddresses(chainCode: string): readonly (readonly [string, string])[] {
  const whitelist = useRead('/web/v1/withdrawal-addresses', {}, { refresh: false });
  return (whitelist.data?.withdrawalAddresses ?? [])
    .filter((each) => each.chainCode === chainCode)
    .map(({ address, label }) => [address, label === '' ? address : `${label} (${address})`]);
}

function AskForm({ balances, first }: { readonly balances: readonly Balance[]; readonly first: Balance }) {
  const [asset, setAsset] = useState(idOf(first));
  const [amount, setAmount] = useState('');
  const [address, setAddress] = useState('');
  const [isReviewing, setReviewing] = useState(false);
  const balance = balances.find((each) => idOf(each) === asset) ?? first;
  const known = useAddresses(balance.chainCode);
  const there = figureOf(balance.available, balance.tokenSymbol);
  const asked = { balance, amount: amount.trim(), address: address.trim() };
  const isTooMuch = /^\d+(\.\d+)?$/.test(asked.amount) && compareFigures(asked.amount, balance.available) > 0;
  if (isReviewing) return <Review asked={asked} back={() => setReviewing(false)} />;
  return (
    <Card>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTooMuch) setReviewing(true);
        }}
      >
        <ChoiceField
          label="From"
          name="asset"
          choices={balances.map((each) => [
            idOf(each),
            `${each.tokenSymbol} on ${each.chainCode}: ${figureOf(each.available, each.tokenSymbol)} available`,
          ])}
          value={asset}
          onValue={setAsset}
        />
        <TextField
          label="Amount"
          name="amount"
          inputMode="decimal"
          pattern="\d+(\.\d+)?"
          required
          hint={`Available: ${there}`}
          wrong={isTooMuch ? `That is more than the ${there} that are available.` : undefined}
          value={amount}
          onValue={setAmount}
        />
        {known.length > 0 && (
          <ChoiceField
            label="Known address"
            choices={[['', 'Another address'], ...known]}
            value={known.some(([each]) => each === address) ? address : ''}
            onValue={setAddress}
          />
        )}
        <TextField
          label="To"
          name="address"
          hint={`An address on ${balance.chainCode}. On another network the money would be lost.`}
          placeholder="0x…"
          spellCheck={false}
          autoComplete="off"
          required
          value={address}
          onValue={setAddress}
        />
        <div className="actions start">
          <Button type="submit" look="primary">
            Review
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Asks for a withdrawal: nothing is sent before it was reviewed here and approved by an operator. */
export default function NewWithdrawalPage() {
  const balances = useRead('/v1/balances', {}, { refresh: false });
  return (
    <AppPage title="Withdraw" narrow back={['/withdrawals', 'Withdrawals']}>
      <Read query={balances}>
        {(all) => {
          const full = all.filter(({ available }) => !isZero(available));
          const [first] = full;
          return first === undefined ? (
            <Empty icon={CoinsIcon} title="Nothing is available to withdraw">
              Money is available when its payment is confirmed.
            </Empty>
          ) : (
            <AskForm balances={full} first={first} />
          );
        }}
      </Read>
    </AppPage>
  );
}
