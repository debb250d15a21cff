import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ChainClient } from '../../src/chain/rpc/types.js';
import { findLowestBlock } from '../../src/db/chains/chain-reports.js';
import type { Database } from '../../src/db/core/database.js';

/** The time between two comparisons of a chain's RPCs. */
export const COMPARE_INTERVAL_MS = 10_000;

interface Comparing {
  readonly db: Database;
  readonly client: ChainClient;
}

/** Compares a chain's RPCs with each other and with the lowest block that we keep, which is final or soon will be. */
export async function compareRpcs({ db, client }: Comparing): Promise<void> {
  const known = await findLowestBlock(db, client.chainCode);
  await client.checkHealth(known ?? null);
}

/**
 * Compares the RPCs again and again until the signal is aborted, so that this process does not rely on RPCs that lag or
 * serve another branch. Each process needs this: it does not know what the follower's process finds out. Never rejects.
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
    await pause(COMPARE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
