import type { Schemas } from '../../../../client/client.js';
import { isZero } from '../../data/figures.js';
import { Amount } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';

type Balance = Schemas['Balance'];

const PARTS = [
  ['Pending', 'pending'],
  ['Held', 'held'],
  ['Reserved', 'reserved'],
  ['Deficit', 'deficit'],
] as const;

/** The balances, each with what is not available yet and why. */
export function BalanceCards({ balances }: { readonly balances: readonly Balance[] }) {
  return (
    <div className="grid">
      {balances.map((balance) => {
        const { chainCode, tokenSymbol, available } = balance;
        const others = PARTS.filter(([, part]) => !isZero(balance[part]));
        return (
          <Card key={`${chainCode}/${tokenSymbol}`}>
            <p className="muted small">
              {tokenSymbol} on {chainCode}
            </p>
            <Amount figure={available} symbol={tokenSymbol} large under="Available" />
            {others.length > 0 && (
              <div className="beneath">
                <Facts
                  of={others.map(([words, part]) => [
                    words,
                    <Amount key="" figure={balance[part]} symbol={tokenSymbol} />,
                  ])}
                />
              </div>
            )}
          </Card>
        );
      })}
    </div>
  );
}
