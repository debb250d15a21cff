import { countOrigins } from '../../src/chain/rpc/votes.js';
import type { Follower } from './follower.js';

/** Is there another RPC to ask? Two paths of one host are one and the same provider. */
export function hasSecondRpc({ client }: Pick<Follower, 'client'>): boolean {
  return countOrigins(client.health()) > 1;
}
