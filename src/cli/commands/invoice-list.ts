import { Option } from 'commander';
import { listKnownAssets } from '../../db/chains/known-assets.js';
import { listInvoices } from '../../db/invoices/list-invoices.js';
import { viewInvoices, type InvoiceFilters } from '../../db/invoices/invoices.js';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../domain/invoices/invoice-state.js';
import { alteredInWords, isProvenDeposit } from '../../domain/invoices/proven-deposit.js';
import { booksOf } from '../../http/views/assets.js';
import { showInvoice } from '../../http/views/invoices.js';
import { LIMIT, WIDE, type CliContext, type Register, type Result } from '../command.js';
import { merchantInTable, nameMerchants, type OfMerchant } from '../name-merchants.js';
import { tellTerminal } from '../tell-terminal.js';
import { parseMoment } from './parse-moment.js';

interface Options {
  readonly status?: InvoiceStatus;
  readonly reference?: string;
  readonly chain?: string;
  readonly token?: string;
  readonly createdFrom?: number;
  readonly createdTo?: number;
  readonly merchant?: string;
  readonly limit: number;
  readonly json?: boolean;
  readonly wide?: boolean;
}

const COLUMNS = ['invoiceId', 'status', 'amount', 'paid', 'chain', 'merchant', 'merchantReference'];

export const registerInvoiceList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list invoices, newest first')
    .addOption(new Option('--status <status>', 'only with this status').choices(INVOICE_STATUSES))
    .option('--reference <text>', 'only those with this merchantReference')
    .option('--chain <chainCode>', 'only on this chain')
    .option('--token <tokenSymbol>', 'only in this token')
    .option('--created-from <moment>', 'only those created then or later', parseMoment)
    .option('--created-to <moment>', 'only those created then or earlier', parseMoment)
    .option('--merchant <id>', 'only those of this merchant')
    .option(...LIMIT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => list(context, options), COLUMNS));
};

function filtersOf({ status, reference, chain, token, createdFrom, createdTo }: Options): InvoiceFilters {
  return {
    ...(status === undefined ? {} : { status: [status] }),
    ...(reference === undefined ? {} : { merchantReference: reference }),
    ...(chain === undefined ? {} : { chainCode: chain }),
    ...(token === undefined ? {} : { tokenSymbol: token }),
    ...(createdFrom === undefined ? {} : { createdFromMs: createdFrom }),
    ...(createdTo === undefined ? {} : { createdToMs: createdTo }),
  };
}

async function list(context: CliContext, options: Options): Promise<Result> {
  const { db, getChains, getDepositDeriver, publicBaseUrl } = context;
  const { merchant: merchantId, limit } = options;
  const chains = getChains();
  const depositAddress = await getDepositDeriver();
  const filters = filtersOf(options);
  const found = await listInvoices(db, {
    ...(merchantId === undefined ? {} : { merchantId }),
    filters,
    limit,
    onLeftOut: tellTerminal,
  });
  // An altered invoice is left out, as in the API's list. The user here is the operator, so the command names it at
  // once.
  for (const invoice of found.filter((one) => !isProvenDeposit(depositAddress, one)))
    tellTerminal(alteredInWords(depositAddress, invoice));
  const proven = found.filter((one) => isProvenDeposit(depositAddress, one));
  const books = booksOf(chains, await listKnownAssets(db));
  const views = await viewInvoices(db, proven, chains);
  const ownerOf = await nameMerchants(db, proven);
  const whole = views.map((view) => ({
    ...showInvoice(view, { books, publicBaseUrl, depositAddress }),
    ...ownerOf(view.invoice),
  }));
  return options.json === true || options.wide === true ? whole : whole.map(inOneLine);
}

function inOneLine(invoice: ReturnType<typeof showInvoice> & OfMerchant): object {
  const { invoiceId, status, amountCrypto, amountPaidCrypto, tokenSymbol, chainCode } = invoice;
  return {
    invoiceId,
    status,
    amount: `${amountCrypto} ${tokenSymbol}`,
    paid: amountPaidCrypto,
    chain: chainCode,
    merchant: merchantInTable(invoice),
    merchantReference: invoice.merchantReference,
    held: invoice.held,
  };
}
