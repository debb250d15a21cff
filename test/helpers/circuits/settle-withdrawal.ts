import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { runCli, type CliOutcome } from '../../cli/run-cli.js';
import { writeLonelyChainsFile } from '../chain/chains-file.js';
import { drainUntil, type MoneyCircuit } from './money-circuit.js';
import type { PayoutCircuit } from './payout-circuit.js';

/** Says at the command line, as ann, what became of a payment. */
export function settleByCli(
  { database }: Pick<MoneyCircuit, 'database'>,
  { withdrawalId }: Withdrawal,
  outcome: string,
  reason = 'looked at the wallet',
): Promise<CliOutcome> {
  const order = ['withdrawal', 'settle', withdrawalId, '--as', outcome, '--reason', reason, '--json'];
  // With the decimals of what is listed, the merchant is told the amount.
  const env = { DATABASE_URL: database.url, CHAINS_FILE: writeLonelyChainsFile(), USER: 'ann' };
  return runCli(order, env);
}

/** Waits until the operator reads that this order is needed. */
export async function untilOperatorIsTold(circuit: MoneyCircuit, withdrawal: Withdrawal): Promise<void> {
  await drainUntil(circuit, 'the operator is told', async () => {
    const { waitingReason } = await circuit.reloadWithdrawal(withdrawal);
    return waitingReason?.includes('withdrawal settle') === true;
  });
}

/** Makes final that a payment was made outside, and waits until the operator is told. */
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

/** Returns the types of a withdrawal's events, in order. */
export const eventTypesOf = (
  { database }: Pick<MoneyCircuit, 'database'>,
  { withdrawalId }: Withdrawal,
): Promise<string[]> =>
  database.db('events').where({ withdrawal_id: withdrawalId }).orderBy('event_id').pluck<string[]>('type');
