import { z } from 'zod';
import { toChecksumAddress } from '../../../chain/keys/address.js';
import { requestWithdrawal } from '../../../db/withdrawals/request-withdrawal.js';
import { viewWithdrawals } from '../../../db/withdrawals/withdrawals.js';
import { assertMayWithdrawTo } from '../../../domain/merchants/address-whitelist.js';
import { assert, QuittanceError } from '../../../domain/core/errors.js';
import { formatCrypto, parseAtomic, parseCrypto } from '../../../domain/core/money.js';
import { auditActor, merchants } from '../../requests/caller.js';
import { payableAddress } from './payable-address.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { createRoute } from '../../requests/route.js';
import {
  amountText,
  atomicText,
  chainCode,
  merchantReference,
  metadata,
  paidAddress,
  tokenSymbol,
} from '../../requests/schemas.js';
import { getOfferedAsset } from '../../views/assets.js';
import { showWithdrawal, withdrawalSchema } from '../../views/withdrawals.js';

const body = z
  .strictObject({
    chainCode,
    tokenSymbol,
    amountCrypto: amountText.optional(),
    amountAtomic: atomicText.optional(),
    address: paidAddress,
    merchantReference: merchantReference.optional(),
    metadata: metadata.optional(),
  })
  .check(({ value, issues }) => {
    if ((value.amountCrypto === undefined) === (value.amountAtomic === undefined)) {
      const message = 'expected either amountCrypto or amountAtomic';
      issues.push({ code: 'custom', path: ['amountCrypto'], message, input: value });
    }
  })
  .meta({
    id: 'NewWithdrawal',
    oneOf: [{ required: ['amountCrypto'] }, { required: ['amountAtomic'] }],
    examples: [
      {
        chainCode: 'base',
        tokenSymbol: 'USDC',
        amountCrypto: '10.00',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        merchantReference: 'payout-7',
      },
    ],
  });

/** POST /v1/withdrawals */
export const createWithdrawalRoute = createRoute({
  path: '/v1/withdrawals',
  summary: 'Request a withdrawal',
  description: 'The amount is reserved at once. It is sent when an operator has approved it.',
  access: merchants('withdrawals:write'),
  needsConfirmation: true,
  rateLimit: 'POST /v1/withdrawals',
  reply: dataOf(withdrawalSchema),
  errors: [
    'unsupported_asset',
    'amount_too_small',
    'amount_too_precise',
    'invalid_address',
    'address_not_whitelisted',
    'insufficient_balance',
    'limit_exceeded',
  ],
  body,
  async prepare(deps, { body: asked, caller }) {
    const { asset } = getOfferedAsset(deps.chains, asked);
    const amountAtomic =
      asked.amountAtomic === undefined
        ? parseCrypto(asked.amountCrypto ?? '', { decimals: asset.decimals, path: 'amountCrypto' })
        : parseAtomic(asked.amountAtomic, 'amountAtomic');
    const least = asset.minWithdrawalAtomic;
    if (amountAtomic < least) {
      throw new QuittanceError(
        'amount_too_small',
        `A withdrawal takes at least ${formatCrypto(least, asset.decimals)} ${asset.tokenSymbol}.`,
      );
    }
    const address = await payableAddress(deps.db, deps.chains, asked.address);
    assertMayWithdrawTo(
      caller.credential.whitelist,
      { ...asset, address },
      { nowMs: deps.now(), shown: toChecksumAddress(address), whose: 'this API key' },
    );
    return { asked, asset, amountAtomic, address, caller };
  },
  async create(deps, trx, { asked, asset, amountAtomic, address, caller }) {
    const withdrawal = await requestWithdrawal(trx, {
      merchantId: caller.merchantId,
      asset,
      amountAtomic,
      address,
      merchantReference: asked.merchantReference ?? null,
      metadata: asked.metadata ?? {},
      nowMs: deps.now(),
      actor: auditActor(caller),
      showAddress: toChecksumAddress,
    });
    const [view] = await viewWithdrawals(trx, [withdrawal]);
    assert(view !== undefined, 'a withdrawal has a view');
    return dataReply(showWithdrawal(view, deps.books));
  },
});
