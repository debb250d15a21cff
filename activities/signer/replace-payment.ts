import type { Fees } from '../../src/chain/fees.js';
import type { SentTransaction } from '../../src/db/sent-transactions.js';
import { lockWithdrawal } from '../../src/db/withdrawals.js';
import { requireSameWallet, type Leaving, type SigningDependencies } from './outgoing.js';
import { requireApproval } from './policy.js';
import { replaceAttempts } from './replace.js';

/** What was signed for a withdrawal, or fills a nonce before it, once more for a higher fee. @throws NotYet */
export function replacePayment(
  deps: SigningDependencies,
  outgoing: Leaving,
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
