import { countOrigins } from '../../domain/chains/count-origins.js';
import type { ChainClient } from './types.js';

/** Returns whether the chain has RPCs of several origins. Two paths of one host are the same provider. */
export function hasSecondRpc({ client }: { readonly client: Pick<ChainClient, 'health'> }): boolean {
  return countOrigins(client.health()) > 1;
}
