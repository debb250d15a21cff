import { readHeader, readHeaderFromEach, standsInChain } from '../../src/chain/read-blocks.js';
import { findStoredBlock, haltChain, rollBackTo, type BlockToStore } from '../../src/db/chain-cursor.js';
import type { Follower, Tip } from './follower.js';

/**
 * Walks back by hash from a height to the last block that we and the chain share, and undoes what was read above it.
 *
 * @returns that block, or null when it lies below what was final: the chain is then halted. The tip itself when it
 *   still stands: what made us doubt was one RPC's answer, or is over.
 */
export async function walkBack(
  follower: Follower,
  { tip, from }: { tip: Tip; from: number },
): Promise<Tip | null> {
  const { deps, chain, client, claim } = follower;
  const { chainCode } = chain;
  let lowest: BlockToStore | undefined;
  for (let number = from; ; number -= 1) {
    const stored = await findStoredBlock(deps.db, { chainCode, number });
    if (stored === undefined) return halt(follower, { tip, lowest });
    lowest = stored;
    const header = await readHeader(client, number);
    if (header.hash !== stored.hash) continue;
    if (number === tip.number) {
      if (await standsInChain(client, tip)) return tip;
      continue;
    }
    deps.log.warn(
      { chainCode, from: tip.number, to: number, depth: tip.number - number },
      'reorganisation: walked back to the last common block',
    );
    await rollBackTo(deps.db, claim, stored);
    return stored;
  }
}

/**
 * No block that may still change is shared. Before it is believed each RPC is asked, and more than half of them have to
 * say so: one alone may be wrong, also while the others don't answer.
 */
async function halt(
  { deps, chain: { chainCode }, client, claim }: Follower,
  { tip, lowest }: { tip: Tip; lowest: BlockToStore | undefined },
): Promise<null> {
  const height = lowest?.number ?? tip.number;
  const answers = await readHeaderFromEach(client, height);
  const disagreeing = answers.find((answer) => answer.ok && answer.value.hash === lowest?.hash);
  if (disagreeing !== undefined) {
    throw new Error(
      `The RPCs of ${chainCode} disagree about final block ${height}: ${disagreeing.origin} has the block that was ` +
        'read, another one has not. Nothing is read until they agree.',
    );
  }
  const denying = answers.filter((answer) => answer.ok);
  if (denying.length <= answers.length / 2) {
    throw new Error(
      `Only ${denying.length} of ${answers.length} RPCs of ${chainCode} answer whether final block ${height} still ` +
        'stands. Nothing is read until more than half of them do.',
    );
  }
  const reason =
    `The chain was reorganised below block ${height}, which it had called final. Nothing is credited until ` +
    'an operator has looked at it and resumed the chain.';
  await haltChain(deps.db, claim, reason);
  deps.log.error({ chainCode, height: tip.number }, reason);
  return null;
}
