import { freezeForOutside } from '../../src/db/withdrawals/freeze-for-outside.js';
import type { Follower } from './follower.js';

/**
 * Freezes the assets of the chain when somebody else has moved coins out of our wallets, and tells operators. Nothing
 * worse can happen here, so it is logged as fatal.
 */
export async function alarmOutside({ deps, chain }: Pick<Follower, 'deps' | 'chain'>): Promise<void> {
  const frozen = await freezeForOutside(deps.db, { chain, nowMs: deps.now() });
  if (frozen === null) return;
  const { chainCode } = chain;
  const txHashes = [...new Set(frozen.transfers.map(({ txHash }) => txHash))];
  deps.log.fatal(
    { chainCode, txHashes },
    `coins have left our wallets without our signature; the chain's withdrawals are frozen until an operator releases them: ${frozen.reason}`,
  );
}
