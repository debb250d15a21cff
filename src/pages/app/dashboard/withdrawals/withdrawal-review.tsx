import { useNavigate } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { subtractFigures } from '../../data/figures.js';
import { mayBeDone } from '../../data/post-once.js';
import { useOrder } from '../../data/queries.js';
import { AddressToCompare } from '../../parts/address-to-compare.js';
import { useArmed } from '../../parts/armed.js';
import { Button } from '../../parts/button.js';
import { Amount } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { Network } from '../../parts/network.js';
import { Refusal } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { figureOf, labelOf, wrongAddress, wrongAmount, type Asked } from './withdrawal-request.js';

/** Asks for the withdrawal, and leads to its page. */
function useRequest({ balance: { chainCode, tokenSymbol }, amount, address }: Asked) {
  const navigate = useNavigate();
  return useOrder(
    (_given: undefined, post) =>
      post('/v1/withdrawals', { body: { chainCode, tokenSymbol, amountCrypto: amount, address } }),
    ({ withdrawalId, status }) => {
      tell(
        status === 'pending_approval'
          ? 'The withdrawal waits for its approval.'
          : 'The withdrawal is approved, and is sent next.',
      );
      return navigate({ to: `/withdrawals/${withdrawalId}` });
    },
  );
}

/** Returns the amounts before and after the withdrawal. A request that is wrong by now has no amounts after. */
function figuresOf({ balance, limit, amount }: Asked, isWrong: boolean): [string, ReactNode][] {
  const show = (figure: string) => <Amount figure={figure} symbol={balance.tokenSymbol} />;
  const left = limit?.leftOfDayCrypto ?? null;
  return [
    ['Available now', show(balance.available)],
    ...(isWrong
      ? []
      : ([
          ['Available after', show(subtractFigures(balance.available, amount))],
          ['Left of 24 hours', left !== null && show(subtractFigures(left, amount))],
        ] as [string, ReactNode][])),
  ];
}

/** It stands where "Review" was. */
function Withdraw({
  isBusy,
  give,
  children,
}: {
  readonly isBusy: boolean;
  readonly give: () => void;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const isArmed = useArmed(button);
  return (
    <Button look="primary" ref={button} busy={isBusy} resting={!isArmed} onClick={give}>
      {children}
    </Button>
  );
}

/**
 * The whole request, in the order in which a careful person checks it. The request never changes here. `now` has it
 * with the present balance and limits.
 */
export function AskedReview({
  asked,
  now,
  failureOf,
  back,
}: {
  readonly asked: Asked;
  readonly now: Asked;
  /** Returns the failure to show after the latest attempt. */
  readonly failureOf: (error: Error | null) => Error | null;
  /** `error`: why the latest attempt failed. */
  readonly back: (error: Error | null) => void;
}) {
  const { balance, amount, address } = asked;
  const order = useRequest(asked);
  // The order itself may have reserved the amount: it may be under way, or its answer was lost. So the request is not
  // wrong.
  const error = failureOf(order.error);
  const measured = order.isPending || (error !== null && mayBeDone(error)) ? asked : now;
  const wrong = wrongAmount(measured) ?? wrongAddress(measured);
  return (
    <Card title="Check it before you ask">
      <div className="form">
        <Facts
          of={[
            ['Amount', <Amount key="" figure={amount} symbol={balance.tokenSymbol} large />],
            ['Network', <Network key="" code={balance.chainCode} />],
            ['To', <AddressToCompare key="" address={address} />],
            ['On your whitelist as', labelOf(asked)],
            ...figuresOf(measured, wrong !== undefined),
          ]}
        />
        <p className="muted">
          The amount is reserved at once. You can cancel until it is approved. A payment on the chain
          can&apos;t be undone.
        </p>
        {wrong === undefined ? (
          <Refusal error={error} stays="Nothing was reserved or sent." />
        ) : (
          <div role="alert">
            <Notice tone="attention" title={wrong}>
              It has changed since you began. Nothing was asked for.
            </Notice>
          </div>
        )}
        <div className="actions start">
          <Button onClick={() => back(order.error)} resting={order.isPending}>
            Change
          </Button>
          {wrong === undefined && (
            <Withdraw isBusy={order.isPending} give={() => order.mutate(undefined)}>
              Withdraw {figureOf(amount, balance.tokenSymbol)}
            </Withdraw>
          )}
        </div>
      </div>
    </Card>
  );
}
