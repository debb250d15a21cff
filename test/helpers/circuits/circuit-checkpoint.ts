import type { Anvil } from '../chain/anvil.js';
import type { CircuitFollower } from './circuit-follower.js';
import { keepRows } from './keep-rows.js';
import type { TestDatabase } from '../services/postgres.js';

/** What of a prepared circuit is put back: sweep circuits and payout circuits are such. */
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
 * Keeps a prepared circuit as it is now, database and chain, so that each of many tries starts from there, and what they
 * have in common is done once. Putting it back takes some 20 ms.
 *
 * The circuit's client keeps what it holds against RPCs, and `passTime` is not undone. The chain's clock is as far from
 * ours as it was. Its node has to hold no transaction that is not mined: a snapshot has none.
 *
 * @returns what puts it back, as often as it is called. A follower begins anew each time.
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
      // A snapshot serves once.
      snapshot = await rpc<string>('evm_snapshot');
      // Neither is part of it.
      await rpc('evm_setTime', [secondsNow() + aheadSeconds]);
      await rpc('anvil_setNextBlockBaseFeePerGas', [pending.baseFeePerGas]);
      await rpc('evm_setAutomine', [minesAtOnce]);
      await restoreRows();
    });
}
