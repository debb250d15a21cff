import { readNonceAt } from '../../src/chain/fees.js';
import { readHeader } from '../../src/chain/read-blocks.js';
import { isUnknownBlock, RpcMissingError } from '../../src/chain/rpc-errors.js';
import { findChainCursor } from '../../src/db/chain-cursor.js';
import type { Outgoing, SigningDependencies } from './outgoing.js';
import { NotYet } from '../withdrawal-wait.js';

/** How many nonces of a wallet the chain counts as used. */
export interface NonceCount {
  readonly nonce: number;
  /** Has the follower read the blocks that used them? Then what paid from outside among them is kept. */
  readonly isRead: boolean;
}

/** The chain counts nonces that were not given here, and nobody has looked yet at what they did. */
class UnreadNonces extends Error {
  override readonly name = 'UnreadNonces';
}

/**
 * The nonce that a wallet signs next. Those that the chain counts beyond our own are passed over only when it is known
 * what they paid: after a restore to an earlier moment they may have paid what is about to be signed.
 *
 * @throws UnreadNonces, for {@link afterReading}.
 */
export function nextFreeNonce(nextNonce: number | null, counted: NonceCount): number {
  if (counted.nonce > (nextNonce ?? 0) && !counted.isRead) throw new UnreadNonces();
  return Math.max(nextNonce ?? 0, counted.nonce);
}

/**
 * Signs, which asks nothing more while the chain counts no more nonces than were given here. Where it does, signs once it
 * is certain that the follower has read the blocks that used them.
 *
 * @throws NotYet `unread` until then.
 */
export async function afterReading<T>(
  deps: Pick<SigningDependencies, 'db'>,
  wallet: Pick<Outgoing, 'chain' | 'client'> & { readonly address: string; readonly counted: number },
  sign: (counted: NonceCount) => Promise<T>,
): Promise<T> {
  const { counted } = wallet;
  try {
    return await sign({ nonce: counted, isRead: false });
  } catch (error) {
    if (!(error instanceof UnreadNonces)) throw error;
  }
  const read = await countRead(deps, wallet);
  if (read === null || read < counted) {
    throw new NotYet(
      'unread',
      `transactions of ${wallet.address} that are not on record here have used nonces below ${counted}; waits until the blocks that hold them are read`,
    );
  }
  return sign({ nonce: read, isRead: true });
}

/** The nonces used up to the last block that the follower has read. Null: the RPC has another block there, or none. */
async function countRead(
  { db }: Pick<SigningDependencies, 'db'>,
  { chain, client, address }: Pick<Outgoing, 'chain' | 'client'> & { readonly address: string },
): Promise<number | null> {
  const cursor = await findChainCursor(db, chain.chainCode);
  const { height, blockHash } = cursor ?? { height: null, blockHash: null };
  if (height === null) return null;
  try {
    return await client.onOneRpc(async (rpc) => {
      const nonce = await readNonceAt(rpc, { address, block: height });
      const { hash } = await readHeader(rpc, height);
      return hash === blockHash ? nonce : null;
    });
  } catch (error) {
    if (error instanceof RpcMissingError || isUnknownBlock(error)) return null;
    throw error;
  }
}
