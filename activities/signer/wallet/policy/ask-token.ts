import { readBalance } from '../../../../src/chain/blocks/read-balance.js';
import type { ChainClient } from '../../../../src/chain/rpc/types.js';
import {
  RpcAnswerError,
  RpcError,
  RpcMissingError,
  RpcUnavailableError,
} from '../../../../src/chain/rpc/rpc-errors.js';
import type { Asset } from '../../../../src/domain/core/asset.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

/**
 * Asks a token's contract for balances. The contract may be paused, or upgraded to one that reverts: then only payments
 * in this token wait. If the RPCs are at fault instead, the other requests to them fail too.
 *
 * @throws NotYet `refused` when there is no answer.
 */
export async function askToken<T>(asset: Asset, whose: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (asset.kind === 'native' || !isNoAnswer(error)) throw error;
    throw new NotYet('refused', `${asset.tokenSymbol} does not say what ${whose}: ${error.message}`);
  }
}

function isNoAnswer(error: unknown): error is Error {
  const kinds = [RpcError, RpcAnswerError, RpcMissingError, RpcUnavailableError];
  return kinds.some((kind) => error instanceof kind);
}

/** Reads the hot wallet's balance of an asset at the head, in base units. @throws NotYet: see {@link askToken}. */
export function readHotBalance(
  client: ChainClient,
  { address, asset }: { readonly address: string; readonly asset: Asset },
): Promise<bigint> {
  return askToken(asset, 'the hot wallet has', () => readBalance(client, { address, asset }));
}
