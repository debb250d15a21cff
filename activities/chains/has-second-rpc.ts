import { countOrigins } from '../../src/chain/rpc/votes.js';
import type { Follower } from './follower.js';

/** Returns whether the chain has RPCs of several origins. Two paths of one host are the same provider. */
export function hasSecondRpc({ client }: Pick<Follower, 'client'>): boolean {
  return countOrigins(client.health()) > 1;
}
