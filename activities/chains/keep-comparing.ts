import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ChainClient } from '../../src/chain/rpc/types.js';
import { findLowestBlock } from '../../src/db/chains/chain-reports.js';
import type { Database } from '../../src/db/core/database.js';

/** Between two comparisons of a chain's RPCs. */
const INTERVAL_MS = 10_000;

interface Comparing {
  readonly db: Database;
  readonly client: ChainClient;
}

/** Compares a chain's RPCs with each other and with the lowest block that we hold, which is final or about to be. */
export async function compareRpcs({ db, client }: Comparing): Promise<void> {
  const known = await findLowestBlock(db, client.chainCode);
  await client.checkHealth(known ?? null);
}

/**
 * Keeps a process from relying on RPCs that lag or serve another branch, until the signal is aborted: what the
 * follower finds out in its own process another one doesn't know. Never rejects.
 */
export async function keepComparing(
  { log, ...comparing }: Comparing & { readonly log: Pick<Logger, 'warn'> },
  signal: AbortSignal,
): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  const client = comparing.client.withSignal(signal);
  while (!isOver()) {
    try {
      await compareRpcs({ ...comparing, client });
    } catch (error) {
      if (!isOver()) log.warn({ chainCode: client.chainCode, err: error }, 'RPCs are not compared');
    }
    await pause(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
