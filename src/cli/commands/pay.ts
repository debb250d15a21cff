import { toChecksumAddress } from '../../chain/keys/address.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { formatCrypto, parseCrypto } from '../../domain/core/money.js';
import { provenDeposit } from '../../domain/invoices/proven-deposit.js';
import { getOfferedAsset } from '../../http/views/assets.js';
import type { CliContext, Register, Result } from '../command.js';
import { tellTerminal } from '../tell-terminal.js';
import { findNamedInvoice } from './name-invoice.js';

interface Options {
  readonly amount?: string;
  readonly late?: boolean;
  readonly from?: string;
  readonly json?: boolean;
}

export const registerPay: Register = (parent, run) => {
  parent
    .command('pay')
    .description('pay an invoice as its customer; only in local mode, where coins are worthless')
    .argument('<id>', 'its invoiceId, publicId, merchantReference or depositAddress')
    .option('--amount <crypto>', 'how much to pay, such as 12.50; by default the missing amount')
    .option('--late', 'wait until its time has run out, then pay')
    .option('--from <address>', 'the account of the local chain that pays')
    .option('--json', 'print one JSON value')
    .action((id: string, options: Options) => run(options, (context) => pay(context, id, options)));
};

function checkoutInWords(id: string): string {
  return `${id} is a checkout. Choose a coin on its page first. The checkout then lists the invoice of that choice. Pay that invoice.`;
}

async function pay(context: CliContext, id: string, { amount, late, from }: Options): Promise<Result> {
  const { db, getChains, getDepositDeriver, payAsCustomer } = context;
  if (/^(chk|cs)_/.test(id)) throw new QuittanceError('not_found', checkoutInWords(id));
  const invoice = await findNamedInvoice(db, id);
  const { chain, asset } = getOfferedAsset(getChains(), invoice.asset);
  const { decimals } = asset;
  const missingAtomic = invoice.amountAtomic - invoice.amountPaidAtomic;
  const amountAtomic =
    amount === undefined ? missingAtomic : parseCrypto(amount, { decimals, path: '--amount' });
  if (amountAtomic <= 0n) {
    throw new Error('The invoice is paid. To pay more, give an amount: --amount 5');
  }
  const to = toChecksumAddress(provenDeposit(await getDepositDeriver(), invoice));
  const afterMs = late === true ? invoice.expiresAtMs : null;
  if (afterMs !== null && afterMs > Date.now()) {
    tellTerminal(
      `Waiting until ${new Date(afterMs).toISOString()}, when the time of the invoice has run out.`,
    );
  }
  const paid = await payAsCustomer({ chain, asset, to, amountAtomic, from: from ?? null, afterMs });
  return {
    invoiceId: invoice.invoiceId,
    chainCode: chain.chainCode,
    tokenSymbol: asset.tokenSymbol,
    amountCrypto: formatCrypto(amountAtomic, decimals),
    from: toChecksumAddress(paid.from),
    to,
    txHash: paid.txHash,
  };
}
