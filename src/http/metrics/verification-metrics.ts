import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { listUnreadRanges, type UnreadRange } from '../../db/chains/asset-readings.js';
import type { Database } from '../../db/core/database.js';
import { readVerifications } from '../../db/chains/verification-scan.js';
import type { Chain } from '../../domain/core/asset.js';
import { collectInTime } from './collect-in-time.js';

/**
 * Registers the gauges of the verification scan: the payments that RPCs omitted, the blocks that are not verified yet,
 * and the blocks that are still to be read for tokens that were listed later. They are read from the database at each
 * scrape.
 */
export function registerVerificationMetrics(
  registry: Registry,
  { db, chains, log }: { db: Database; chains: ReadonlyMap<string, Chain>; log: Pick<Logger, 'warn'> },
): void {
  const what = 'the verification scan';
  new Gauge({
    name: 'quittance_rpc_omitted_transfers',
    help: 'All payments so far that an RPC was found to leave out of its logs. Alert when it rises.',
    labelNames: ['chain_code', 'rpc'],
    registers: [registry],
    async collect() {
      const set = ({ omissions }: Awaited<ReturnType<typeof readVerifications>>): void => {
        // Prometheus notices a rise only of a figure that it knows. Without the zero, the first omission would raise no
        // alert.
        for (const [chain_code, { rpcUrls }] of chains)
          for (const url of rpcUrls) this.set({ chain_code, rpc: new URL(url).origin }, 0);
        for (const { chainCode, rpc, omitted } of omissions)
          this.set({ chain_code: chainCode, rpc }, omitted);
      };
      await collectInTime(this, { read: readVerifications(db), set, what, log });
    },
  });
  new Gauge({
    name: 'quittance_chain_unverified_blocks',
    help: 'Final blocks that came from one RPC and are not verified by a second one yet; for chains with several RPCs.',
    labelNames: ['chain_code'],
    registers: [registry],
    async collect() {
      const set = ({ behind }: Awaited<ReturnType<typeof readVerifications>>): void => {
        for (const { chainCode, blocks } of behind) this.set({ chain_code: chainCode }, blocks);
      };
      await collectInTime(this, { read: readVerifications(db), set, what, log });
    },
  });
  new Gauge({
    name: 'quittance_chain_unread_blocks',
    help: 'Blocks that were read before this token was listed. They are read for it again as soon as they are final.',
    labelNames: ['chain_code', 'token_symbol'],
    registers: [registry],
    async collect() {
      const set = (ranges: readonly UnreadRange[]): void => {
        for (const { chainCode, tokenSymbol, fromNumber, toNumber, readFrom } of ranges)
          if (readFrom === null)
            this.inc({ chain_code: chainCode, token_symbol: tokenSymbol }, toNumber - fromNumber + 1);
      };
      await collectInTime(this, { read: listUnreadRanges(db), set, what: 'the unread blocks', log });
    },
  });
}
