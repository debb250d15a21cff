import {
  BlockNotFoundError,
  readHeader,
  readHeaderFromEach,
  type BlockHeader,
} from '../../src/chain/read-blocks.js';
import type { RpcAnswer } from '../../src/chain/rpc.js';
import { RpcMissingError } from '../../src/chain/rpc-errors.js';
import {
  listStoredFacts,
  noteResumeProblem,
  resumeFrom,
  type StoredFact,
} from '../../src/db/chain-resume.js';
import type { Follower } from './follower.js';

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

async function stands({ client }: Resuming, fact: StoredFact): Promise<boolean> {
  try {
    return (await readHeader(client, fact.number)).hash === fact.hash;
  } catch (error) {
    if (error instanceof BlockNotFoundError) return false;
    throw error;
  }
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
  if (denying.length > answers.length / 2) return null;
  return `only ${denying.length} of ${answers.length} RPCs answer about block ${gone.number}; more than half have to`;
}

/**
 * Does what an operator ordered: finds the last block that a halted chain shares with what is stored, and goes on from
 * it. What was booked on blocks that are gone is reversed by the invoices and withdrawals concerned, as in any
 * reorganisation; blocks between that and the real fork hold nothing of ours, and are read again like all others.
 *
 * @returns false when it can't be done yet; why stands at the chain, for the operator.
 */
export async function resume(resuming: Resuming): Promise<boolean> {
  const { deps, chain, client, claim } = resuming;
  const { chainCode } = chain;
  const { shared, gone } = await findParting(resuming);
  if (gone === null) {
    await resumeFrom(deps.db, claim, undefined);
    deps.log.warn({ chainCode }, 'resumed: the chain has every block that was read');
    return true;
  }
  const problem = whyNotGone(await readHeaderFromEach(client, gone.number), gone);
  if (problem !== null) {
    await noteResumeProblem(deps.db, claim, problem);
    deps.log.error({ chainCode }, `can't resume yet: ${problem}`);
    return false;
  }
  const ancestor = shared === null ? null : await readHeader(client, shared.number);
  if (ancestor !== null && ancestor.hash !== shared?.hash) return false; // it has just changed: from the start
  await resumeFrom(deps.db, claim, ancestor);
  deps.log.warn(
    { chainCode, from: shared?.number ?? null },
    'resumed: what the chain no longer has is undone',
  );
  return true;
}
