import { readChainedHeader, readHead, readHeader } from '../blocks/read-blocks.js';
import type { ChainClient, RpcAnswer, RpcSession } from '../rpc/types.js';
import { RpcAnswerError, RpcMissingError } from '../rpc/rpc-errors.js';
import { talliesOf, reachedByMost, votesOf } from '../rpc/votes.js';

/** The votes of a chain's RPCs for the block at a height. Each origin has one vote: see `votes.ts`. */
export interface BranchVotes {
  /** The hash that each origin has at the height. */
  readonly byOrigin: ReadonlyMap<string, string>;
  /** How many origins answer, but do not have a block at the height yet. */
  readonly behind: number;
  /** Origins with a contradictory or impossible answer. They have no vote. */
  readonly unsound: readonly string[];
}

/**
 * The judgement of a block that was read.
 * - `stands`: more than half of the answering RPCs have it.
 * - `gone`: more than half of the answering RPCs have another block at its height, and two of them have the same one.
 *   Or only one RPC answers, and it has another block.
 * - `disputed`: neither.
 */
export interface BranchJudgement {
  readonly verdict: 'stands' | 'gone' | 'disputed';
  /** The origins that have the block. */
  readonly having: readonly string[];
  /** The origins that have another block at its height. */
  readonly lacking: readonly string[];
}

/** Judges a block by the votes. An RPC without a block at the height yet counts as answering: it may get this one. */
export function judgeBranch(
  { byOrigin, behind }: Pick<BranchVotes, 'byOrigin' | 'behind'>,
  hash: string,
): BranchJudgement {
  const having = [...byOrigin].flatMap(([origin, each]) => (each === hash ? [origin] : []));
  const lacking = [...byOrigin].flatMap(([origin, each]) => (each === hash ? [] : [origin]));
  const answering = byOrigin.size + behind;
  const mostForOther = Math.max(
    0,
    ...talliesOf({ byOrigin }).map(({ value, origins }) => (value === hash ? 0 : origins.length)),
  );
  if (having.length > answering / 2) return { verdict: 'stands', having, lacking };
  const isGone = lacking.length > answering / 2 && (mostForOther >= 2 || answering === 1);
  return { verdict: isGone ? 'gone' : 'disputed', having, lacking };
}

/**
 * Asks every RPC which block it has at a height. An RPC whose next block has another parent contradicts itself, and has
 * no vote.
 */
export async function askBranch(client: ChainClient, number: number): Promise<BranchVotes> {
  const hashAtNumber = async (rpc: RpcSession): Promise<string> =>
    (await readChainedHeader(rpc, number)).hash;
  return branchVotes(await client.onEachRpc(hashAtNumber, { withoutHanging: true }));
}

/** Like {@link askBranch}, without a check of the next block: for a block that is deep enough below the head. */
export async function askHashes(client: ChainClient, number: number): Promise<BranchVotes> {
  const hashAtNumber = async (rpc: RpcSession): Promise<string> => (await readHeader(rpc, number)).hash;
  return branchVotes(await client.onEachRpc(hashAtNumber, { withoutHanging: true }));
}

/**
 * Returns the height that more than half of the answering RPCs have reached; null when none answers. When several URLs
 * of one host answer, the lowest height counts.
 */
export async function readReachedHeight(client: ChainClient): Promise<number | null> {
  const answers = await client.onEachRpc(readHead, { withoutHanging: true });
  return reachedByMost(answers, ({ number }) => number)?.number ?? null;
}

/** Counts the answers to {@link askBranch}. */
export function branchVotes(answers: readonly RpcAnswer<string>[]): BranchVotes {
  const { byOrigin, inconsistent } = votesOf(answers, (hash) => hash);
  const failedWith = (kind: typeof RpcMissingError | typeof RpcAnswerError): readonly string[] => {
    const failed = answers.filter((each) => !each.ok && !each.quarantined && each.error instanceof kind);
    return [...new Set(failed.map(({ origin }) => origin))].filter((origin) => !byOrigin.has(origin));
  };
  const behind = failedWith(RpcMissingError).filter((origin) => !inconsistent.has(origin)).length;
  return { byOrigin, behind, unsound: failedWith(RpcAnswerError) };
}
