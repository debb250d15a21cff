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
  /** The limits in the form. Null: the form is closed. `new`: the limits of another asset. */
  const [open, setOpen] = useState<Limits | 'new' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Card
      title="Withdrawal limits"
      actions={canChange && <Button onClick={() => setOpen('new')}>Limit an asset</Button>}
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
                      onClick={() => setOpen(limits)}
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
        isOpen={open !== null}
        close={close}
        title={
          open === null || open === 'new'
            ? 'Limit an asset'
            : `Limits of ${open.tokenSymbol} on ${networkName(open.chainCode)}`
        }
        about="A stricter limit applies at once. A looser one waits: for its time, or for a second operator."
      >
        {open !== null && (
          <LimitForm
            key={open === 'new' ? 'new' : `${open.chainCode}/${open.tokenSymbol}`}
            merchantId={merchant.merchantId}
            limits={open === 'new' ? null : open}
            close={close}
          />
        )}
      </Modal>
    </Card>
  );
}
