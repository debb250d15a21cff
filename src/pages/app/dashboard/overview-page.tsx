import { useRead } from '../data/queries.js';
import { Amount } from '../parts/figures.js';
import { CoinsIcon } from '../parts/icons.js';
import { Card, AppPage } from '../parts/layout.js';
import { Empty, Read } from '../parts/states.js';

/** What changed, what is there, and what needs somebody. */
export default function OverviewPage() {
  const balances = useRead('/v1/balances', {});
  return (
    <AppPage title="Overview">
      <Read query={balances}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={CoinsIcon} title="No money yet">
              Balances stand here when a payment is confirmed.
            </Empty>
          ) : (
            <div className="grid">
              {all.map(({ chainCode, tokenSymbol, available }) => (
                <Card key={`${chainCode}/${tokenSymbol}`}>
                  <Amount figure={available} symbol={tokenSymbol} large under={`Available on ${chainCode}`} />
                </Card>
              ))}
            </div>
          )
        }
      </Read>
    </AppPage>
  );
}
