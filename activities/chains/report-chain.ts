import { setTimeout as pause } from 'node:timers/promises';
import { readBalance } from '../../src/chain/blocks/read-balance.js';
import { noteRpcs, noteWallets, type WalletReport } from '../../src/db/chains/chain-reports.js';
import { listWallets } from '../../src/db/wallets/wallets.js';
import { gasAsset } from '../../src/domain/core/asset.js';
import { COMPARE_INTERVAL_MS, compareRpcs } from './keep-comparing.js';
import type { Follower } from './follower.js';

type Reporting = Pick<Follower, 'deps' | 'chain' | 'client'>;

/** The hot wallet's balances are read once in this many rounds. */
const ROUNDS_PER_BALANCES = 3;

/** @returns false when none of them answers. */
async function reportRpcs({ deps, chain: { chainCode }, client }: Reporting): Promise<boolean> {
  await compareRpcs({ db: deps.db, client });
  const rpcs = client.health();
  await noteRpcs(deps.db, { chainCode, rpcs, nowMs: deps.now() });
  return rpcs.some(({ consecutiveFailures }) => consecutiveFailures === 0);
}

async function reportWallets({ deps, chain, client }: Reporting): Promise<void> {
  const { chainCode, assets } = chain;
  const gas = gasAsset(chain);
  const held = assets.includes(gas) ? assets : [...assets, gas];
  const addresses = await listWallets(deps.db, chainCode);
  const wallets: WalletReport[] = [];
  for (const address of addresses) {
    for (const asset of held) {
      const balanceAtomic = await readBalance(client, { address, asset });
      wallets.push({ address, tokenSymbol: asset.tokenSymbol, balanceAtomic });
    }
  }
  await noteWallets(deps.db, { chainCode, wallets, nowMs: deps.now() });
}

/**
 * Compares the chain's RPCs and updates the report for operators, again and again until the signal is aborted. Runs
 * beside the follower and never delays it. Never rejects: after a failure, it tries again in the next round.
 */
export async function reportChain(reporting: Reporting, signal: AbortSignal): Promise<void> {
  const { deps, chain } = reporting;
  const isOver = (): boolean => signal.aborted;
  for (let round = 0; !isOver(); round += 1) {
    try {
      const answers = await reportRpcs(reporting);
      // Without an answer it would only delay the next report, by minutes where RPCs hang.
      if (answers && round % ROUNDS_PER_BALANCES === 0) await reportWallets(reporting);
    } catch (error) {
      if (!signal.aborted)
        deps.log.warn({ chainCode: chain.chainCode, err: error }, 'no report of the chain');
    }
    await pause(COMPARE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
