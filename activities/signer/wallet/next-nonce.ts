import { readAgreedNonce } from '../../../src/chain/agreement/read-agreed-nonce.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import type { SignableWithdrawal, SigningDependencies } from './signed-withdrawal.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/** How many nonces of a wallet the chain counts as used. */
export interface NonceCount {
  readonly nonce: number;
  /** Has the follower read the blocks that used them? Then what paid from outside among them is kept. */
  readonly isRead: boolean;
  /** The chain has a single RPC, so that nobody else says so. */
  readonly isOnlyRpc?: boolean;
}

/** Nonces that are passed over by the word of one RPC. Told falsely, each of them has to be filled. */
const MOST_BY_ONE_RPC = 4_096;

/** The chain counts nonces that were not given here, and nobody has looked yet at what they did. */
class UnreadNonces extends Error {
  override readonly name = 'UnreadNonces';
}

/**
 * The nonce that a wallet signs next. Those that the chain counts beyond our own are passed over only when it is known
 * what they paid: after a restore to an earlier moment they may have paid what is about to be signed.
 *
 * @throws UnreadNonces, for {@link afterReading}.
 * @throws NotYet `unread` when there are more of them than one RPC is believed.
 */
export function nextFreeNonce(nextNonce: number | null, counted: NonceCount): number {
  const ours = nextNonce ?? 0;
  if (counted.nonce > ours && !counted.isRead) throw new UnreadNonces();
  if (counted.isOnlyRpc === true && counted.nonce > ours + MOST_BY_ONE_RPC) {
    throw new NotYet(
      'unread',
      `the chain's only RPC counts ${counted.nonce} nonces as used, of which ${ours} are on record here; waits until another RPC in CHAINS_FILE says the same`,
    );
  }
  return Math.max(ours, counted.nonce);
}

/**
 * Signs, which asks nothing more while the chain counts no more nonces than were given here. Where it does, signs once
 * it is certain that the follower has read the blocks that used them, by what the chain's RPCs say alike: of a nonce
 * that one of them counts too far, all that comes after would wait for good.
 *
 * @throws NotYet `unread` until then.
 */
export async function afterReading<T>(
  deps: Pick<SigningDependencies, 'db'>,
  wallet: Wallet & { readonly counted: number },
  sign: (counted: NonceCount) => Promise<T>,
): Promise<T> {
  const { chain, address, counted } = wallet;
  try {
    return await sign({ nonce: counted, isRead: false });
  } catch (error) {
    if (!(error instanceof UnreadNonces)) throw error;
  }
  const read = await countRead(deps, wallet);
  const isOnlyRpc = chain.rpcUrls.length === 1;
  // An only RPC that counts less than a moment ago contradicts itself.
  if (read === null || (isOnlyRpc && read < counted)) {
    throw new NotYet(
      'unread',
      `transactions of ${address} that are not on record here have used nonces below ${counted}, as an RPC says; waits until the blocks that hold them are read, and RPCs say the same of it`,
    );
  }
  return sign({ nonce: read, isRead: true, isOnlyRpc });
}

type Wallet = Pick<SignableWithdrawal, 'chain' | 'client'> & { readonly address: string };

/** The nonces used up to the last block that the follower has read. Null: more are used, or the RPCs don't agree. */
async function countRead(
  { db }: Pick<SigningDependencies, 'db'>,
  { chain, client, address }: Wallet,
): Promise<number | null> {
  const { height: number, blockHash: hash } = (await findChainCursor(db, chain.chainCode)) ?? {};
  if (number == null || hash == null) return null;
  const [read, latest] = await Promise.all([
    readAgreedNonce(client, { address, block: { number, hash } }),
    readAgreedNonce(client, { address, block: 'latest' }),
  ]);
  return read === latest ? read : null;
}
