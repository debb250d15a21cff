import type { NonceUse } from '../../../src/chain/sending/find-nonce-use.js';
import { lockFinalHeight } from '../../../src/db/chains/chain-cursor.js';
import type { Transaction } from '../../../src/db/core/database.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/**
 * Requires that the block of a used nonce is still final: it may have been undone while the RPCs were asked. The lock
 * that this takes keeps it final until the transaction ends.
 *
 * @throws NotYet
 */
export async function requireStillFinal(
  trx: Transaction,
  { chainCode, use }: { chainCode: string; use: Pick<NonceUse, 'blockNumber'> },
): Promise<void> {
  const finalHeight = await lockFinalHeight(trx, chainCode);
  if (finalHeight !== null && finalHeight >= use.blockNumber) return;
  throw new NotYet(
    'nonce_used',
    `its nonce was used in block ${use.blockNumber}, which was final and is not final any more; waits until it is certain`,
  );
}
