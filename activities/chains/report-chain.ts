import { setTimeout as pause } from 'node:timers/promises';
import { readBalance } from '../../src/chain/blocks/read-balance.js';
import { noteRpcs, noteWallets, type WalletReport } from '../../src/db/chains/chain-reports.js';
import { listWallets } from '../../src/db/wallets/wallets.js';
import { gasAsset } from '../../src/domain/core/asset.js';
import { compareRpcs } from './keep-comparing.js';
import type { Follower } from './follower.js';

type Reporting = Pick<Follower, 'deps' | 'chain' | 'client'>;

/** Between two comparisons of the chain's RPCs. */
const RPCS_INTERVAL_MS = 10_000;
/** Balances of the hot wallet are read at every so manieth of them. */
const TURNS_PER_BALANCES = 3;

async function reportRpcs({ deps, chain: { chainCode }, client }: Reporting): Promise<void> {
  await compareRpcs({ db: deps.db, client });
  await noteRpcs(deps.db, { chainCode, rpcs: client.health(), nowMs: deps.now() });
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
 * Beside the follower and never in its way: keeps the chain's RPCs compared, and the report for operators fresh, until
 * the signal is aborted. Never rejects: what can't be reported now is tried again at the next turn.
 */
export async function reportChain(reporting: Reporting, signal: AbortSignal): Promise<void> {
  const { deps, chain } = reporting;
  const isOver = (): boolean => signal.aborted;
  for (let turn = 0; !isOver(); turn += 1) {
    try {
      await reportRpcs(reporting);
      if (turn % TURNS_PER_BALANCES === 0) await reportWallets(reporting);
    } catch (error) {
      if (!signal.aborted)
        deps.log.warn({ chainCode: chain.chainCode, err: error }, 'no report of the chain');
    }
    await pause(RPCS_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
