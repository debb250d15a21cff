import { readHeaderFromEach } from '../../../src/chain/blocks/read-blocks.js';
import { talliesOf, votesOf } from '../../../src/chain/rpc/votes.js';
import type { BlockToStore } from '../../../src/db/core/block-to-store.js';
import { haltChain } from '../../../src/db/chains/chain-cursor.js';
import type { Follower, Tip } from '../follower.js';

/**
 * Halts the chain, since none of the blocks that may still be replaced is shared. First each RPC is asked, and more
 * than half of them have to confirm this: a single RPC may be wrong, even while the others don't answer.
 */
export async function haltBelowFinality(
  { deps, chain: { chainCode }, client, claim }: Follower,
  { tip, lowest }: { tip: Tip; lowest: BlockToStore | undefined },
): Promise<null> {
  const { number: height, hash: readHash } = lowest ?? tip;
  const { byOrigin, all } = votesOf(await readHeaderFromEach(client, height), ({ hash }) => hash);
  const [disagreeing] = [...byOrigin].find(([, hash]) => hash === lowest?.hash) ?? [];
  if (disagreeing !== undefined) {
    throw new Error(
      `The RPCs of ${chainCode} disagree about final block ${height}: ${disagreeing} has the block that was ` +
        'read, another one does not. Nothing is read until they agree.',
    );
  }
  if (byOrigin.size <= all / 2) {
    throw new Error(
      `Only ${byOrigin.size} of ${all} RPCs of ${chainCode} answer whether final block ${height} still ` +
        'stands. Nothing is read until more than half of them do.',
    );
  }
  // An operator compares both hashes with those of an explorer.
  const now = talliesOf({ byOrigin }).map(({ value, origins }) => `${value} (${origins.join(', ')})`);
  const reason =
    `The chain was reorganised below block ${height}, which it had called final: it was read as ${readHash}, and ` +
    `the RPCs now have ${now.join(' and ')}. Nothing is credited until an operator has looked at it and resumed ` +
    'the chain.';
  await haltChain(deps.db, claim, reason);
  deps.log.error({ chainCode, height: tip.number }, reason);
  return null;
}
