import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { requestResume } from '../../../src/db/chains/chain-resume.js';
import { transaction } from '../../../src/db/core/database.js';
import type { CircuitFollower } from './circuit-follower.js';
import type { MoneyCircuit } from './money-circuit.js';
import { until } from '../until.js';

/**
 * Replaces all blocks from this final one on by empty ones. Their transactions are in no mempool. The chain halts, and
 * an operator resumes it.
 */
export async function undoFinal(
  {
    anvil,
    chain,
    database,
    follower,
  }: Pick<MoneyCircuit, 'anvil' | 'chain' | 'database'> & { readonly follower?: CircuitFollower },
  height: number,
): Promise<void> {
  const { db } = database;
  const { chainCode } = chain;
  const head = Number(await anvil.rpc<string>('eth_blockNumber'));
  await anvil.reorg(head - height + 1);
  await anvil.mine(1);
  const untilHalted = (what: string, isHalted: boolean): Promise<void> =>
    until(what, async () => {
      await follower?.readOn();
      return ((await findChainCursor(db, chainCode))?.haltedReason != null) === isHalted;
    });
  await untilHalted('halted', true);
  await transaction(db, (trx) =>
    requestResume(trx, {
      chainCode,
      reason: 'looked at it',
      nowMs: Date.now(),
      actor: { kind: 'cli', id: 'test', ip: null },
    }),
  );
  await untilHalted('resumed', false);
}
