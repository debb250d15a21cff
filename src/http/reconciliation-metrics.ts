import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.js';
import { countDifferences } from '../db/reconciliation-differences.js';
import { findLastRun } from '../db/reconciliation-runs.js';

/** Read from the database when they are asked for, so that every API process says the same. */
export function registerReconciliationMetrics(registry: Registry, db: Database): void {
  new Gauge({
    name: 'quittance_reconciliation_differences',
    help: 'Differences between chain, ledger and invoices that stand, by kind and asset. Alert above 0.',
    labelNames: ['kind', 'chain_code', 'token_symbol'],
    registers: [registry],
    async collect() {
      const counts = await countDifferences(db);
      this.reset();
      for (const { kind, asset, count } of counts)
        this.set({ kind, chain_code: asset.chainCode, token_symbol: asset.tokenSymbol }, count);
    },
  });
  new Gauge({
    name: 'quittance_reconciliation_last_run_timestamp_seconds',
    help: 'When the last reconciliation ended; 0 before the first. Alert when it is hours ago.',
    registers: [registry],
    async collect() {
      const finished = (await findLastRun(db))?.finished ?? null;
      this.set(finished === null ? 0 : Math.floor(finished.atMs / 1_000));
    },
  });
  new Gauge({
    name: 'quittance_reconciliation_incomplete_chains',
    help: 'Chains of which the last reconciliation could not compare everything.',
    registers: [registry],
    async collect() {
      const chains = (await findLastRun(db))?.finished?.chains ?? [];
      this.set(chains.filter(({ problem }) => problem !== null).length);
    },
  });
}
