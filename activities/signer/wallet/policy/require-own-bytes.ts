import { isSigned, readOrigin, type Origin } from '../../../../src/chain/sending/broadcast.js';
import type { SentTransaction } from '../../../../src/db/wallets/sent-transactions.js';
import { malformed } from '../../../withdrawals/not-yet.js';

/** The chain that bytes must be for, and the wallet whose key is about to sign them again. */
export interface ByteOwner {
  readonly chainId: number;
  readonly chainCode: string;
  readonly address: string;
}

/**
 * Requires that our own key signed the bytes on record. It is called before the bytes are used for anything.
 *
 * A replacement is made from these bytes: whom they pay, and how much, is not checked again. Bytes that our key signed
 * passed the signer's policy once. Without this check our key would sign anything that somebody writes into the
 * database.
 *
 * @throws NotYet `malformed` when one of them was not signed by the key of `address`, or differs from its row.
 */
export async function requireOwnBytes(attempts: readonly SentTransaction[], owner: ByteOwner): Promise<void> {
  for (const attempt of attempts) {
    const fault = findFault(await readOrigin(attempt.rawTransaction), attempt, owner);
    if (fault !== null) throw malformed(`a transaction (${attempt.txHash}) ${fault}`);
  }
}

const NO_TRANSACTION = 'whose bytes are no signed transaction';

/**
 * Requires that the bytes on record are signed transactions. It is called before they are sent. Somebody who altered
 * the database may have stored anything there: then only the withdrawal or movement of these bytes fails.
 *
 * @throws NotYet `malformed`
 */
export function requireSignedBytes(attempts: readonly SentTransaction[]): void {
  const unsigned = attempts.find(({ rawTransaction }) => !isSigned(rawTransaction));
  if (unsigned !== undefined) throw malformed(`a transaction (${unsigned.txHash}) ${NO_TRANSACTION}`);
}

function findFault(
  origin: Origin | null,
  { txHash, fromAddress, nonce, ...row }: SentTransaction,
  { chainId, chainCode, address }: ByteOwner,
): string | null {
  if (origin === null) return NO_TRANSACTION;
  if (origin.signer !== address || fromAddress !== address)
    return `whose bytes the key of ${address} has not signed`;
  if (origin.hash !== txHash) return 'whose bytes have another hash';
  if (origin.nonce !== nonce) return `whose bytes are for nonce ${origin.nonce}, not ${nonce}`;
  if (row.chainCode !== chainCode) return `that is on record for ${row.chainCode}, not ${chainCode}`;
  if (origin.chainId !== null && origin.chainId !== chainId)
    return `whose bytes are for chain ${origin.chainId}, not ${chainId}`;
  return null;
}
