import { endDispute, noteDispute } from '../../../src/db/chains/chain-disputes.js';
import type { Follower, FollowerDependencies } from '../follower.js';
import type { BranchDispute } from './our-branch.js';

/**
 * Operators are told when the RPCs have differed for this many polls of the chain. In each reorganisation, one RPC is
 * the first to change.
 */
const MAX_POLLS_APART = 20;

type Disputing = Pick<Follower, 'chain'> & {
  readonly deps: Pick<FollowerDependencies, 'db' | 'now' | 'log'>;
};

/**
 * Shows operators that the RPCs contradict each other about the branch. While they do, nothing is read and nothing
 * becomes final.
 */
export class DisputedBranch {
  readonly #follower: Disputing;
  #sinceMs: number | null = null;
  /** The recorded reason. Undefined before the first call: an earlier follower may have recorded one. */
  #reason: string | null | undefined;

  constructor(follower: Disputing) {
    this.#follower = follower;
  }

  async note(dispute: BranchDispute | null): Promise<void> {
    const { deps, chain } = this.#follower;
    const { chainCode } = chain;
    if (dispute === null) {
      if (this.#reason !== null) await endDispute(deps.db, { chainCode, about: 'blocks' });
      this.#sinceMs = null;
      this.#reason = null;
      return;
    }
    const nowMs = performance.now();
    this.#sinceMs ??= nowMs;
    if (nowMs - this.#sinceMs < MAX_POLLS_APART * chain.pollIntervalMs) return;
    // Recorded each time: the verification of final blocks below ends the recorded dispute about blocks.
    await noteDispute(deps.db, { chainCode, about: 'blocks', ...dispute }, deps.now());
    if (this.#reason === dispute.reason) return;
    deps.log.error(
      { chainCode, ...dispute },
      'the RPCs do not agree which block stands: until they do, nothing more is read, and nothing becomes final',
    );
    this.#reason = dispute.reason;
  }
}
