import { readHeader } from '../../src/chain/read-blocks.js';
import { findStoredBlock, haltChain, rollBackTo } from '../../src/db/chain-cursor.js';
import type { Follower, Tip } from './follower.js';

/**
 * Walks back by hash from a height to the last block that we and the chain share, and undoes what was read above it.
 *
 * @returns that block, or null when it lies below what was final: the chain is then halted.
 */
export async function walkBack(
  { deps, chain, client, claim }: Follower,
  { tip, from }: { tip: Tip; from: number },
): Promise<Tip | null> {
  const { chainCode } = chain;
  for (let number = from; ; number -= 1) {
    const stored = await findStoredBlock(deps.db, { chainCode, number });
    if (stored === undefined) {
      const reason =
        `The chain was reorganised below block ${number + 1}, which it had called final. Nothing is credited until ` +
        'an operator has looked at it and resumed the chain.';
      await haltChain(deps.db, claim, reason);
      deps.log.error({ chainCode, height: tip.number }, reason);
      return null;
    }
    const header = await readHeader(client, number);
    if (header.hash === stored.hash) {
      deps.log.warn(
        { chainCode, from: tip.number, to: number, depth: tip.number - number },
        'reorganisation: walked back to the last common block',
      );
      await rollBackTo(deps.db, claim, stored);
      return stored;
    }
  }
}
