import type { BlockToStore } from '../../src/db/core/block-to-store.js';
import type { ChainClient } from '../../src/chain/rpc/types.js';
import type { FollowerClaim } from '../../src/db/chains/chain-cursor.js';
import type { Chain } from '../../src/domain/core/asset.js';
import type { ActivityDependencies } from '../dependencies.js';
import type { RangePace } from './range-pace.js';

/** How often a follower checks again while nothing happens, in ms. */
export interface FollowerPaces {
  /** Between two records of its progress while there is no new block. */
  readonly quietMs: number;
  /** Between two checks of a halted chain. */
  readonly haltedMs: number;
}

export const FOLLOWER_PACES: FollowerPaces = { quietMs: 5_000, haltedMs: 2_000 };

export type FollowerDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'chainClient' | 'depositAddress' | 'now' | 'dispatchOutbox' | 'log'
> & {
  /** Default: {@link FOLLOWER_PACES}. */
  readonly paces?: FollowerPaces;
};

/** The last block that the follower has read. */
export type Tip = Omit<BlockToStore, 'parentHash'>;

/** A follower of one chain, from its take-over to its end. */
export interface Follower {
  readonly deps: FollowerDependencies;
  readonly chain: Chain;
  readonly client: ChainClient;
  readonly claim: FollowerClaim;
  /** The width of the ranges that are read far behind the head. */
  readonly pace: RangePace;
}
