import { paysAmount, readSigned } from '../../../../src/chain/sending/broadcast.js';
import type { SentTransaction } from '../../../../src/db/wallets/sent-transactions.js';
import { malformed, NotYet } from '../../../withdrawals/not-yet.js';
import type { SigningDependencies } from '../signed-withdrawal.js';
import { requireUnused } from './store-signed.js';
import { adviseToAppend, askFor, isStrict, ONE_MEMORY } from './wallet-coverage.js';

/** Tells whether the bytes of a payment pay the recorded payment, and those of a cancellation pay nobody. */
function doesAsItSays({ purpose, payment, rawTransaction, fromAddress }: SentTransaction): boolean {
  const call = readSigned(rawTransaction);
  if (purpose === 'payment') return payment !== null && paysAmount(call, payment);
  return (
    purpose !== 'cancellation' || (call.to === fromAddress && call.valueAtomic === 0n && call.data === '0x')
  );
}

/** Tells whether bytes of the hot wallet can be of the recorded kind: all its other payments go to the cold address. */
function isKindOfHotWallet(
  { purpose, payment, rawTransaction, withdrawalId }: SentTransaction,
  to: string | null,
): boolean {
  if (purpose === 'cancellation' || (purpose === 'payment' && withdrawalId !== null)) return true;
  return payment !== null && to !== null && paysAmount(readSigned(rawTransaction), { ...payment, to });
}

/**
 * Requires that a transaction that is about to be replaced has the recorded purpose for which it was signed here. Its
 * bytes name a recipient, and no withdrawal. A thief who alters the database could have it replaced as the payment of
 * another withdrawal, or as a transaction that pays nobody. Then the replacement would pay the first withdrawal, and
 * the memory of that withdrawal would not know it.
 *
 * Where this memory does not know the transaction, another memory may know that it pays a withdrawal. That memory would
 * not know the replacement, take it for a transaction from outside, and pay once more. So the transaction is replaced only
 * where somebody answers for its nonce. From then on it is remembered as it is on record.
 *
 * @param attempts bytes that can be replaced.
 * @throws NotYet `malformed`, or `not_approved`, also as {@link requireUnused}.
 */
export function requireSignedFor(
  deps: Pick<SigningDependencies, 'memory' | 'approvers' | 'localMode' | 'hotWallet' | 'now'>,
  { attempts, coldAddress }: { attempts: readonly SentTransaction[]; coldAddress: string | null },
): void {
  const { memory, hotWallet } = deps;
  const unknown: SentTransaction[] = [];
  for (const attempt of attempts) {
    const { txHash, chainCode, fromAddress, nonce, purpose, withdrawalId } = attempt;
    const pays = purpose === 'payment' ? withdrawalId : null;
    const known = memory.findSigned(txHash);
    if (known !== null && known.pays !== pays)
      throw malformed(
        `a transaction (${txHash}) that this signing worker has signed to pay ${known.pays ?? 'no withdrawal'}`,
      );
    if (!doesAsItSays(attempt)) throw malformed(`a transaction (${txHash}) whose bytes do something else`);
    if (pays !== null) requireUnused(memory, pays, { chainCode, fromAddress, nonce });
    if (known !== null || !isStrict(deps) || fromAddress !== hotWallet.address) continue;
    const line = { chainCode, fromAddress, accountedTo: nonce + 1 };
    if (nonce >= memory.coverage({ chainCode, fromAddress }).accountedTo)
      throw new NotYet(
        'not_approved',
        `its transaction ${txHash} is not mined, and this signing worker does not know that it has signed it, so it does not raise its fees. ${ONE_MEMORY} ` +
          `If no other one has it any more, ${askFor(memory, line)}`,
        adviseToAppend(memory, line),
      );
    if (!isKindOfHotWallet(attempt, coldAddress))
      throw malformed(`a transaction (${txHash}) that does not go to the cold address`);
    unknown.push(attempt);
  }
  memory.remember(unknown.map((attempt) => ({ ...attempt, signedAtMs: deps.now() })));
}
