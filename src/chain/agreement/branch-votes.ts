import { readChainedHeader, readHead, readHeader } from '../blocks/read-blocks.js';
import type { ChainClient, RpcAnswer, RpcSession } from '../rpc/types.js';
import { RpcAnswerError, RpcMissingError } from '../rpc/rpc-errors.js';
import { opinionsOf, reachedByMost, votesOf } from '../rpc/votes.js';

/** What the RPCs of a chain say of the block at a height, each origin with one vote: see `votes.ts`. */
export interface BranchVotes {
  /** The hash that each has there. */
  readonly said: ReadonlyMap<string, string>;
  /** How many answer and have not got a block there yet. */
  readonly behind: number;
  /** Those that contradict themselves, or answer what can't be true: they say nothing. */
  readonly unsound: readonly string[];
}

/**
 * What is to be thought of a block that was read.
 * - `stands`: more than half of those that answer have it.
 * - `gone`: more than half have another one there, and two of them the same; or the only one that answers has another.
 * - `disputed`: neither.
 */
export interface BranchJudgement {
  readonly verdict: 'stands' | 'gone' | 'disputed';
  /** By origin: those that have the block, and those that have another one there. */
  readonly having: readonly string[];
  readonly lacking: readonly string[];
}

/** One that has no block there yet may get this one: it is waited for, rather than not counted. */
export function judgeBranch(
  { said, behind }: Pick<BranchVotes, 'said' | 'behind'>,
  hash: string,
): BranchJudgement {
  const having = [...said].flatMap(([origin, each]) => (each === hash ? [origin] : []));
  const lacking = [...said].flatMap(([origin, each]) => (each === hash ? [] : [origin]));
  const answering = said.size + behind;
  const most = Math.max(
    0,
    ...opinionsOf({ said }).map(({ value, origins }) => (value === hash ? 0 : origins.length)),
  );
  if (having.length > answering / 2) return { verdict: 'stands', having, lacking };
  const isGone = lacking.length > answering / 2 && (most >= 2 || answering === 1);
  return { verdict: isGone ? 'gone' : 'disputed', having, lacking };
}

/**
 * Asks every RPC which block it has at the height of one that was read. One whose next block has another parent
 * contradicts itself, and says nothing.
 */
export async function askBranch(client: ChainClient, number: number): Promise<BranchVotes> {
  const hashAtNumber = async (rpc: RpcSession): Promise<string> =>
    (await readChainedHeader(rpc, number)).hash;
  return branchVotes(await client.onEachRpc(hashAtNumber, { withoutHanging: true }));
}

/** Like {@link askBranch}, without a look at what comes after the block: for one that is deep enough below the head. */
export async function askHashes(client: ChainClient, number: number): Promise<BranchVotes> {
  const hashAtNumber = async (rpc: RpcSession): Promise<string> => (await readHeader(rpc, number)).hash;
  return branchVotes(await client.onEachRpc(hashAtNumber, { withoutHanging: true }));
}

/**
 * The height that more than half of the RPCs that answer have reached; null when none answers. Of the URLs of one host
 * the lowest counts.
 */
export async function readReachedHeight(client: ChainClient): Promise<number | null> {
  const answers = await client.onEachRpc(readHead, { withoutHanging: true });
  return reachedByMost(answers, ({ number }) => number)?.number ?? null;
}

export function branchVotes(answers: readonly RpcAnswer<string>[]): BranchVotes {
  const { said, torn } = votesOf(answers, (hash) => hash);
  const failedBy = (kind: typeof RpcMissingError | typeof RpcAnswerError): readonly string[] => {
    const failed = answers.filter((each) => !each.ok && !each.aside && each.error instanceof kind);
    return [...new Set(failed.map(({ origin }) => origin))].filter((origin) => !said.has(origin));
  };
  const behind = failedBy(RpcMissingError).filter((origin) => !torn.has(origin)).length;
  return { said, behind, unsound: failedBy(RpcAnswerError) };
}
