import { readHead } from '../../../src/chain/blocks/read-blocks.js';
import { findFirstInvoiceTime } from '../../../src/db/invoices/invoices.js';
import { findBlockBefore } from './find-block-before.js';
import { readFinalNumber } from '../branch/final-number.js';
import type { Follower, Tip } from '../follower.js';
import { judgeBlock } from '../branch/our-branch.js';
import { readOneBlock, storeReading } from './read-near-head.js';

/**
 * Reads the first block, at the first start. Reading begins at the newest final block, or before the first invoice that
 * may be paid on this chain, when there is one already. A payment can't be older than its address.
 *
 * @throws Error when most RPCs do not have that block: from a false block, there would be no way to walk back.
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
  throw new Error(
    `The RPCs of ${chain.chainCode} do not agree on the first block to read: ${reason}. They are asked again.`,
  );
}
