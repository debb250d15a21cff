import type { Fees } from '../../../src/chain/sending/fees.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { lockWithdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import {
  requireSameWallet,
  type SignedWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { requireApproval } from '../wallet/policy/signing-policy.js';
import { replaceAttempts } from '../wallet/sending/replace-attempts.js';

/**
 * Signs again, for a higher fee, the payment of a withdrawal, or a cancellation transaction that it waits behind.
 *
 * @throws NotYet
 */
export function replacePayment(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  { attempts, advised }: { attempts: readonly SentTransaction[]; advised: Fees },
): Promise<SentTransaction> {
  const { withdrawalId } = signedWithdrawal.withdrawal;
  return replaceAttempts(
    deps,
    {
      ...signedWithdrawal,
      attempts,
      owner: { withdrawalId },
      signer: ({ fromAddress }) => {
        requireSameWallet(deps, fromAddress);
        return Promise.resolve(deps.hotWallet);
      },
      permit: async (trx, { purpose }) => {
        const locked = await lockWithdrawal(trx, withdrawalId);
        if (locked === undefined) return false;
        // The cancellation of a failed withdrawal pays nothing, so it needs no approval.
        if (purpose !== 'cancellation' || locked.status !== 'failed') await requireApproval(trx, locked);
        return true;
      },
    },
    advised,
  );
}
