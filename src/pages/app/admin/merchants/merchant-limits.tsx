import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useNetworkName } from '../../data/networks.js';
import { useCan } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { Amount } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { Coin, Network } from '../../parts/network.js';
import { LimitForm } from './limit-form.js';
import { LIMIT_WORDS } from './merchant-words.js';

type Merchant = Schemas['MerchantDetails'];
type Limits = Merchant['withdrawalLimits'][number];

/** The limits of one asset, and how much of the daily limit is used. */
function LimitFacts({ limits, merchant }: { readonly limits: Limits; readonly merchant: Merchant }) {
  const { chainCode, tokenSymbol } = limits;
  const used = merchant.withdrawnToday.find(
    (one) => one.chainCode === chainCode && one.tokenSymbol === tokenSymbol,
  );
  return (
    <Facts
      of={LIMIT_WORDS.map(([name, words]) => {
        const figure = limits[`${name}Crypto`];
        return [
          words,
          <span key="">
            {figure === null ? 'None' : <Amount figure={figure} symbol={tokenSymbol} />}
            {name === 'perDay' && (
              <span className="under">
                <Amount figure={used?.amountCrypto ?? '0'} symbol={tokenSymbol} /> used
              </span>
            )}
          </span>,
        ];
      })}
    />
  );
}

/** A button with the form of one asset's limits. `limits` is null: the asset is chosen in the form. */
function ChangeLimits({
  merchantId,
  limits,
}: {
  readonly merchantId: string;
  readonly limits: Limits | null;
}) {
  const networkName = useNetworkName();
  // Each asset has its own dialog, which keeps what is not known after a lost answer.
  const [isOpen, setOpen] = useState(false);
  const asset = limits === null ? null : `${limits.tokenSymbol} on ${networkName(limits.chainCode)}`;
  const close = (): void => setOpen(false);
  return (
    <>
      {asset === null ? (
        <Button onClick={() => setOpen(true)}>Limit an asset</Button>
      ) : (
        <Button look="quiet" aria-label={`Change the limits of ${asset}`} onClick={() => setOpen(true)}>
          Change
        </Button>
      )}
      <Modal
        isOpen={isOpen}
        close={close}
        title={asset === null ? 'Limit an asset' : `Limits of ${asset}`}
        about="A stricter limit applies at once. A looser one waits: for its time, or for a second operator."
      >
        <LimitForm {...{ merchantId, limits, close }} />
      </Modal>
    </>
  );
}

/** The withdrawal limits of each asset, with their form. */
export function MerchantLimits({ merchant }: { readonly merchant: Merchant }) {
  const canChange = useCan('merchants:write');
  const networkName = useNetworkName();
  const { merchantId } = merchant;
  return (
    <Card
      title="Withdrawal limits"
      actions={canChange && <ChangeLimits merchantId={merchantId} limits={null} />}
    >
      {merchant.withdrawalLimits.length === 0 ? (
        <p className="muted">No limits are set. Every withdrawal needs one approval.</p>
      ) : (
        <div className="halves">
          {merchant.withdrawalLimits.map((limits) => {
            const asset = `${limits.tokenSymbol} on ${networkName(limits.chainCode)}`;
            return (
              <section key={`${limits.chainCode}/${limits.tokenSymbol}`} aria-label={`Limits of ${asset}`}>
                <div className="actions apart">
                  <h3>
                    <Coin symbol={limits.tokenSymbol} code={limits.chainCode} /> on{' '}
                    <Network code={limits.chainCode} />
                  </h3>
                  {canChange && <ChangeLimits merchantId={merchantId} limits={limits} />}
                </div>
                <LimitFacts limits={limits} merchant={merchant} />
              </section>
            );
          })}
        </div>
      )}
    </Card>
  );
}
