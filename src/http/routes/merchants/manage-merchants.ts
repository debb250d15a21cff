import { z } from 'zod';
import { changeMerchant, createMerchant, viewMerchants } from '../../../db/merchants/merchant-orders.js';
import { listMerchants, MERCHANT_STATUSES } from '../../../db/merchants/merchants.js';
import { TOLERANCE_MAX_BPS } from '../../../domain/invoices/tolerance-bounds.js';
import { operators } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { createRoute, orderRoute, readRoute } from '../../requests/route.js';
import { idOf, line, reason } from '../../requests/schemas.js';
import { merchantSchema, showMerchant } from '../../views/parties.js';
import { toLimitsChanges, withdrawalLimits } from './withdrawal-limits.js';

const access = operators('merchants:write');

const terms = {
  /** Basis points of an invoice's amount; null: the instance's value. */
  toleranceBps: z.int().min(0).max(TOLERANCE_MAX_BPS).nullable().optional(),
  acceptLate: z.boolean().optional(),
  withdrawalLimits: withdrawalLimits.optional(),
};
const name = line({ max: 200 }).meta({ examples: ['Corner shop'] });

/** POST /admin/v1/merchants */
export const createMerchantRoute = createRoute({
  path: '/admin/v1/merchants',
  summary: 'Create a merchant',
  access,
  needsConfirmation: true,
  reply: dataOf(merchantSchema),
  errors: ['unsupported_asset', 'amount_too_precise'],
  body: z.strictObject({ name, ...terms }).meta({ id: 'NewMerchant', examples: [{ name: 'Corner shop' }] }),
  prepare(deps, { body, caller }) {
    const { withdrawalLimits: asked, ...fields } = body;
    const limits = toLimitsChanges(deps.chains, asked);
    return Promise.resolve({ terms: { ...given(fields), name: body.name }, limits, caller });
  },
  async create(deps, trx, { terms: asked, limits, caller }) {
    const created = await createMerchant(trx, { ...policyOrder(deps, caller), terms: asked, limits });
    return dataReply(showMerchant(created));
  },
});

/** GET /admin/v1/merchants */
export const listMerchantsRoute = readRoute({
  path: '/admin/v1/merchants',
  summary: 'List merchants',
  description: 'Newest first. `search` takes a `merchantId`, or the beginnings of words of the name.',
  access: operators('reports:read', 'merchants:write'),
  reply: pageOf(merchantSchema),
  query: z.strictObject({
    ...pageFields('mer'),
    status: z.enum(MERCHANT_STATUSES).optional(),
    search: line({ max: 200 })
      .meta({ examples: ['corner'] })
      .optional(),
  }),
  async read(deps, { query: { limit, cursor, ...filters } }) {
    const found = await listMerchants(deps.db, {
      limit: limit + 1,
      ...given({ ...filters, afterId: cursor }),
    });
    return pageReply(await viewMerchants(deps.db, found), {
      limit,
      idOf: ({ merchant }) => merchant.merchantId,
      show: showMerchant,
    });
  },
});

/** PATCH /admin/v1/merchants/{merchantId} */
export const updateMerchantRoute = orderRoute({
  method: 'patch',
  path: '/admin/v1/merchants/:merchantId',
  summary: 'Change a merchant',
  description:
    'A field that is left out stays as it is. `status` suspends a merchant: its keys are refused, and its withdrawals wait. A limit that is loosened waits in `pendingPolicyChanges` for `POLICY_DELAY` or a second operator. A limit that is tightened is in force at once.',
  access,
  needsConfirmation: true,
  reply: dataOf(merchantSchema),
  errors: ['unsupported_asset', 'amount_too_precise'],
  params: z.strictObject({ merchantId: idOf('mer') }),
  body: z
    .strictObject({
      name: name.optional(),
      status: z.enum(MERCHANT_STATUSES).optional(),
      ...terms,
      reason: reason.optional(),
    })
    .refine(({ reason: _why, ...changes }) => Object.keys(changes).length > 0, 'say what is to change')
    .meta({
      id: 'MerchantChanges',
      anyOf: ['name', 'status', ...Object.keys(terms)].map((field) => ({ required: [field] })),
      examples: [{ status: 'suspended', reason: 'Asked to by its owner' }],
    }),
  async order(deps, trx, { params: { merchantId }, body, caller }) {
    const { withdrawalLimits: asked, reason: why, ...fields } = body;
    const changed = await changeMerchant(trx, {
      ...policyOrder(deps, caller),
      merchantId,
      terms: given(fields),
      limits: toLimitsChanges(deps.chains, asked),
      reason: why ?? null,
    });
    return dataReply(showMerchant(changed));
  },
});
