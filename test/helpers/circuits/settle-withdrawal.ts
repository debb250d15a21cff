import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { runCli, type CliOutcome } from '../../cli/run-cli.js';
import { writeLonelyChainsFile } from '../chain/chains-file.js';
import { drainUntil, type MoneyCircuit } from './money-circuit.js';
import type { PayoutCircuit } from './payout-circuit.js';

/** States the outcome of a payment at the command line, as the user ann. */
export function settleByCli(
  { database }: Pick<MoneyCircuit, 'database'>,
  { withdrawalId }: Withdrawal,
  outcome: string,
  reason = 'looked at the wallet',
): Promise<CliOutcome> {
  const order = ['withdrawal', 'settle', withdrawalId, '--as', outcome, '--reason', reason, '--json'];
  // The merchant is told the amount. This needs the decimals in the chains file.
  const env = { DATABASE_URL: database.url, CHAINS_FILE: writeLonelyChainsFile(), USER: 'ann' };
  return runCli(order, env);
}

/** Waits until the waiting reason tells the operator to settle the withdrawal. */
export async function untilOperatorIsTold(circuit: MoneyCircuit, withdrawal: Withdrawal): Promise<void> {
  await drainUntil(circuit, 'the operator is told', async () => {
    const { waitingReason } = await circuit.reloadWithdrawal(withdrawal);
    return waitingReason?.includes('withdrawal settle') === true;
  });
}

/** Makes the blocks of an outside payment final, and waits until the operator is told. */
export async function tellOfPaidOutside(
  circuit: PayoutCircuit,
  withdrawal: Withdrawal,
  finalBlocks: number,
): Promise<void> {
  await circuit.mineAndRead(finalBlocks);
  // The first call finds the payment, the second one has nothing left to send.
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
  await untilOperatorIsTold(circuit, withdrawal);
}

/** The order in which transactions wrote the rows of a table. A test's times may lie in the future. */
export const AS_WRITTEN = 'xmin::text::bigint';

/** Returns the types of a withdrawal's events, in order. */
export const eventTypesOf = (
  { database }: Pick<MoneyCircuit, 'database'>,
  { withdrawalId }: Withdrawal,
): Promise<string[]> =>
  database.db('events').where({ withdrawal_id: withdrawalId }).orderByRaw(AS_WRITTEN).pluck<string[]>('type');
