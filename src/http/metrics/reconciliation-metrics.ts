import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../db/core/database.js';
import { countDifferences } from '../../db/reconciliation/reconciliation-differences.js';
import { findLastRun } from '../../db/reconciliation/reconciliation-runs.js';
import { collectInTime } from './collect-in-time.js';

/** Registers the gauges of the reconciliation. They are read from the database at each scrape. */
export function registerReconciliationMetrics(
  registry: Registry,
  { db, log }: { db: Database; log: Pick<Logger, 'warn'> },
): void {
  const collect = <T>(gauge: Gauge, read: Promise<T>, set: (found: T) => void): Promise<void> =>
    collectInTime(gauge, { read, set, what: 'the reconciliation', log });
  new Gauge({
    name: 'quittance_reconciliation_differences',
    help: 'Open differences between chain, ledger and invoices, by kind and asset. Alert above 0.',
    labelNames: ['kind', 'chain_code', 'token_symbol'],
    registers: [registry],
    async collect() {
      await collect(this, countDifferences(db), (counts) => {
        for (const { kind, asset, count } of counts)
          this.set({ kind, chain_code: asset.chainCode, token_symbol: asset.tokenSymbol }, count);
      });
    },
  });
  new Gauge({
    name: 'quittance_reconciliation_last_run_timestamp_seconds',
    help: 'When the last reconciliation ended; 0 before the first. Alert when it is hours ago.',
    registers: [registry],
    async collect() {
      await collect(this, findLastRun(db), (run) => {
        this.set(Math.floor((run?.finished?.atMs ?? 0) / 1_000));
      });
    },
  });
  new Gauge({
    name: 'quittance_reconciliation_incomplete_chains',
    help: 'Chains that the last reconciliation could not compare completely.',
    registers: [registry],
    async collect() {
      await collect(this, findLastRun(db), (run) => {
        this.set((run?.finished?.chains ?? []).filter(({ problem }) => problem !== null).length);
      });
    },
  });
}
