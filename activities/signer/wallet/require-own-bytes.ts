import { isSigned, readOrigin, type Origin } from '../../../src/chain/sending/broadcast.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { malformed } from '../../withdrawals/withdrawal-wait.js';

/** The place that bytes have to be for, and whose key is about to sign them again. */
interface ByteOwner {
  readonly chainId: number;
  readonly address: string;
}

/**
 * A replacement is signed out of bytes that are on record, whatever they pay and to whom: nothing else is asked again.
 * What our own key signed went through the signer's policy once. Bytes that somebody else wrote into the database did
 * not, and with them our key would sign anything. Asked before the bytes are used for anything.
 *
 * @throws NotYet `malformed` when one of them was not signed by the key of `address`, or is not what its row says.
 */
export async function requireOwnBytes(attempts: readonly SentTransaction[], place: ByteOwner): Promise<void> {
  for (const attempt of attempts) {
    const wrong = whatIsWrong(await readOrigin(attempt.rawTransaction), attempt, place);
    if (wrong !== null) throw malformed(`a transaction (${attempt.txHash}) ${wrong}`);
  }
}

const NO_TRANSACTION = 'whose bytes are no signed transaction';

/**
 * Bytes that somebody else wrote into the database need not be any: then they are no more than the error of what they
 * are said to be of. Asked before they are sent.
 *
 * @throws NotYet `malformed`
 */
export function requireBytes(attempts: readonly SentTransaction[]): void {
  const wrong = attempts.find(({ rawTransaction }) => !isSigned(rawTransaction));
  if (wrong !== undefined) throw malformed(`a transaction (${wrong.txHash}) ${NO_TRANSACTION}`);
}

function whatIsWrong(
  origin: Origin | null,
  { txHash, fromAddress, nonce }: SentTransaction,
  { chainId, address }: ByteOwner,
): string | null {
  if (origin === null) return NO_TRANSACTION;
  if (origin.signer !== address || fromAddress !== address)
    return `whose bytes the key of ${address} has not signed`;
  if (origin.hash !== txHash) return 'whose bytes have another hash';
  if (origin.nonce !== nonce) return `whose bytes are for nonce ${origin.nonce}, not ${nonce}`;
  if (origin.chainId !== null && origin.chainId !== chainId)
    return `whose bytes are for chain ${origin.chainId}, not ${chainId}`;
  return null;
}
