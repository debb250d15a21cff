import type { Schemas } from '../../../../client/client.js';
import { isZero } from '../../data/figures.js';
import { Amount } from '../../parts/figures.js';
import { Card } from '../../parts/layout.js';
import { Coin, Network } from '../../parts/network.js';

type Balance = Schemas['Balance'];

const PARTS = [
  ['Pending', 'pending'],
  ['Held', 'held'],
  ['Reserved', 'reserved'],
  ['Deficit', 'deficit'],
] as const;

/** Says whether a balance is empty. Reserved and owed amounts count too. */
export const isEmptyBalance = (balance: Balance): boolean =>
  isZero(balance.available) && PARTS.every(([, part]) => isZero(balance[part]));

/** The balances. Each shows the available amount, and the amounts that are not available yet. A deficit is shown if there is one. */
export function BalanceCards({ balances }: { readonly balances: readonly Balance[] }) {
  return (
    <div className="balances">
      {balances.map((balance) => {
        const { chainCode, tokenSymbol, available } = balance;
        return (
          <Card key={`${chainCode}/${tokenSymbol}`}>
            <div className="balance">
              <div>
                <p className="muted small">
                  Available · <Coin symbol={tokenSymbol} code={chainCode} /> on <Network code={chainCode} />
                </p>
                <Amount figure={available} symbol={tokenSymbol} large />
              </div>
              <dl>
                {PARTS.filter(([, part]) => part !== 'deficit' || !isZero(balance.deficit)).map(
                  ([words, part]) => (
                    <div key={part} className={isZero(balance[part]) ? 'none' : undefined}>
                      <dt>{words}</dt>
                      <dd>
                        <Amount figure={balance[part]} symbol={tokenSymbol} />
                      </dd>
                    </div>
                  ),
                )}
              </dl>
            </div>
          </Card>
        );
      })}
    </div>
  );
}
