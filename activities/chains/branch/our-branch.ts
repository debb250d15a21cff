import { askBranch, judgeBranch, type BranchVotes } from '../../../src/chain/agreement/branch-votes.js';
import { readHead, readHeader } from '../../../src/chain/blocks/read-blocks.js';
import { talliesOf, votesOf } from '../../../src/chain/rpc/votes.js';
import { findStoredBlock } from '../../../src/db/chains/store-blocks.js';
import type { Follower, Tip } from '../follower.js';
import { hasSecondRpc } from '../../../src/chain/rpc/has-second-rpc.js';

/** A contradiction of the RPCs. Until they agree, nothing is read, nothing is undone, and nothing becomes final. */
export interface BranchDispute {
  readonly height: number;
  /** The contradiction in words, with the origins of the RPCs. */
  readonly reason: string;
}

/**
 * Judges whether a block that was read, and may still be replaced, stands in the chain. The block that most RPCs have
 * counts. RPCs that have another block, or contradict themselves, are quarantined for a while: otherwise the next block
 * would be read from them again.
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

/** Describes the blocks that the RPCs have at the height of a block that was read. */
export function disputeOf(votes: BranchVotes, { number, hash }: Pick<Tip, 'number' | 'hash'>): BranchDispute {
  const hashes = talliesOf(votes).map(({ value, origins }) => `${origins.join(', ')}: ${value}`);
  const reason =
    hashes.length === 0
      ? `no healthy RPC says which block ${number} is`
      : `block ${number} was read as ${hash}, and the RPCs have ${hashes.join('; ')}`;
  return { height: number, reason };
}

/**
 * Checks whether most RPCs follow our branch. The RPC that we read from may consistently follow a branch that no other
 * RPC has. Each RPC is asked for its head and, when that is beyond our tip, for its block at our tip's height.
 *
 * @returns the lowest height at which an RPC has another block than we do, when at least half of them have another
 *   block; null otherwise.
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
      // An RPC has no vote when it is so far behind that we no longer keep a block at its height.
      return ours === undefined ? undefined : ours.hash === hash ? null : number;
    },
    { withoutHanging: true },
  );
  const { byOrigin } = votesOf(
    answers,
    (differsAt) => differsAt,
    (differsAt) => differsAt !== null,
  );
  const differing = [...byOrigin.values()].filter((number) => number !== null);
  return differing.length > 0 && differing.length >= byOrigin.size / 2 ? Math.min(...differing) : null;
}
