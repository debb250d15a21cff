import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { listAssetFreezes } from '../../db/withdrawals/asset-freezes.js';
import { DISPUTABLE } from '../../db/chains/chain-disputes.js';
import { readChainStatuses, type ChainStatus } from '../../db/chains/chain-status.js';
import type { Database } from '../../db/core/database.js';
import { countFailingSends, findLastLook } from '../../db/operators/notices.js';
import { countUnattendedDeliveries } from '../../db/webhooks/deliveries.js';
import { countFailingEndpoints } from '../../db/webhooks/endpoint-health.js';
import {
  countWaitingWithdrawals,
  countWithdrawalsUnderWay,
} from '../../db/withdrawals/withdrawals-under-way.js';
import { gasAsset, type Chain } from '../../domain/core/asset.js';
import { WAIT_CODES } from '../../domain/withdrawals/withdrawal-waits.js';

import { collectInTime } from './collect-in-time.js';

interface Sources {
  readonly db: Database;
  /** By chain code. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Registers the gauges of everything that may need an operator. They are read from the database at each scrape. */
export function registerOperationsMetrics(registry: Registry, sources: Sources): void {
  registerChains(registry, sources);
  registerWithdrawals(registry, sources);
  registerWaits(registry, sources);
  registerWebhooks(registry, sources);
  registerNotices(registry, sources);
}

function registerChains(registry: Registry, { db, chains, log }: Sources): void {
  const collect = <L extends string>(
    gauge: Gauge<L>,
    set: (chain: Chain, status: ChainStatus | undefined) => void,
  ): Promise<void> => {
    const setAll = (statuses: ReadonlyMap<string, ChainStatus>): void => {
      for (const chain of chains.values()) set(chain, statuses.get(chain.chainCode));
    };
    return collectInTime(gauge, { read: readChainStatuses(db), set: setAll, what: 'chains', log });
  };
  new Gauge({
    name: 'quittance_chain_halted',
    help: '1: the chain is halted, or does not match its configuration; nothing is credited there. Alert above 0.',
    labelNames: ['chain_code'],
    registers: [registry],
    async collect() {
      await collect(this, ({ chainCode }, status) => {
        const isHalted = status?.cursor?.haltedReason != null || status?.report?.mismatch != null;
        this.set({ chain_code: chainCode }, isHalted ? 1 : 0);
      });
    },
  });
  new Gauge({
    name: 'quittance_chain_caught_up_timestamp_seconds',
    help: 'When the workers last caught up with the chain; 0 before the first time. Alert when it is minutes ago.',
    labelNames: ['chain_code'],
    registers: [registry],
    async collect() {
      await collect(this, ({ chainCode }, status) => {
        this.set({ chain_code: chainCode }, toSeconds(status?.cursor?.caughtUpAtMs ?? 0));
      });
    },
  });
  new Gauge({
    name: 'quittance_chain_disputes',
    help: 'Open contradictions between RPCs; payments wait for them. Alert above 0 for some minutes.',
    labelNames: ['chain_code', 'about'],
    registers: [registry],
    async collect() {
      await collect(this, ({ chainCode }, status) => {
        for (const about of DISPUTABLE) {
          const disputes = (status?.disputes ?? []).filter((dispute) => dispute.about === about);
          this.set({ chain_code: chainCode, about }, disputes.length);
        }
      });
    },
  });
  new Gauge({
    name: 'quittance_wallet_balance',
    help: 'Balances of hot and sweeping wallets, in whole coins. Alert below one day of gas and withdrawals.',
    labelNames: ['chain_code', 'address', 'token_symbol'],
    registers: [registry],
    async collect() {
      await collect(this, (chain, status) => {
        for (const { address, tokenSymbol, balanceAtomic } of status?.report?.wallets ?? []) {
          const asset = [...chain.assets, gasAsset(chain)].find((one) => one.tokenSymbol === tokenSymbol);
          if (asset === undefined) continue;
          const labels = { chain_code: chain.chainCode, address, token_symbol: tokenSymbol };
          this.set(labels, Number(balanceAtomic) / 10 ** asset.decimals);
        }
      });
    },
  });
}

function registerWithdrawals(registry: Registry, { db, log }: Sources): void {
  const what = 'withdrawals';
  new Gauge({
    name: 'quittance_asset_frozen',
    help: 'Assets whose withdrawals wait until an operator releases them. Alert above 0.',
    labelNames: ['chain_code', 'token_symbol'],
    registers: [registry],
    async collect() {
      const set = (freezes: Awaited<ReturnType<typeof listAssetFreezes>>): void => {
        for (const { asset } of freezes)
          this.set({ chain_code: asset.chainCode, token_symbol: asset.tokenSymbol }, 1);
      };
      await collectInTime(this, { read: listAssetFreezes(db), set, what, log });
    },
  });
  new Gauge({
    name: 'quittance_withdrawals',
    help: 'Withdrawals under way.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const set = (counts: Awaited<ReturnType<typeof countWithdrawalsUnderWay>>): void => {
        for (const { status, count } of counts) this.set({ status }, count);
      };
      await collectInTime(this, { read: countWithdrawalsUnderWay(db), set, what, log });
    },
  });
  new Gauge({
    name: 'quittance_withdrawals_oldest_timestamp_seconds',
    help: 'When the oldest of them was approved, or requested if it still waits for approval. Alert when it is an hour ago.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const set = (counts: Awaited<ReturnType<typeof countWithdrawalsUnderWay>>): void => {
        for (const { status, oldestAtMs } of counts)
          if (oldestAtMs !== null) this.set({ status }, toSeconds(oldestAtMs));
      };
      await collectInTime(this, { read: countWithdrawalsUnderWay(db), set, what, log });
    },
  });
}

function registerWaits(registry: Registry, { db, chains, log }: Sources): void {
  new Gauge({
    name: 'quittance_withdrawals_waiting',
    help: 'Withdrawals that can not be sent or mined yet, by what they wait for. Alert above 0, after minutes or at once.',
    labelNames: ['chain_code', 'code'],
    registers: [registry],
    async collect() {
      const set = (counts: Awaited<ReturnType<typeof countWaitingWithdrawals>>): void => {
        for (const chain_code of chains.keys())
          for (const code of WAIT_CODES) this.set({ chain_code, code }, 0);
        for (const { chainCode, code, count } of counts) this.set({ chain_code: chainCode, code }, count);
      };
      await collectInTime(this, { read: countWaitingWithdrawals(db), set, what: 'withdrawals', log });
    },
  });
}

function registerWebhooks(registry: Registry, { db, log }: Sources): void {
  const collect = (gauge: Gauge, read: Promise<number>): Promise<void> =>
    collectInTime(gauge, { read, set: (count) => gauge.set(count), what: 'webhooks', log });
  new Gauge({
    name: 'quittance_webhook_endpoints_failing',
    help: 'Enabled webhook endpoints that have failed every attempt since their last success.',
    registers: [registry],
    async collect() {
      await collect(this, countFailingEndpoints(db));
    },
  });
  new Gauge({
    name: 'quittance_webhook_deliveries_unattended',
    help: 'Deliveries due for 5 minutes that nobody has begun, at most 1,000. Alert above 0: no worker sends webhooks.',
    registers: [registry],
    async collect() {
      await collect(this, countUnattendedDeliveries(db, Date.now()));
    },
  });
}

function registerNotices(registry: Registry, { db, log }: Sources): void {
  const what = 'notices';
  new Gauge({
    name: 'quittance_notices_looked_timestamp_seconds',
    help: 'When a worker last looked for problems that need an operator; 0 before the first time. Alert when it is minutes ago.',
    registers: [registry],
    async collect() {
      const set = (atMs: number): void => this.set(toSeconds(atMs));
      await collectInTime(this, { read: findLastLook(db), set, what, log });
    },
  });
  new Gauge({
    name: 'quittance_notices_failing',
    help: 'Notices that a receiver of NOTIFY_URLS did not take, and that are tried again. Alert above 0.',
    registers: [registry],
    async collect() {
      const set = (count: number): void => this.set(count);
      await collectInTime(this, { read: countFailingSends(db, Date.now()), set, what, log });
    },
  });
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
