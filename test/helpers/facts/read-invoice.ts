import { takeOverChain, type FollowerClaim } from '../../../src/db/chains/chain-cursor.js';
import { storeBlock } from '../../../src/db/chains/store-blocks.js';
import type { Database } from '../../../src/db/core/database.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import type { ChainTransfer } from '../../../src/domain/chains/chain-transfer.js';
import { blockOf, insertInvoice, insertMerchant, transferIn, type InvoiceFields } from './facts.js';

export interface StartedInvoice {
  readonly merchantId: string;
  readonly invoice: Invoice;
  readonly claim: FollowerClaim;
}

/** Inserts a merchant with an invoice that expires at the given time, and takes over the chain that pays it. */
export async function startInvoice(
  db: Database,
  fields: Required<Pick<InvoiceFields, 'expiresAtMs'>>,
): Promise<StartedInvoice> {
  const merchantId = await insertMerchant(db);
  const invoice = await insertInvoice(db, { merchantId, ...fields });
  const { claim } = await takeOverChain(db, 'local');
  return { merchantId, invoice, claim };
}

/** The branch and the transfers of the blocks. Default: the branch `a`, and no transfer. */
export interface BlocksRead {
  readonly branch?: string;
  readonly forkedAt?: number;
  /** The transfers in the first of the blocks. */
  readonly transfers?: readonly Parameters<typeof transferIn>[1][];
}

/** Stores these blocks of the chain as its follower does, one after the other. */
export async function readBlocks(
  { db, claim }: { db: Database; claim: FollowerClaim },
  numbers: readonly number[],
  { transfers = [], ...branch }: BlocksRead = {},
): Promise<void> {
  let fields = transfers;
  for (const number of numbers) {
    const block = blockOf(number, branch);
    const found: ChainTransfer[] = fields.map((each) => transferIn(block, each));
    await storeBlock(db, claim, { block, transfers: found, receipts: [], spends: [] });
    fields = [];
  }
}
