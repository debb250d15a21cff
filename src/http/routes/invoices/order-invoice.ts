import { refundHeld } from '../../../db/withdrawals/refund-held.js';
import { z } from 'zod';
import { toChecksumAddress } from '../../../chain/keys/address.js';
import type { Transaction } from '../../../db/core/database.js';
import { acceptHeld, cancelInvoice, type InvoiceOrderContext } from '../../../db/invoices/invoice-orders.js';
import { getInvoiceView } from '../../../db/invoices/invoices.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, merchants, type MerchantCaller } from '../../requests/caller.js';
import { payableAddress } from '../withdrawals/payable-address.js';
import { given } from '../../requests/given-fields.js';
import { dataOf, dataReply, type Shown } from '../../requests/reply.js';
import { createRoute, orderRoute } from '../../requests/route.js';
import { atomicText, chainCode, idOf, paidAddress, tokenSymbol } from '../../requests/schemas.js';
import { findAsset } from '../../views/assets.js';
import { invoiceSchema, resolvedInvoiceSchema, showInvoice } from '../../views/invoices.js';

const params = z.strictObject({ invoiceId: idOf('inv') });

function contextOf(deps: AppDeps, invoiceId: string, caller: MerchantCaller): InvoiceOrderContext {
  const { merchantId } = caller;
  const showAddress = toChecksumAddress;
  return {
    invoiceId,
    merchantId,
    actor: auditActor(caller),
    chains: deps.chains,
    nowMs: deps.now(),
    showAddress,
    depositAddress: deps.depositAddress,
  };
}

async function show(
  deps: AppDeps,
  trx: Transaction,
  invoiceId: string,
): Promise<Shown<typeof invoiceSchema>> {
  return showInvoice(await getInvoiceView(trx, { invoiceId }, deps.chains), deps);
}

/** POST /v1/invoices/{invoiceId}/cancel */
export const cancelInvoiceRoute = orderRoute({
  path: '/v1/invoices/:invoiceId/cancel',
  summary: 'Cancel an invoice',
  description: 'Only while it is `pending` and no payment was seen.',
  access: merchants('invoices:write'),
  reply: dataOf(invoiceSchema),
  errors: ['invalid_state', 'deposit_address_altered'],
  params,
  async order(deps, trx, { params: { invoiceId }, caller }) {
    await cancelInvoice(trx, contextOf(deps, invoiceId, caller));
    return dataReply(await show(deps, trx, invoiceId));
  },
});

const expected = z
  .array(z.strictObject({ chainCode, tokenSymbol, amountAtomic: atomicText }))
  .max(100)
  .optional()
  .meta({
    description:
      'The held money as you have read it: `chainCode`, `tokenSymbol` and `amountAtomic` of each entry of `held`, or one sum for each asset. If the held money differs from it at the moment of the order, nothing changes and the answer is 409 `invalid_state`. Absent: all held money.',
    examples: [[{ chainCode: 'base', tokenSymbol: 'USDC', amountAtomic: '25000000' }]],
  });

/** POST /v1/invoices/{invoiceId}/resolve */
export const resolveInvoiceRoute = createRoute({
  path: '/v1/invoices/:invoiceId/resolve',
  summary: 'Resolve the held money of an invoice',
  description:
    "Decides about all held money. `accept` credits it to you. `refund` sends it to an address after an operator's approval, by the withdrawals in `withdrawalIds`. Money in an asset that is no longer offered stays in `held`. With `expected`, it decides only about the money that you have seen. A refund needs the scope `withdrawals:write` too.",
  access: merchants('invoices:write'),
  needsConfirmation: true,
  status: 200,
  reply: dataOf(resolvedInvoiceSchema),
  errors: ['invalid_state', 'invalid_address', 'unsupported_asset', 'deposit_address_altered'],
  params,
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('accept'), expected }),
    z.strictObject({ action: z.literal('refund'), address: paidAddress, expected }),
  ]),
  prepare: (_deps, input) => Promise.resolve(input),
  async create(deps, trx, { params: { invoiceId }, body, caller }) {
    const amounts = body.expected?.map((each) => ({ ...each, amountAtomic: BigInt(each.amountAtomic) }));
    const context = { ...contextOf(deps, invoiceId, caller), ...given({ expected: amounts }) };
    if (body.action === 'accept') {
      await acceptHeld(trx, context);
      return dataReply({ ...(await show(deps, trx, invoiceId)), withdrawalIds: [] });
    }
    if (!caller.credential.scopes.includes('withdrawals:write')) {
      throw new QuittanceError(
        'missing_scope',
        'A refund sends money: the key or role needs withdrawals:write too.',
      );
    }
    const address = await payableAddress(trx, deps.chains, body.address);
    const refunds = await refundHeld(trx, context, {
      address,
      findAsset: (held) => findAsset(deps.chains, held)?.asset,
    });
    const withdrawalIds = refunds.map(({ withdrawalId }) => withdrawalId);
    return dataReply({ ...(await show(deps, trx, invoiceId)), withdrawalIds });
  },
});
