import { endDispute, noteDispute } from '../../../src/db/chains/chain-disputes.js';
import type { Follower, FollowerDependencies } from '../follower.js';
import type { BranchDispute } from './our-branch.js';

/**
 * For how many polls of the chain RPCs may differ before operators are told: each reorganisation reaches one of them
 * first.
 */
const MAX_POLLS_APART = 20;

type Disputing = Pick<Follower, 'chain'> & {
  readonly deps: Pick<FollowerDependencies, 'db' | 'now' | 'log'>;
};

/** Shows operators that nothing is read, or becomes final, while the RPCs contradict each other about the branch. */
export class DisputedBranch {
  readonly #follower: Disputing;
  #sinceMs: number | null = null;
  /** As it was noted; undefined before the first look: an earlier follower may have left something. */
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
    // Each time: when final blocks below are verified, the dispute about blocks is ended.
    await noteDispute(deps.db, { chainCode, about: 'blocks', ...dispute }, deps.now());
    if (this.#reason === dispute.reason) return;
    deps.log.error(
      { chainCode, ...dispute },
      'nothing more is read, or becomes final, until the RPCs agree which block stands',
    );
    this.#reason = dispute.reason;
  }
}
