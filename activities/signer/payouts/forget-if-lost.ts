import { isRpcFailure } from '../../../src/chain/agreement/payment-votes.js';
import { NotYet } from '../../withdrawals/not-yet.js';
import { findAgreedUse } from '../wallet/nonces/used-nonce.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';

/**
 * Forgets a payment that is remembered and not on record, if it can't be mined any more. Then another transaction has
 * used its nonce. The RPCs agree that this transaction is final. Our key has signed it, and nothing can have gone to the
 * payment's recipient by it. Otherwise an operator has to say that the payment is lost.
 */
export async function forgetIfLost(
  deps: SigningDependencies,
  { chain, client, withdrawal: { withdrawalId } }: SignableWithdrawal,
): Promise<void> {
  const { memory, hotWallet, log } = deps;
  const { chainCode } = chain;
  const known = memory.find(withdrawalId);
  if (known?.chainCode !== chainCode || known.fromAddress !== hotWallet.address) return;
  const { fromAddress, nonce } = known;
  // When the chain can't tell, the payment can still be signed again for its own nonce.
  const use = await findAgreedUse(deps, { chain, client }, known).catch((error: unknown) => {
    if (!(error instanceof NotYet || isRpcFailure(error))) throw error;
    log.debug({ err: error, withdrawalId, nonce }, 'what has used the nonce of a payment is not certain');
    return null;
  });
  if (use === null || !memory.forgetLost(withdrawalId, { chainCode, fromAddress, nonce, use })) return;
  log.warn(
    { withdrawalId, chainCode, nonce, txHash: known.txHash, foreignHash: use.txHash },
    `the payment that was signed before can't be mined any more: ${use.txHash} has its nonce, in final block ${use.blockNumber}, and pays its recipient nothing. It is forgotten here`,
  );
}
