import { parseAddress, toChecksumAddress, ZERO_ADDRESS } from '../chain/address.js';
import { isOwnAddress } from '../db/own-addresses.js';
import { QuittanceError } from '../domain/errors.js';
import type { AppDeps } from './app-deps.js';

/** An address that money can be sent to and be somebody else's afterwards. Lower-case. */
export async function payableAddress(deps: AppDeps, text: string): Promise<string> {
  const address = parseAddress(text, 'address');
  const isToken = [...deps.chains.values()].some(({ assets }) =>
    assets.some((asset) => asset.address === address),
  );
  const why =
    address === ZERO_ADDRESS
      ? 'the zero address'
      : isToken
        ? "a token's contract"
        : (await isOwnAddress(deps.db, address))
          ? 'a deposit address or wallet of this service'
          : undefined;
  if (why === undefined) return address;
  throw new QuittanceError(
    'invalid_address',
    `${toChecksumAddress(address)} is ${why}; money sent there is lost.`,
    {
      details: [{ path: 'address', message: `must not be ${why}` }],
    },
  );
}
