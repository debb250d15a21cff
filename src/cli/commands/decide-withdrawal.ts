import { toChecksumAddress } from '../../chain/keys/address.js';
import { transaction } from '../../db/core/database.js';
import { decideWithdrawal } from '../../db/withdrawals/decide-withdrawal.js';
import { viewWithdrawalsForOperators } from '../../db/withdrawals/withdrawals.js';
import { assert } from '../../domain/core/errors.js';
import { showWithdrawalToOperator } from '../../http/views/withdrawals.js';
import type { CliContext, Result } from '../command.js';
import { tellNext } from '../next-step.js';

/**
 * Decides about a withdrawal in one database transaction, as the API does. Then it dispatches the outbox to Temporal,
 * and tells the user what happens next. Only an approval needs the chains: it is refused if the stored amount was
 * altered. A rejection or a stop works without CHAINS_FILE.
 */
export async function decide(
  { db, actor, findChains, getChains, dispatchOutbox }: CliContext,
  order: {
    readonly withdrawalId: string;
    readonly decision: 'approve' | 'reject' | 'stop';
    readonly reason: string | null;
  },
  options: { readonly json?: boolean },
): Promise<Result> {
  const chains = order.decision === 'approve' ? getChains() : findChains();
  const result = await transaction(db, async (trx) => {
    const decided = await decideWithdrawal(trx, {
      ...order,
      actor,
      nowMs: Date.now(),
      showAddress: toChecksumAddress,
      chains,
    });
    const [view] = await viewWithdrawalsForOperators(trx, [decided]);
    assert(view !== undefined, 'each withdrawal has a view');
    return showWithdrawalToOperator(view, chains);
  });
  await dispatchOutbox();
  tellNext(result, options);
  return result;
}
