import type { ChainClient } from '../../src/chain/rpc.js';
import type { BlockToStore, FollowerClaim } from '../../src/db/chain-cursor.js';
import type { Chain } from '../../src/domain/asset.js';
import type { ActivityDependencies } from '../dependencies.js';

export type FollowerDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'chainClient' | 'now' | 'dispatchOutbox' | 'log'
>;

/** The last block read, as the follower goes. */
export type Tip = Omit<BlockToStore, 'parentHash'>;

/** One follower of one chain, from its take-over to its end. */
export interface Follower {
  readonly deps: FollowerDependencies;
  readonly chain: Chain;
  readonly client: ChainClient;
  readonly claim: FollowerClaim;
}

/** Where a chain without the `finalized` tag is taken to be final, in blocks under the head. */
export const ASSUMED_FINALITY_DEPTH = 256;
