import { isSigned1559, readSigned } from '../../../../src/chain/sending/broadcast.js';
import type { NonceUse, OwnTransaction } from '../../../../src/chain/sending/find-nonce-use.js';
import { appendAudit } from '../../../../src/db/audit/audit-log.js';
import { transaction } from '../../../../src/db/core/database.js';
import { listSignedFor, markForeign } from '../../../../src/db/wallets/lost-nonces.js';
import type { SentTransaction } from '../../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../../src/db/wallets/wallets.js';
import type { SigningDependencies } from '../signed-withdrawal.js';
import { adoptUse } from './adopt-use.js';
import {
  findFinalUse,
  requireFinal,
  requireNoneMined,
  requireStillFinal,
  type UsedNonce,
} from './used-nonce.js';
import { highestFeeAttempt } from '../sending/send-attempts.js';

/**
 * Finds out who has used a nonce. The chain counts the nonce as used, and knows no receipt of our transaction. Ours may
 * be mined all the same, and the RPC is behind. Or a transaction from outside has the nonce, which a reorganisation may
 * still undo. Ours can never be mined only when the other transaction is found in a final block, signed by our own key,
 * and no RPC knows a receipt of ours.
 *
 * A transaction of our own key that does the very same is recorded as one of ours: most likely it was signed here
 * before the database was restored from a backup.
 *
 * @returns true when the nonce is lost for good; false when a transaction of ours has it.
 * @throws NotYet until one or the other is certain.
 */
export async function judgeUsedNonce(deps: SigningDependencies, used: UsedNonce): Promise<boolean> {
  const { attempts } = used;
  const sent = highestFeeAttempt(attempts);
  if (sent === undefined) throw new Error('There is no nonce to judge');
  const use = await findFinalUse(deps, used, sent);
  if (attempts.some(({ txHash }) => txHash === use.txHash)) return false;
  await requireFinal(used.client, use);
  await requireNoneMined(used);
  const { fromAddress: address, nonce, chainCode } = sent;
  const signed = await listSignedFor(deps.db, { chainCode, address, nonce });
  // It may be on record already, as a cancellation or as what paid another withdrawal by an operator's word. Then it
  // belongs to that.
  const known = signed.find(({ txHash }) => txHash === use.txHash);
  if (known === undefined && isWorthAdopting(sent) && isSameCall(use.own, attempts)) {
    await adoptUse(deps, used, { sent, use });
    return false;
  }
  await recordLoss(deps, used, { sent, use, known });
  return true;
}

/** A cancellation moves nothing. Gas money that reached a deposit address is in the books already, like a payment. */
function isWorthAdopting({ purpose }: SentTransaction): boolean {
  return purpose !== 'cancellation' && purpose !== 'fund';
}

/**
 * Tells whether the found transaction makes the same call as our attempts. All attempts make one call, so one that can
 * be read is enough. An attempt that was found on the chain may be of a type that cannot be read.
 */
function isSameCall(own: NonceUse['own'], attempts: readonly SentTransaction[]): own is OwnTransaction {
  const readable = attempts.find(({ rawTransaction }) => isSigned1559(rawTransaction));
  if (readable === undefined) return false;
  const { to, valueAtomic, data } = readSigned(readable.rawTransaction);
  return own?.to === to && own.valueAtomic === valueAtomic && own.data === data;
}

async function recordLoss(
  deps: SigningDependencies,
  { chain: { chainCode }, objectKind, objectId, onLost }: UsedNonce,
  { sent, use, known }: { sent: SentTransaction; use: NonceUse; known: SentTransaction | undefined },
): Promise<void> {
  const { fromAddress: address, nonce, purpose } = sent;
  const words = `nonce ${nonce} of ${address} was used ${describeUser(use, known)} ${use.txHash} in final block ${use.blockNumber}`;
  await transaction(deps.db, async (trx) => {
    await lockWallet(trx, { chainCode, address });
    await requireStillFinal(trx, { chainCode, use });
    await onLost(trx);
    await markForeign(trx, { chainCode, address, nonce, foreignHash: use.txHash });
    await appendAudit(trx, {
      actor: { kind: 'system', id: null, ip: null },
      action: `${objectKind}.nonce_lost`,
      objectKind,
      objectId,
      reason: words,
      before: { nonce, txHash: sent.txHash, purpose },
      after: { foreignHash: use.txHash, blockNumber: use.blockNumber },
    });
  });
  // Without approvers, an operator's word about what it paid is enough: nothing else bounds a forged approval either.
  const asked = deps.approvers === null ? { ...use, own: null } : use;
  deps.memory.forgetLost(objectId, { chainCode, fromAddress: address, nonce, use: asked });
  deps.log.warn(
    { [`${objectKind}Id`]: objectId, chainCode, nonce, txHash: sent.txHash, foreignHash: use.txHash },
    use.own === null || known !== undefined ? words : `${words}; who else has its key?`,
  );
}

/** @param known its record here, if it has one. */
function describeUser({ own }: NonceUse, known: SentTransaction | undefined): string {
  if (known?.purpose === 'cancellation') return 'by a cancellation transaction of ours,';
  if (known !== undefined)
    return `from outside, by the transaction that paid withdrawal ${known.withdrawalId}, as an operator says,`;
  return `from outside, by${own === null ? ' an authorization of it in' : ''}`;
}
