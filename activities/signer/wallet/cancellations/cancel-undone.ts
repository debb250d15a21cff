import type { TransactionSigner } from '../../../../src/chain/keys/types.js';
import { transaction } from '../../../../src/db/core/database.js';
import {
  isNonceFree,
  type CancellationOwner,
  type SentTransaction,
} from '../../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../../src/db/wallets/wallets.js';
import { findUnreplaced, raiseAbove, readCancellationTerms, signCancellation } from './cancel-gaps.js';
import type { SignableWithdrawal, SigningDependencies } from '../signed-withdrawal.js';
import { enterSigning } from '../policy/signing-policy.js';

/**
 * Transactions that must not be mined any more. Either the withdrawal or movement has failed for good, and a
 * reorganisation past finality has undone its final transaction. Or a transfer was given up that the wallet can't pay.
 * Or they were signed anew for a withdrawal that an earlier transaction, already given up, has paid after all.
 */
export interface UndoneFailure extends Pick<SignableWithdrawal, 'chain' | 'native' | 'client'> {
  readonly owner: CancellationOwner;
  /** Everything that was signed for the nonce. */
  readonly attempts: readonly SentTransaction[];
  /** The key of the wallet that signed them. */
  readonly signer: () => Promise<TransactionSigner>;
}

/**
 * Signs a cancellation transaction for the nonce, since all later nonces wait for it. The earlier transactions are not
 * sent again. Mined now, they could succeed, although their amount was given back or is already paid. The cancellation
 * is signed once, and the caller sends it.
 *
 * @throws NotYet when it can't be signed now.
 */
export async function cancelUndone(deps: SigningDependencies, undone: UndoneFailure): Promise<void> {
  const { chain, client, owner, attempts } = undone;
  const last = findUnreplaced(attempts);
  if (last === undefined) return;
  const { chainCode, fromAddress: address, nonce } = last;
  const walletNonce = { chainCode, address, nonce };
  if (!(await isNonceFree(deps.db, walletNonce))) return;
  const signer = await undone.signer();
  const terms = raiseAbove(await readCancellationTerms({ chain, client, address }), { attempts, chain });
  const isCancelled = await transaction(deps.db, async (trx) => {
    await enterSigning(trx, { chainCode });
    await lockWallet(trx, { chainCode, address });
    if (!(await isNonceFree(trx, walletNonce))) return false;
    await signCancellation(trx, deps, { wallet: { ...undone, signer }, nonce, terms, replaces: last.txHash });
    return true;
  });
  if (isCancelled)
    deps.log.warn(
      { chainCode, address, nonce, ...owner },
      'a transaction was undone past finality or given up, or another one has paid the same: it must not be mined, so a cancellation transaction takes its nonce',
    );
}
