import type { Fees } from '../../../src/chain/sending/fees.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { lockWithdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import {
  requireSameWallet,
  type SignedWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { requireApproval } from '../wallet/policy.js';
import { replaceAttempts } from '../wallet/replace.js';

/** What was signed for a withdrawal, or fills a nonce before it, once more for a higher fee. @throws NotYet */
export function replacePayment(
  deps: SigningDependencies,
  outgoing: SignedWithdrawal,
  { attempts, advised }: { attempts: readonly SentTransaction[]; advised: Fees },
): Promise<SentTransaction> {
  const { withdrawalId } = outgoing.withdrawal;
  return replaceAttempts(
    deps,
    {
      ...{ ...outgoing, attempts, owner: { withdrawalId } },
      signer: ({ fromAddress }) => {
        requireSameWallet(deps, fromAddress);
        return Promise.resolve(deps.hotWallet);
      },
      permit: async (trx, { purpose }) => {
        const locked = await lockWithdrawal(trx, withdrawalId);
        if (locked === undefined) return false;
        // What has failed is not paid by it: it only uses the nonce.
        if (purpose !== 'fill' || locked.status !== 'failed') await requireApproval(trx, locked);
        return true;
      },
    },
    advised,
  );
}
