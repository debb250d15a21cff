import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { transaction } from '../../../src/db/core/database.js';
import { takeOverChain } from '../../../src/db/chains/chain-cursor.js';
import { settleInvoice } from '../../../src/db/invoices/settle-invoice.js';
import { addressOf, depositAddressOf, testChain } from '../facts/facts.js';
import { readBlocks } from '../facts/read-invoice.js';
import type { Shown, TestApi } from './start-api.js';

let height = 100;

/** Makes an invoice of 100 USDC and cancels it. Each payer then pays it, so its money is held. */
export async function holdMoney(api: TestApi, key: string, payers: readonly string[] = []): Promise<Shown> {
  const json = { amountCrypto: '100', chainCode: 'local', tokenSymbol: 'USDC' };
  const invoice = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
  await api.ask('POST', `/v1/invoices/${invoice.invoiceId}/cancel`, { key });
  await payHeld(api, invoice, payers);
  return invoice;
}

/** Pays 100 USDC to the address of an invoice, from each of the payers, and settles it. */
export async function payHeld(
  api: TestApi,
  invoice: Pick<Shown, 'invoiceId' | 'depositAddress'>,
  payers: readonly string[] = [],
): Promise<void> {
  const { claim } = await takeOverChain(api.db, 'local');
  const from = (height += 10);
  await api.db('chain_cursors').update({ height: null });
  await api.db('blocks').delete();
  const txHash = `0x${from.toString(16).padStart(64, '0')}`;
  const to = invoice.depositAddress.toLowerCase();
  const transfers = (payers.length === 0 ? [addressOf(1)] : payers).map((payer, position) => ({
    to,
    txHash,
    from: payer.toLowerCase(),
    position,
  }));
  await readBlocks({ db: api.db, claim }, [from, from + 1, from + 2], { transfers });
  const context = {
    chains: new Map([['local', testChain]]),
    nowMs: Date.now(),
    showAddress: toChecksumAddress,
    depositAddress: depositAddressOf,
  };
  await transaction(api.db, (trx) => settleInvoice(trx, context, invoice.invoiceId));
}
