import type { NonceUse } from '../../../../src/chain/sending/find-nonce-use.js';
import { readReceipt } from '../../../../src/chain/transfers/receipts.js';
import { adoptTransaction, isAdopted } from '../../../../src/db/wallets/adopt-transaction.js';
import { appendAudit } from '../../../../src/db/audit/audit-log.js';
import { transaction } from '../../../../src/db/core/database.js';
import type { SentTransaction } from '../../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../../src/db/wallets/wallets.js';
import { listUnmined } from '../../../../src/db/chains/unmined-transactions.js';
import { showsWhatWasSigned } from '../../../chains/reading/receipts-of-ours.js';
import { requireStillFinal, type UsedNonce } from './used-nonce.js';
import type { SigningDependencies } from '../signed-withdrawal.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

/**
 * Records a final transaction that our own key signed, that was not on record, and that does the same as what was
 * signed here with its nonce. A movement between our own addresses is booked by its receipt, like any other movement.
 *
 * A withdrawal waits for an operator, and the transaction counts as unproven. It may pay this withdrawal. It may also
 * pay another one, of the same amount to the same address, that only a lost database knew. The program cannot tell.
 */
export async function adoptUse(
  deps: SigningDependencies,
  { chain, client, attempts, objectKind, objectId }: UsedNonce,
  { sent, use }: { sent: SentTransaction; use: NonceUse },
): Promise<void> {
  const { own, txHash } = use;
  if (own === null) throw new Error(`${txHash} is no transaction of ${sent.fromAddress}`);
  const { chainCode } = chain;
  const { fromAddress: address, nonce, purpose } = sent;
  const receipt = await readReceipt(client, txHash);
  if (receipt?.blockHash !== use.blockHash)
    throw new NotYet('nonce_used', `the RPCs disagree about the block of ${txHash}; waits until they agree`);
  const words = `nonce ${nonce} of ${address} was used by ${txHash} in final block ${use.blockNumber}. That transaction does the very same and was not on record here`;
  const isNew = await transaction(deps.db, async (trx) => {
    await lockWallet(trx, { chainCode, address });
    await requireStillFinal(trx, { chainCode, use });
    const signed = (await listUnmined(trx, chainCode)).find((one) => one.txHash === sent.txHash);
    // Another worker has already recorded it.
    if (signed === undefined || (await isAdopted(trx, { chainCode, txHash }))) return false;
    const proven = objectKind === 'movement' && showsWhatWasSigned(chain, { receipt, transaction: signed });
    const block = { number: use.blockNumber, hash: use.blockHash, timeMs: use.blockTimeMs };
    await adoptTransaction(trx, { of: sent, own, txHash, block, receipt: { ...receipt, proven } });
    await appendAudit(trx, {
      actor: { kind: 'system', id: null, ip: null },
      objectKind,
      objectId,
      reason: words,
      action: `${objectKind}.transaction_adopted`,
      before: { nonce, purpose, txHashes: attempts.map((attempt) => attempt.txHash) },
      after: { txHash, blockNumber: use.blockNumber, succeeded: receipt.succeeded },
    });
    return true;
  });
  if (isNew) deps.log.warn({ [`${objectKind}Id`]: objectId, chainCode, nonce, txHash }, words);
}
