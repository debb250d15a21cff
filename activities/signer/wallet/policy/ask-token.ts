import { readSpendable, type Spendable } from '../../../../src/chain/agreement/read-spendable.js';
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

/** Reads what the hot wallet can spend of an asset. @throws NotYet: see {@link askToken}. */
export function readHotBalance(
  client: ChainClient,
  { address, asset }: { readonly address: string; readonly asset: Asset },
): Promise<Spendable> {
  return askToken(asset, 'the hot wallet has', () => readSpendable(client, { address, asset }));
}

/**
 * Reads the same for coins that nobody waits for.
 *
 * @throws NotYet `unread` also when a single RPC of several says it: one that lies could have more signed than there is.
 */
export async function readCorroboratedBalance(
  client: ChainClient,
  holding: { readonly address: string; readonly asset: Asset },
): Promise<bigint> {
  const { atomic, isOneRpcsWord } = await readHotBalance(client, holding);
  if (!isOneRpcsWord) return atomic;
  throw new NotYet(
    'unread',
    `only one RPC says what ${holding.address} has of ${holding.asset.tokenSymbol}; waits until two RPCs in CHAINS_FILE answer`,
  );
}
