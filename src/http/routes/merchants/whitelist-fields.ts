import { z } from 'zod';
import type { WhitelistedAddress } from '../../../domain/merchants/address-whitelist.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { chainCode, line, paidAddress } from '../../requests/schemas.js';
import { validationFailed } from '../../requests/validate.js';
import { payableAddress } from '../withdrawals/payable-address.js';

const ENTRIES_MAX = 100;

/** The addresses of a new whitelist. */
export const withdrawalAddresses = z
  .array(
    z.strictObject({
      chainCode,
      address: paidAddress,
      label: line({ max: 100 })
        .meta({ examples: ['Cold wallet'] })
        .or(z.literal(''))
        .default(''),
    }),
  )
  .max(ENTRIES_MAX);

/** The addresses of a whitelist as the caller has read it. */
export const addressesAsRead = z
  .array(
    z.strictObject({
      chainCode,
      address: paidAddress.transform((address) => address.toLowerCase()),
    }),
  )
  .max(ENTRIES_MAX);

export const EXPECTED_WORDS =
  'The list that you have read and want to replace. If it has changed meanwhile, nothing changes and the answer is 409 `invalid_state`. Absent: any list is replaced.';

/**
 * Returns the addresses of a new whitelist in lower case.
 *
 * @throws QuittanceError `unsupported_asset`, `invalid_address`, `validation_failed` if an address is listed twice.
 */
export async function readWhitelist(
  deps: AppDeps,
  { withdrawalAddresses: asked }: { readonly withdrawalAddresses: readonly WhitelistedAddress[] },
): Promise<WhitelistedAddress[]> {
  const read: WhitelistedAddress[] = [];
  for (const [index, entry] of asked.entries()) {
    const path = `withdrawalAddresses.${String(index)}`;
    if (!deps.chains.has(entry.chainCode)) {
      throw new QuittanceError(
        'unsupported_asset',
        `${entry.chainCode} is not offered here; GET /v1/assets lists the chains that are.`,
        { details: [{ path: `${path}.chainCode`, message: 'not a chain of this service' }] },
      );
    }
    const address = await payableAddress(deps.db, deps.chains, entry.address, `${path}.address`);
    if (read.some((known) => known.chainCode === entry.chainCode && known.address === address)) {
      throw validationFailed([{ path, message: 'listed twice' }]);
    }
    read.push({ ...entry, address });
  }
  return read;
}
