import type { NonceUse } from '../../../src/chain/sending/find-nonce-use.js';
import { lockFinalHeight } from '../../../src/db/chains/chain-cursor.js';
import type { Transaction } from '../../../src/db/core/database.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/**
 * What was read of the chain may be undone while the RPCs are asked; not any more until the transaction ends.
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
    `block ${use.blockNumber}, in which its nonce was used, was final and is not any more; waits until it is certain`,
  );
}
