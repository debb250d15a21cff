import { askHashes } from '../../../src/chain/agreement/branch-votes.js';
import { readHeaderFromEach, type BlockHeader } from '../../../src/chain/blocks/read-blocks.js';
import type { ChainClient, RpcAnswer } from '../../../src/chain/rpc/types.js';
import { RpcMissingError } from '../../../src/chain/rpc/rpc-errors.js';
import { countOrigins } from '../../../src/chain/rpc/votes.js';
import {
  listStoredFacts,
  noteResumeProblem,
  resumeFrom,
  type StoredFact,
} from '../../../src/db/chains/chain-resume.js';
import type { Follower } from '../follower.js';

type Resuming = Pick<Follower, 'deps' | 'chain' | 'client' | 'claim'>;

/** Stored facts looked at in one step; the search halves them. */
const FACTS_PER_PAGE = 500;

/** Where the chain and what is stored part. */
interface Parting {
  /** The highest block that both have; null when they share none. */
  readonly shared: StoredFact | null;
  /** The lowest block that we stored and the chain no longer has; null when it has them all. */
  readonly gone: StoredFact | null;
}

/** The RPCs don't agree where the chain and what is stored part. */
class PartingDisputedError extends Error {}

/** Do more than half of the RPCs that answer have the block? One alone would undo what stands, or keep what is gone. */
async function stands({ client }: Resuming, { number, hash }: StoredFact): Promise<boolean> {
  const { said, behind } = await askHashes(client, number);
  const having = [...said.values()].filter((each) => each === hash).length;
  const lacking = said.size - having + behind;
  if (having !== lacking) return having > lacking;
  throw new PartingDisputedError(
    having === 0
      ? `no RPC says which block ${number} is`
      : `the RPCs disagree about block ${number}: as many have the one that was read as have not`,
  );
}

/** A block that both have makes both have all blocks below it: so the parting is found by halving. */
async function findParting(resuming: Resuming): Promise<Parting> {
  const { deps, chain } = resuming;
  let gone: StoredFact | null = null;
  for (;;) {
    const facts: readonly StoredFact[] = await listStoredFacts(deps.db, {
      chainCode: chain.chainCode,
      below: gone?.number ?? Number.MAX_SAFE_INTEGER,
      limit: FACTS_PER_PAGE,
    });
    const lowest = facts.at(-1);
    if (lowest === undefined) return { shared: null, gone };
    if (!(await stands(resuming, lowest))) {
      gone = lowest;
      continue;
    }
    let [standing, after] = [facts.length - 1, -1];
    while (standing - after > 1) {
      const middle = Math.floor((standing + after) / 2);
      const fact = facts[middle];
      if (fact !== undefined && (await stands(resuming, fact))) standing = middle;
      else after = middle;
    }
    return { shared: facts[standing] ?? lowest, gone: facts[after] ?? gone };
  }
}

/** What has to be so before final blocks are undone: more than half of all RPCs deny the block, and none has it. */
function whyNotGone(answers: readonly RpcAnswer<BlockHeader>[], gone: StoredFact): string | null {
  const having = answers.find((answer) => !answer.aside && answer.ok && answer.value.hash === gone.hash);
  if (having !== undefined) {
    return `the RPCs disagree about block ${gone.number}: ${having.origin} still has the one that was read`;
  }
  const denying = answers.filter((answer) => answer.ok || answer.error instanceof RpcMissingError);
  const denied = countOrigins(denying);
  const all = countOrigins(answers);
  if (denied > all / 2) return null;
  return `only ${denied} of ${all} RPCs answer about block ${gone.number}; more than half have to`;
}

/**
 * Does what an operator ordered: finds the last block that a halted chain shares with what is stored, and goes on from
 * it. What was booked on blocks that are gone is reversed by the invoices and withdrawals concerned, as in any
 * reorganisation; blocks between that and the real fork hold nothing of ours, and are read again like all others.
 *
 * @returns false when it can't be done yet; why stands at the chain, for the operator.
 */
export async function resume(resuming: Resuming): Promise<boolean> {
  try {
    return await resumeWhereParted(resuming, await findParting(resuming));
  } catch (error) {
    if (!(error instanceof PartingDisputedError)) throw error;
    return notYet(resuming, error.message);
  }
}

async function resumeWhereParted(resuming: Resuming, { shared, gone }: Parting): Promise<boolean> {
  const { deps, chain, client, claim } = resuming;
  const { chainCode } = chain;
  if (gone === null) {
    await resumeFrom(deps.db, claim, undefined);
    deps.log.warn({ chainCode }, 'resumed: the chain has every block that was read');
    return true;
  }
  const problem = whyNotGone(await readHeaderFromEach(client, gone.number), gone);
  if (problem !== null) return notYet(resuming, problem);
  const ancestor = shared === null ? null : await readShared(client, shared);
  if (ancestor === undefined) return false; // it has just changed: from the start
  await resumeFrom(deps.db, claim, ancestor);
  deps.log.warn(
    { chainCode, from: shared?.number ?? null },
    'resumed: what the chain no longer has is undone',
  );
  return true;
}

async function notYet({ deps, chain: { chainCode }, claim }: Resuming, problem: string): Promise<false> {
  await noteResumeProblem(deps.db, claim, problem);
  deps.log.error({ chainCode }, `can't resume yet: ${problem}`);
  return false;
}

/** Its header, from an RPC that has it. */
async function readShared(client: ChainClient, shared: StoredFact): Promise<BlockHeader | undefined> {
  const answers = await readHeaderFromEach(client, shared.number);
  return answers.flatMap((each) => (each.ok && each.value.hash === shared.hash ? [each.value] : []))[0];
}
