import { askHashes } from '../../../src/chain/agreement/branch-votes.js';
import { readHeaderFromEach, type BlockHeader } from '../../../src/chain/blocks/read-blocks.js';
import type { ChainClient, RpcAnswer } from '../../../src/chain/rpc/types.js';
import { RpcMissingError } from '../../../src/chain/rpc/rpc-errors.js';
import { countOrigins } from '../../../src/domain/chains/count-origins.js';
import {
  listStoredFacts,
  noteResumeProblem,
  resumeFrom,
  type StoredFact,
} from '../../../src/db/chains/chain-resume.js';
import { transaction } from '../../../src/db/core/database.js';
import { wakeWaiting } from '../../../src/db/withdrawals/wake-waiting.js';
import type { Follower } from '../follower.js';
import type { HaltReminder } from '../halt-reminder.js';

type Resuming = Pick<Follower, 'deps' | 'chain' | 'client' | 'claim'>;

/** How many stored facts are read in one step of the search. */
const FACTS_PER_PAGE = 500;

/** The fork between the chain and the stored blocks. */
interface Fork {
  /** The highest block that both have; null when they share none. */
  readonly shared: StoredFact | null;
  /** The lowest stored block that the chain no longer has; null when the chain has all of them. */
  readonly gone: StoredFact | null;
}

/** The RPCs don't agree where the fork is. */
class ForkDisputedError extends Error {}

/**
 * Returns whether more than half of the answering RPCs have the block. A single RPC must not decide: it could undo
 * blocks that stand, or keep blocks that are gone.
 */
async function stands({ client }: Resuming, { number, hash }: StoredFact): Promise<boolean> {
  const { byOrigin, behind } = await askHashes(client, number);
  const having = [...byOrigin.values()].filter((each) => each === hash).length;
  const lacking = byOrigin.size - having + behind;
  if (having !== lacking) return having > lacking;
  throw new ForkDisputedError(
    having === 0
      ? `no RPC says which block ${number} is`
      : `the RPCs disagree about block ${number}: half of them have the one that was read, half do not`,
  );
}

/**
 * Finds the fork by bisection: below a block that both have, both have the same blocks. The facts come highest block
 * first, so the ones that are gone stand before those that are shared.
 */
async function findFork(resuming: Resuming): Promise<Fork> {
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
    let [sharedIndex, goneIndex] = [facts.length - 1, -1];
    while (sharedIndex - goneIndex > 1) {
      const middle = Math.floor((sharedIndex + goneIndex) / 2);
      const fact = facts[middle];
      if (fact !== undefined && (await stands(resuming, fact))) sharedIndex = middle;
      else goneIndex = middle;
    }
    return { shared: facts[sharedIndex] ?? lowest, gone: facts[goneIndex] ?? gone };
  }
}

/**
 * Returns why final blocks can't be undone yet; null when they can. For that, more than half of all RPCs have to deny
 * the block, and none may have it.
 */
function whyNotGone(answers: readonly RpcAnswer<BlockHeader>[], gone: StoredFact): string | null {
  const having = answers.find(
    (answer) => !answer.quarantined && answer.ok && answer.value.hash === gone.hash,
  );
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
 * Resumes a halted chain, as an operator ordered: finds the last block with something of ours that the chain still has,
 * and goes on from it. The invoices and withdrawals concerned reverse what was booked on blocks that are gone, as in
 * any reorganisation. Blocks between that block and the real fork hold nothing of ours. They are read again like all
 * others.
 *
 * @returns false when it can't be done yet. The reason is recorded with the chain, for the operator.
 */
export async function resume(resuming: Resuming, reminder: HaltReminder): Promise<boolean> {
  const { deps, chain } = resuming;
  try {
    const isResumed = await resumeAtFork(resuming, reminder, await findFork(resuming));
    if (isResumed)
      await transaction(deps.db, (trx) =>
        wakeWaiting(trx, { chainCode: chain.chainCode, codes: ['halted'] }),
      );
    return isResumed;
  } catch (error) {
    if (!(error instanceof ForkDisputedError)) throw error;
    return notYet(resuming, reminder, error.message);
  }
}

async function resumeAtFork(
  resuming: Resuming,
  reminder: HaltReminder,
  { shared, gone }: Fork,
): Promise<boolean> {
  const { deps, chain, client, claim } = resuming;
  const { chainCode } = chain;
  if (gone === null) {
    await resumeFrom(deps.db, claim, undefined);
    deps.log.warn({ chainCode }, 'resumed: the chain has every block that was read');
    return true;
  }
  const problem = whyNotGone(await readHeaderFromEach(client, gone.number), gone);
  if (problem !== null) return notYet(resuming, reminder, problem);
  const ancestor = shared === null ? null : await readShared(client, shared);
  if (ancestor === undefined) return false; // the chain has just changed: the next call starts again
  await resumeFrom(deps.db, claim, ancestor);
  deps.log.warn(
    { chainCode, from: shared?.number ?? null },
    'resumed: what the chain no longer has is undone',
  );
  return true;
}

async function notYet({ deps, claim }: Resuming, reminder: HaltReminder, problem: string): Promise<false> {
  await noteResumeProblem(deps.db, claim, problem);
  reminder.say(`can't resume yet: ${problem}`);
  return false;
}

/** Reads the header of the shared block from an RPC that has it. */
async function readShared(client: ChainClient, shared: StoredFact): Promise<BlockHeader | undefined> {
  const answers = await readHeaderFromEach(client, shared.number);
  return answers.flatMap((each) => (each.ok && each.value.hash === shared.hash ? [each.value] : []))[0];
}
