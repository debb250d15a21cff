import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { transaction, type Database } from '../../../src/db/core/database.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { decideWithdrawal } from '../../../src/db/withdrawals/decide-withdrawal.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';

/** Approves a withdrawal as one more operator. Unlike the command line, an operator counts as a person. */
export async function approveAsOperator(db: Database, { withdrawalId }: Withdrawal): Promise<Withdrawal> {
  const { operatorId } = await insertOperator(db, { name: 'Ann' });
  return transaction(db, (trx) =>
    decideWithdrawal(trx, {
      withdrawalId,
      decision: 'approve',
      reason: null,
      nowMs: Date.now(),
      actor: { kind: 'operator', id: operatorId, ip: null },
      showAddress: toChecksumAddress,
    }),
  );
}
