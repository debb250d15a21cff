import { readAgreedNonce } from '../../../src/chain/agreement/read-agreed-nonce.js';
import { readSpendable } from '../../../src/chain/agreement/read-spendable.js';
import { isSigned1559, readSigned } from '../../../src/chain/sending/broadcast.js';
import { transaction } from '../../../src/db/core/database.js';
import { endMovement, type OpenMovement } from '../../../src/db/sweeps/movements.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { inWords, type MovementContext } from './sweep-context.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/**
 * Gives up a transfer of coins to the cold address that no node takes, because the wallet has less than it sends: an RPC
 * that lied had it signed, or somebody else has spent the coins. No withdrawal could be mined behind its nonce. It ends as
 * failed, so a cancellation transaction takes the nonce, as for one that was undone. If it is mined all the same, it is
 * booked.
 *
 * Two RPCs have to say that the balance is too low and the nonce free. A transfer that was mined explains a low balance.
 * One that had ended and was undone past finality keeps its outcome, so it waits for coins.
 *
 * @throws NotYet `refused` when it was given up now; `unread` while only one RPC says it, or the RPCs differ.
 */
export async function giveUpUnpayable(
  { deps, client, native }: MovementContext,
  { movementId, kind }: OpenMovement,
  { chainCode, fromAddress: address, nonce, txHash, rawTransaction }: SentTransaction,
): Promise<void> {
  if (kind !== 'cold' || !isSigned1559(rawTransaction)) return;
  const { valueAtomic } = readSigned(rawTransaction);
  if (valueAtomic === 0n) return;
  const { atomic, isOneRpcsWord, disputedAtomic } = await readSpendable(client, { address, asset: native });
  if (atomic >= valueAtomic) return;
  const words = `${address} has ${inWords(native, atomic)}, less than the ${inWords(native, valueAtomic)} that were signed for the cold address`;
  if (isOneRpcsWord || disputedAtomic > 0n)
    throw new NotYet('unread', `an RPC says that ${words}; waits until two RPCs in CHAINS_FILE say so`);
  // Read after the balance: a transfer that has lowered it has used its nonce by then.
  const counted = await readAgreedNonce(client, { address, block: 'latest' });
  if (counted === null)
    throw new NotYet('unread', `${words}; waits until the RPCs agree whether its nonce is free`);
  if (counted > nonce) return;
  const isEnded = await transaction(deps.db, (trx) =>
    endMovement(trx, { movementId, outcome: 'failed', nowMs: deps.now() }),
  );
  if (!isEnded) return;
  deps.log.error(
    { chainCode, movementId, txHash, nonce },
    `sweep: ${words}; given up, and a cancellation transaction takes its nonce`,
  );
  throw new NotYet('refused', `${words}; waits until a cancellation transaction has its nonce`);
}
