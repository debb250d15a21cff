import { readAgreedNonce, readMostNonces } from '../../../../src/chain/agreement/read-agreed-nonce.js';
import { hasSecondRpc } from '../../../../src/chain/rpc/has-second-rpc.js';
import { readNonceAt } from '../../../../src/chain/blocks/read-nonce.js';
import { findChainCursor } from '../../../../src/db/chains/chain-cursor.js';
import type { SignableWithdrawal, SigningDependencies } from '../signed-withdrawal.js';
import { isStrict } from '../policy/wallet-coverage.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

/** The number of a wallet's nonces that the chain counts as used. */
export interface NonceCount {
  readonly nonce: number;
  /** True when the follower has read the blocks that used them: then payments from outside among them are recorded. */
  readonly isRead: boolean;
  /** True when the chain has RPCs of a single origin, so that no second RPC corroborates the count. */
  readonly isOnlyRpc?: boolean;
}

/** How many nonces may be skipped because a single RPC says so. If it is wrong, each of them needs a cancellation. */
const MAX_SKIPPED_BY_ONE_RPC = 4_096;

/**
 * Counts the nonces of a wallet that are used. Where a memory has to prove what its wallet has signed, all RPCs are
 * asked about the hot wallet. A transaction for a used nonce is never mined, and yet that nonce would count as known.
 *
 * @throws NotYet `unread` while fewer than two of them answer.
 */
export async function countNonces(
  deps: Pick<SigningDependencies, 'approvers' | 'localMode' | 'hotWallet'>,
  { client, address }: Pick<Wallet, 'client' | 'address'>,
): Promise<number> {
  const asksAll = isStrict(deps) && address === deps.hotWallet.address;
  if (!asksAll) return readNonceAt(client, { address, block: 'latest' });
  const counted = await readMostNonces(client, address);
  if (counted !== null) return counted;
  throw new NotYet(
    'unread',
    `only one RPC, or none, says how many nonces ${address} has used: one alone could have a used nonce signed for; waits until two RPCs in CHAINS_FILE answer`,
  );
}

/** The chain counts nonces that were not used here, and the blocks that used them are not read yet. */
class UnreadNonces extends Error {
  override readonly name = 'UnreadNonces';
}

/**
 * Returns the nonce that a wallet signs next. The chain may count more nonces than are on record here. These are
 * skipped only when their payments are known. After the database was restored from a backup, they may have paid the
 * very withdrawal that is about to be signed.
 *
 * @throws UnreadNonces, for {@link afterReading}.
 * @throws NotYet `unread` when a single RPC counts too many of them.
 */
export function nextFreeNonce(nextNonce: number | null, counted: NonceCount): number {
  const ours = nextNonce ?? 0;
  if (counted.nonce > ours && !counted.isRead) throw new UnreadNonces();
  if (counted.isOnlyRpc === true && counted.nonce > ours + MAX_SKIPPED_BY_ONE_RPC) {
    throw new NotYet(
      'unread',
      `the chain's only RPC counts ${counted.nonce} nonces as used, of which ${ours} are on record here; waits until another RPC in CHAINS_FILE says the same`,
    );
  }
  return Math.max(ours, counted.nonce);
}

/**
 * Calls `sign`. Usually the chain counts no more nonces than are on record here, and nothing else is asked. If it
 * counts more, `sign` is called again once the follower has read the blocks that used them, and the chain's RPCs agree
 * on the count. If one RPC counted too many, everything signed after the gap would wait for ever.
 *
 * @throws NotYet `unread` until then.
 */
export async function afterReading<T>(
  deps: Pick<SigningDependencies, 'db'>,
  wallet: Wallet & { readonly counted: number },
  sign: (counted: NonceCount) => Promise<T>,
): Promise<T> {
  const { address, counted } = wallet;
  try {
    return await sign({ nonce: counted, isRead: false });
  } catch (error) {
    if (!(error instanceof UnreadNonces)) throw error;
  }
  const read = await countRead(deps, wallet);
  const isOnlyRpc = !hasSecondRpc(wallet);
  // A single RPC that counts less than a moment ago contradicts itself.
  if (read === null || (isOnlyRpc && read < counted)) {
    throw new NotYet(
      'unread',
      `an RPC says that transactions of ${address} that are not on record here have used nonces below ${counted}; waits until their blocks are read and the RPCs agree`,
    );
  }
  return sign({ nonce: read, isRead: true, isOnlyRpc });
}

type Wallet = Pick<SignableWithdrawal, 'chain' | 'client'> & { readonly address: string };

/**
 * Counts the nonces used up to the last block that the follower has read. Null: more are used, or the RPCs disagree.
 */
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
