import { askBranch, judgeBranch, type BranchVotes } from '../../../src/chain/agreement/branch-votes.js';
import { readHead, readHeader } from '../../../src/chain/blocks/read-blocks.js';
import { opinionsOf, votesOf } from '../../../src/chain/rpc/votes.js';
import { findStoredBlock } from '../../../src/db/chains/chain-cursor.js';
import type { Follower, Tip } from '../follower.js';
import { hasSecondRpc } from '../has-second-rpc.js';

/** What the RPCs contradict each other about: until they agree nothing is read or undone, or becomes final. */
export interface BranchDispute {
  readonly height: number;
  /** In words, with the origins of those that contradict each other. */
  readonly reason: string;
}

/**
 * Does a block that was read, and may still be replaced, stand in the chain? What most RPCs have there counts. Those
 * that have something else, or contradict themselves, are put aside for a while: the next block would be read from them
 * again.
 */
export async function judgeBlock(
  { client }: Pick<Follower, 'client'>,
  { number, hash }: Pick<Tip, 'number' | 'hash'>,
): Promise<'stands' | 'gone' | BranchDispute> {
  const votes = await askBranch(client, number);
  const { verdict, having, lacking } = judgeBranch(votes, hash);
  if (verdict === 'disputed') return disputeOf(votes, { number, hash });
  for (const origin of verdict === 'gone' ? having : lacking)
    client.quarantine(origin, `has another block ${number} than most RPCs`, 'strays');
  for (const origin of votes.unsound)
    client.quarantine(origin, `contradicts itself about block ${number} and the next one`, 'strays');
  return verdict;
}

/** What the RPCs have at the height of a block that was read, in words. */
export function disputeOf(votes: BranchVotes, { number, hash }: Pick<Tip, 'number' | 'hash'>): BranchDispute {
  const told = opinionsOf(votes).map(({ value, origins }) => `${origins.join(', ')}: ${value}`);
  const reason =
    told.length === 0
      ? `no RPC that is to be relied upon says which block ${number} is`
      : `block ${number} was read as ${hash}, and the RPCs have ${told.join('; ')}`;
  return { height: number, reason };
}

/**
 * Looks whether what we follow is what most RPCs follow: the one that is read from goes on consistently on a branch of
 * its own, too. Each is asked for its head, and for its block at our height when it is beyond that.
 *
 * @returns the lowest height at which one of them has another block than we, when as many have another one as ours.
 */
export async function findDoubt(follower: Follower, tip: Tip): Promise<number | null> {
  const { deps, chain, client } = follower;
  if (!hasSecondRpc(follower)) return null;
  const answers = await client.onEachRpc(
    async (rpc) => {
      const head = await readHead(rpc);
      const { number, hash } = head.number > tip.number ? await readHeader(rpc, tip.number) : head;
      const ours =
        number === tip.number ? tip : await findStoredBlock(deps.db, { chainCode: chain.chainCode, number });
      // One so far behind that we no longer keep what it has says nothing.
      return ours === undefined ? undefined : ours.hash === hash ? null : number;
    },
    { withoutHanging: true },
  );
  const { said } = votesOf(
    answers,
    (said) => said,
    (differsAt) => differsAt !== null,
  );
  const differing = [...said.values()].filter((number) => number !== null);
  return differing.length > 0 && differing.length >= said.size / 2 ? Math.min(...differing) : null;
}
