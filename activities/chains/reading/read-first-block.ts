import { readHead } from '../../../src/chain/blocks/read-blocks.js';
import { findFirstInvoiceTime } from '../../../src/db/invoices/invoices.js';
import { findBlockBefore } from './find-block-before.js';
import { readFinalNumber } from '../branch/final-number.js';
import type { Follower, Tip } from '../follower.js';
import { judgeBlock } from '../branch/our-branch.js';
import { readOneBlock, storeReading } from './read-near-head.js';

/**
 * The first start: reading begins at what is final now, or before the first invoice that may be paid here where somebody
 * was faster with that. A payment can't be older than its address.
 *
 * @throws when not most RPCs have that block: a false one could not be walked back from.
 */
export async function readFirstBlock(follower: Follower): Promise<Tip> {
  const { deps, chain, client } = follower;
  const head = await readHead(client);
  const latest = await readFinalNumber(client, head);
  const invoicedAtMs = await findFirstInvoiceTime(deps.db, chain.chainCode);
  const number = invoicedAtMs === null ? latest : await findBlockBefore(client, { invoicedAtMs, latest });
  const reading = await readOneBlock(follower, number);
  const judged = await judgeBlock(follower, reading.block);
  if (judged === 'stands') return storeReading(follower, reading);
  const reason = judged === 'gone' ? `most RPCs have another block ${number} than was read` : judged.reason;
  throw new Error(`Where ${chain.chainCode} is read from is not agreed on: ${reason}. It is asked again.`);
}
