import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { transaction } from '../../../src/db/core/database.js';
import {
  isNonceFree,
  type CancellationOwner,
  type SentTransaction,
} from '../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../src/db/wallets/wallets.js';
import { lastOf, raiseOver, readCancelling, signCancellation } from './cancel-gaps.js';
import type { SignableWithdrawal, SigningDependencies } from './signed-withdrawal.js';
import { enterSigning } from './policy.js';

/**
 * What has failed for good, and whose final transaction a reorganisation past finality has undone; or what was signed
 * anew for a withdrawal that is paid by what was given up.
 */
export interface UndoneFailure extends Pick<SignableWithdrawal, 'chain' | 'native' | 'client'> {
  readonly owner: CancellationOwner;
  /** All that was signed for its nonce. */
  readonly attempts: readonly SentTransaction[];
  /** The key of the wallet that signed them. */
  readonly signer: () => Promise<TransactionSigner>;
}

/**
 * Has its nonce used by a transaction that sends nothing to its own wallet, for all that come after wait for it. What
 * was signed is not sent again: mined now it could succeed, and its amount was given back, or is paid. Signed once;
 * whoever calls sends it.
 *
 * @throws NotYet when it can't be signed now.
 */
export async function cancelUndone(deps: SigningDependencies, undone: UndoneFailure): Promise<void> {
  const { chain, client, owner, attempts } = undone;
  const last = lastOf(attempts);
  if (last === undefined) return;
  const { chainCode, fromAddress: address, nonce } = last;
  const free = { chainCode, address, nonce };
  if (!(await isNonceFree(deps.db, free))) return;
  const signer = await undone.signer();
  const filling = raiseOver(await readCancelling({ chain, client, address }), { attempts, chain });
  const isCancelled = await transaction(deps.db, async (trx) => {
    await enterSigning(trx, { chainCode });
    await lockWallet(trx, { chainCode, address });
    if (!(await isNonceFree(trx, free))) return false;
    await signCancellation(trx, deps, {
      skipped: { ...undone, signer },
      ...{ nonce, filling, replaces: last.txHash },
    });
    return true;
  });
  if (isCancelled)
    deps.log.warn(
      { chainCode, address, nonce, ...owner },
      'what was undone past finality, or is paid by another, is not to be mined: its nonce is used by a transaction that sends nothing to itself',
    );
}
