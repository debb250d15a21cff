import { findNotFinal } from '../../../src/chain/agreement/read-agreed-depth.js';
import { findNonceUse } from '../../../src/chain/sending/find-nonce-use.js';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { lastReadFinalBlock } from './lost-nonce.js';
import type { SignableWithdrawal, SigningDependencies } from './signed-withdrawal.js';

/**
 * Forgets a payment that is remembered and not on record, if it can't be mined any more: its nonce is used by another
 * transaction, which is final as the RPCs agree, which was signed by our key, and by which nothing can have gone to its
 * recipient. Otherwise an operator has to say that it is lost.
 */
export async function forgetIfLost(
  { db, memory, hotWallet, log }: SigningDependencies,
  { chain: { chainCode }, client, withdrawal: { withdrawalId } }: SignableWithdrawal,
): Promise<void> {
  const known = memory.find(withdrawalId);
  if (known?.chainCode !== chainCode || known.fromAddress !== hotWallet.address) return;
  const { fromAddress, nonce } = known;
  const finalNumber = lastReadFinalBlock(await findChainCursor(db, chainCode));
  if (finalNumber === null) return;
  // What keeps it from being looked up does not keep it from being signed again for its own nonce.
  const use = await findNonceUse(client, { address: fromAddress, nonce, finalNumber }).catch(
    (error: unknown) => {
      log.debug({ err: error, withdrawalId, nonce }, 'what has used the nonce of a payment was not found');
      return null;
    },
  );
  if (use === null || (await findNotFinal(client, use)) !== null) return;
  if (!memory.forgetLost(withdrawalId, { chainCode, fromAddress, nonce, use })) return;
  log.warn(
    { withdrawalId, chainCode, nonce, txHash: known.txHash, foreignHash: use.txHash },
    `the payment that was signed before can't be mined any more: ${use.txHash} has its nonce, in final block ${use.blockNumber}, and pays its recipient nothing. It is forgotten here`,
  );
}
