import { z } from 'zod';
import { listInvoices, viewInvoices } from '../../../db/invoices/invoices.js';
import { News } from '../../../domain/core/news.js';
import { INVOICE_STATUSES } from '../../../domain/invoices/invoice-state.js';
import {
  alteredInWords,
  isProvenDeposit,
  type InvoiceDeposit,
} from '../../../domain/invoices/proven-deposit.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { merchants } from '../../requests/caller.js';
import { pageFields, pageReply } from '../../requests/page.js';
import { readRoute } from '../../requests/route.js';
import { chainCode, merchantReference, moment, tokenSymbol } from '../../requests/schemas.js';
import { given } from '../../requests/given.js';
import { invoiceSchema, showInvoice } from '../../views/invoices.js';
import { pageOf } from '../../requests/reply.js';

/** How often the operator is told of the same altered invoice: a shop may list its invoices all day. */
const ALARM_AGAIN_MS = 3_600_000;
/** What the log of each process was told. */
const told = new WeakMap<AppDeps['log'], News>();

/** Says whether somebody has altered the deposit address of an invoice. The operator is told once an hour. */
function isAlteredInvoice(deposit: InvoiceDeposit, { depositAddress, log, now }: AppDeps): boolean {
  if (isProvenDeposit(depositAddress, deposit)) return false;
  const words = alteredInWords(depositAddress, deposit);
  const news = told.get(log) ?? new News(ALARM_AGAIN_MS);
  told.set(log, news);
  if (news.isNews(words, now()))
    log.error({ code: 'deposit_address_altered', invoiceId: deposit.invoiceId }, words);
  return true;
}

/** GET /v1/invoices */
export const listInvoicesRoute = readRoute({
  path: '/v1/invoices',
  summary: 'List invoices',
  description:
    'Newest first. An invoice whose deposit address on record was altered is left out, and the operator is told; ask for it by its id to see why.',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: pageOf(invoiceSchema),
  query: z.strictObject({
    ...pageFields('inv'),
    status: z.enum(INVOICE_STATUSES).optional(),
    merchantReference: merchantReference.optional(),
    chainCode: chainCode.optional(),
    tokenSymbol: tokenSymbol.optional(),
    createdFrom: moment.optional(),
    createdTo: moment.optional(),
  }),
  async read(deps, { query, caller }) {
    const { limit, cursor, createdFrom, createdTo, ...filters } = query;
    const invoices = await listInvoices(deps.db, {
      merchantId: caller.merchantId,
      filters: given({ ...filters, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      ...given({ afterId: cursor }),
    });
    const views = await viewInvoices(deps.db, invoices, deps.chains);
    return pageReply(views, {
      limit,
      idOf: ({ invoice }) => invoice.invoiceId,
      isRefused: ({ invoice }) => isAlteredInvoice(invoice, deps),
      show: (view) => showInvoice(view, deps),
    });
  },
});
