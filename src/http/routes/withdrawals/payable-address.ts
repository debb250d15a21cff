import { parseAddress, toChecksumAddress, ZERO_ADDRESS } from '../../../chain/keys/address.js';
import type { Queryable } from '../../../db/core/database.js';
import { isOwnAddress } from '../../../db/wallets/own-addresses.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { Chains } from '../../views/assets.js';

/**
 * Returns the address in lower case, if it is neither ours nor a token's contract nor the zero address.
 *
 * @param path the field of the request that has the address.
 * @throws QuittanceError `invalid_address`.
 */
export async function payableAddress(
  q: Queryable,
  chains: Chains,
  text: string,
  path = 'address',
): Promise<string> {
  const address = parseAddress(text, path);
  const isToken = [...chains.values()].some(({ assets }) =>
    assets.some((asset) => asset.address === address),
  );
  const isCold = [...chains.values()].some(({ coldAddress }) => coldAddress === address);
  const why =
    address === ZERO_ADDRESS
      ? 'the zero address'
      : isToken
        ? "a token's contract"
        : isCold || (await isOwnAddress(q, address))
          ? 'a deposit address or wallet of this service'
          : undefined;
  if (why === undefined) return address;
  throw new QuittanceError(
    'invalid_address',
    `${toChecksumAddress(address)} is ${why}; money sent there is lost.`,
    {
      details: [{ path, message: `must not be ${why}` }],
    },
  );
}
