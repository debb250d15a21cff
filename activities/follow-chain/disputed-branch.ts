import { endDispute, noteDispute } from '../../src/db/chain-disputes.js';
import type { Follower } from './follower.js';
import type { BranchDispute } from './our-branch.js';

/** For how many polls of the chain RPCs may differ before operators are told: each reorganisation reaches one of them first. */
const MAX_POLLS_APART = 20;

/** Has operators shown that nothing is read, or becomes final, because the RPCs contradict each other about the branch. */
export class DisputedBranch {
  readonly #follower: Follower;
  #sinceMs: number | null = null;
  /** As it was noted. */
  #reason: string | null = null;

  constructor(follower: Follower) {
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
    const isNew = this.#reason !== dispute.reason;
    if (!isNew || nowMs - this.#sinceMs < MAX_POLLS_APART * chain.pollIntervalMs) return;
    await noteDispute(deps.db, { chainCode, about: 'blocks', ...dispute }, deps.now());
    deps.log.error(
      { chainCode, ...dispute },
      'nothing more is read, or becomes final, until the RPCs agree which block stands',
    );
    this.#reason = dispute.reason;
  }
}
