import { silenceOf, type ReportedRpcs } from './rpc-answers.js';

/** Whether a chain is read, in a word. `unreachable`: none of its RPCs answers. */
export const FOLLOWING_STATUSES = ['starting', 'following', 'unreachable', 'halted', 'mismatch'] as const;
export type FollowingStatus = (typeof FOLLOWING_STATUSES)[number];

/** What is stored about the reading of a chain. */
interface FollowedChain {
  /** Null before the first follower. */
  readonly cursor: { readonly haltedReason: string | null; readonly height: number | null } | null;
  /** Null before the first report. `mismatch` is null while CHAINS_FILE and the chain agree. */
  readonly report: (ReportedRpcs & { readonly mismatch: object | null }) | null;
}

/** Says in a word whether a chain is read. Undefined: nothing is stored about it. */
export function followingStatus(chain: FollowedChain | undefined): FollowingStatus {
  if (chain?.report?.mismatch != null) return 'mismatch';
  if (chain?.cursor?.haltedReason != null) return 'halted';
  if (chain?.report != null && silenceOf(chain.report) !== null) return 'unreachable';
  return chain?.cursor?.height == null ? 'starting' : 'following';
}
