import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useNetworkName } from '../../data/networks.js';
import { useCan } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { Amount } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
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

/** The withdrawal limits of each asset, with their form. */
export function MerchantLimits({ merchant }: { readonly merchant: Merchant }) {
  const canChange = useCan('merchants:write');
  const networkName = useNetworkName();
  /** The limits in the form. `new`: the limits of another asset. */
  const [limited, setLimited] = useState<Limits | 'new'>('new');
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const open = (limits: Limits | 'new'): void => {
    setLimited(limits);
    setOpen(true);
  };
  return (
    <Card
      title="Withdrawal limits"
      actions={canChange && <Button onClick={() => open('new')}>Limit an asset</Button>}
    >
      {merchant.withdrawalLimits.length === 0 ? (
        <p className="muted">No limits are set. Every withdrawal needs one approval.</p>
      ) : (
        <div className="halves">
          {merchant.withdrawalLimits.map((limits) => {
            const asset = `${limits.tokenSymbol} on ${networkName(limits.chainCode)}`;
            return (
              <section key={asset} aria-label={`Limits of ${asset}`}>
                <div className="actions apart">
                  <h3>{asset}</h3>
                  {canChange && (
                    <Button
                      look="quiet"
                      aria-label={`Change the limits of ${asset}`}
                      onClick={() => open(limits)}
                    >
                      Change
                    </Button>
                  )}
                </div>
                <LimitFacts limits={limits} merchant={merchant} />
              </section>
            );
          })}
        </div>
      )}
      <Modal
        isOpen={isOpen}
        close={close}
        title={
          limited === 'new'
            ? 'Limit an asset'
            : `Limits of ${limited.tokenSymbol} on ${networkName(limited.chainCode)}`
        }
        about="A stricter limit applies at once. A looser one waits: for its time, or for a second operator."
      >
        <LimitForm
          key={limited === 'new' ? 'new' : `${limited.chainCode}/${limited.tokenSymbol}`}
          merchantId={merchant.merchantId}
          limits={limited === 'new' ? null : limited}
          close={close}
        />
      </Modal>
    </Card>
  );
}
