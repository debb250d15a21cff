import { UnreadableError } from '../../../src/db/core/database.js';
import {
  findWithdrawal,
  listUnsigned,
  listUnsignedIds,
  type Withdrawal,
} from '../../../src/db/withdrawals/withdrawals.js';
import type { SigningDependencies } from '../wallet/signed-withdrawal.js';
import { notYetOf, readingRow, wait } from '../../withdrawals/not-yet.js';

/**
 * Lists the approved withdrawals of a chain that are due, the oldest first. A withdrawal whose row can't be read waits,
 * and keeps no other one from being paid.
 */
export async function listDueWithdrawals(
  deps: SigningDependencies,
  { chainCode, limit }: { chainCode: string; limit: number },
): Promise<readonly Withdrawal[]> {
  const query = { chainCode, nowMs: deps.now(), limit };
  try {
    return await listUnsigned(deps.db, query);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
  }
  const due: Withdrawal[] = [];
  for (const withdrawalId of await listUnsignedIds(deps.db, query)) {
    try {
      const withdrawal = await readingRow(() => findWithdrawal(deps.db, { withdrawalId }));
      if (withdrawal !== undefined) due.push(withdrawal);
    } catch (error) {
      await wait(deps, { withdrawalId, why: notYetOf(error) });
    }
  }
  return due;
}
