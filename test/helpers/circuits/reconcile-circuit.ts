import { expect } from '@jest/globals';
import pino, { type Logger } from 'pino';
import type { ReconciliationReport } from '../../../activities/contract.js';
import { reconcile } from '../../../activities/reconciliation/reconciliation-activities.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { circuitDepositAddress, type MoneyCircuit } from './money-circuit.js';
import type { PayoutCircuit } from './payout-circuit.js';
import { releaseOutside } from './release-outside.js';

/** The time that invoices get to catch up. It can be short here, because all their work is done before. */
const CATCH_UP_MS = 3_000;

/**
 * Reconciles a circuit: everything from the beginning, like the command; or, with `isFull` false, like the hourly run.
 */
export async function reconcileCircuit(
  { database, chain, client: ofCircuit }: MoneyCircuit,
  client: ChainClient = ofCircuit,
  {
    isFull = true,
    chains = [chain],
    chainClient = () => client,
    log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
  }: {
    isFull?: boolean;
    chains?: readonly Chain[];
    chainClient?: (chainCode: string) => ChainClient;
    log?: Logger;
  } = {},
): Promise<ReconciliationReport> {
  await releaseOutside(database.db);
  return reconcile(
    {
      db: database.db,
      chains: new Map(chains.map((each) => [each.chainCode, each])),
      chainClient,
      now: Date.now,
      depositAddress: circuitDepositAddress,
      log,
    },
    {
      origin: isFull ? 'cli' : 'schedule',
      isFull,
      signal: new AbortController().signal,
      catchUpMs: CATCH_UP_MS,
    },
  );
}

/** Mines enough blocks to make all earlier ones final, and expects no difference. */
export async function expectClean(
  circuit: Pick<PayoutCircuit, keyof MoneyCircuit | 'mineAndRead' | 'untilBooksBalance'>,
  finalBlocks: number,
): Promise<void> {
  await circuit.mineAndRead(finalBlocks);
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}
