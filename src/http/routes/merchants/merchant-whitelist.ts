import { z } from 'zod';
import { replaceMerchantWhitelist } from '../../../db/merchants/merchant-whitelist.js';
import { findMerchant } from '../../../db/merchants/merchants.js';
import { assert } from '../../../domain/core/errors.js';
import { merchants } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import { showWhitelist, whitelistSchema } from '../../views/api-keys.js';
import { EXPECTED_WORDS, addressesAsRead, readWhitelist, withdrawalAddresses } from './whitelist-fields.js';

const access = merchants('keys:write');

/** GET /web/v1/withdrawal-addresses */
export const getMerchantWhitelistRoute = readRoute({
  path: '/web/v1/withdrawal-addresses',
  summary: 'Read the whitelist of all your keys',
  description: 'The addresses to which your keys may withdraw. A key can also have a list of its own.',
  access,
  reply: dataOf(whitelistSchema),
  async read(deps, { caller: { merchantId } }) {
    const merchant = await findMerchant(deps.db, merchantId);
    assert(merchant !== undefined, 'a merchant with a key exists');
    return dataReply(showWhitelist(merchant.whitelist, deps.now()));
  },
});

/** PUT /web/v1/withdrawal-addresses: replaces the list. */
export const replaceMerchantWhitelistRoute = orderRoute({
  method: 'put',
  path: '/web/v1/withdrawal-addresses',
  summary: 'Replace the whitelist of all your keys',
  description:
    'The address of a withdrawal must be on this list and on the list of the key that requests it. An empty list restricts nothing. A change that loosens the list is in force after 24 hours. A change that tightens it is in force at once.',
  access,
  needsConfirmation: true,
  reply: dataOf(whitelistSchema),
  errors: ['invalid_state', 'invalid_address', 'unsupported_asset'],
  body: z.strictObject({
    withdrawalAddresses,
    expected: z
      .strictObject({ withdrawalAddresses: addressesAsRead })
      .optional()
      .meta({ description: EXPECTED_WORDS }),
  }),
  prepare: (deps, { body }) => readWhitelist(deps, body),
  async order(deps, trx, { caller, body }, asked) {
    const whitelist = await replaceMerchantWhitelist(trx, {
      ...policyOrder(deps, caller),
      merchantId: caller.merchantId,
      asked,
      delayMs: deps.whitelistDelayMs,
      ...given({ expected: body.expected?.withdrawalAddresses }),
    });
    return dataReply(showWhitelist(whitelist, deps.now()));
  },
});
