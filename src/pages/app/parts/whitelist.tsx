import type { Schemas } from '../../../client/client.js';
import { isNever } from '../data/figures.js';
import { useNetworkName } from '../data/networks.js';
import { Copyable } from './copyable.js';
import { LongTextField } from './field.js';
import { At, FromNow } from './figures.js';
import { linesOf } from './key-fields.js';

type Whitelist = Schemas['Whitelist'];
type Address = Whitelist['withdrawalAddresses'][number];

/** Writes a list of addresses in the form that people type. */
export const writeAddresses = (addresses: readonly Address[]): string =>
  addresses.map(({ chainCode, address, label }) => `${chainCode} ${address} ${label}`.trim()).join('\n');

/** Returns what identifies each address. */
export const targetsOf = (addresses: readonly Address[]) =>
  addresses.map(({ chainCode, address }) => ({ chainCode, address }));

/** Reads typed addresses into the form that the API takes. */
export const readAddresses = (text: string) =>
  linesOf(text).map((line) => {
    const [chainCode = '', address = '', ...label] = line.split(/\s+/);
    return { chainCode, address, ...(label.length === 0 ? {} : { label: label.join(' ') }) };
  });

/** The field for a whitelist of withdrawal addresses. */
export const AddressesField = (typed: {
  readonly value: string;
  readonly onValue: (value: string) => void;
}) => (
  <LongTextField
    label="Withdrawal addresses"
    hint="One on each line: network, address, name. Empty: any address is allowed."
    optional
    spellCheck={false}
    {...typed}
  />
);

/** A whitelist: its addresses, which of them still wait, and when it ends. */
export function WhitelistShown({ whitelist }: { readonly whitelist: Whitelist }) {
  const networkName = useNetworkName();
  const { withdrawalAddresses, pendingWithdrawalAddresses, whitelistEndsAt } = whitelist;
  const waitsUntil = (address: string, chainCode: string): string | undefined =>
    pendingWithdrawalAddresses.find((one) => one.address === address && one.chainCode === chainCode)
      ?.effectiveAt;
  return (
    <>
      {withdrawalAddresses.length === 0 && <p className="muted">Withdrawals may go to any address.</p>}
      <div className="stack">
        {withdrawalAddresses.map(({ chainCode, address, label }) => {
          const until = waitsUntil(address, chainCode);
          const network = networkName(chainCode);
          return (
            <div key={`${chainCode}/${address}`}>
              {label !== '' && (
                <>
                  <bdi>{label}</bdi>, on{' '}
                </>
              )}
              {network}
              <span className="under">
                <Copyable text={address} what="address" />
                {until !== undefined && (
                  <>
                    {' '}
                    ·{' '}
                    {isNever(until) ? (
                      'stopped by an operator'
                    ) : (
                      <>
                        from <At time={until} />
                      </>
                    )}
                  </>
                )}
              </span>
            </div>
          );
        })}
      </div>
      {whitelistEndsAt !== null && (
        <p className="hint">
          It ends <FromNow time={whitelistEndsAt} />. Then withdrawals may go to any address.
        </p>
      )}
    </>
  );
}
