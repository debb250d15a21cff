import type { Anvil } from '../chain/anvil.js';
import type { CircuitFollower } from './circuit-follower.js';
import { keepRows } from './keep-rows.js';
import type { TestDatabase } from '../services/postgres.js';

/** The parts of a prepared circuit that are put back. Sweep circuits and payout circuits have them. */
export interface Restorable {
  readonly anvil: Anvil;
  readonly database: TestDatabase;
  readonly follower: CircuitFollower;
}

interface Block {
  readonly timestamp: string;
  readonly baseFeePerGas: string;
}

/**
 * Keeps the database and the chain of a prepared circuit as they are now. Each of many tries can then start from there,
 * and the common preparation is done once. Going back takes about 20 ms.
 *
 * Some things are not put back: what the circuit's client knows about its RPCs, and what `passTime` did. The chain's
 * clock keeps its distance from the machine's clock. The node must not hold an unmined transaction, because a snapshot
 * does not contain any.
 *
 * @returns a function that puts everything back. It can be called any number of times; a new follower begins each time.
 */
export async function keepMoment({ anvil, database, follower }: Restorable): Promise<() => Promise<void>> {
  const rpc = <T>(method: string, params: readonly unknown[] = []): Promise<T> =>
    anvil.rpc<T>(method, params);
  const secondsNow = (): number => Math.floor(Date.now() / 1_000);
  const pending = await rpc<Block>('eth_getBlockByNumber', ['pending', false]);
  const aheadSeconds = Number(pending.timestamp) - secondsNow();
  const minesAtOnce = await rpc<boolean>('anvil_getAutomine');
  const held = await rpc<{ pending: string }>('txpool_status');
  if (Number(held.pending) > 0) throw new Error('a moment is kept when the node holds no transaction');
  let snapshot = '';
  let restoreRows = (): Promise<void> => Promise.resolve();
  await follower.whileAway(async () => {
    snapshot = await rpc<string>('evm_snapshot');
    restoreRows = await keepRows(database.db);
  });
  return () =>
    follower.whileAway(async () => {
      await rpc('anvil_dropAllTransactions');
      await rpc('evm_revert', [snapshot]);
      // Each snapshot can be reverted to only once.
      snapshot = await rpc<string>('evm_snapshot');
      // None of these is part of the snapshot.
      await rpc('evm_setTime', [secondsNow() + aheadSeconds]);
      await rpc('anvil_setNextBlockBaseFeePerGas', [pending.baseFeePerGas]);
      await rpc('evm_setAutomine', [minesAtOnce]);
      await restoreRows();
    });
}
