import { transaction, type Database } from '../../../src/db/core/database.js';
import { insertAllSigned } from '../../../src/db/wallets/sent-transactions.js';
import { ensureWallet, lockWallet } from '../../../src/db/wallets/wallets.js';
import { lockWithdrawal } from '../../../src/db/withdrawals/withdrawals.js';

/** The wallet of {@link commitSignature}. Nobody has its key. */
export const SIGNING_WALLET = `0x${'5e'.repeat(20)}`;

/**
 * Commits made-up bytes for a withdrawal in the order of the signer: it locks the wallet and the withdrawal, checks the
 * status, and inserts the row.
 *
 * @returns whether the withdrawal could be signed.
 */
export async function commitSignature(db: Database, withdrawalId: string): Promise<boolean> {
  const wallet = { chainCode: 'local', address: SIGNING_WALLET };
  await ensureWallet(db, wallet);
  return transaction(db, async (trx) => {
    const { nextNonce } = await lockWallet(trx, wallet);
    const withdrawal = await lockWithdrawal(trx, withdrawalId);
    const signed = await trx('sent_transactions').where({ withdrawal_id: withdrawalId }).pluck('nonce');
    if (withdrawal?.status !== 'approved' || signed.length > 0) return false;
    const nonce = nextNonce ?? 0;
    await insertAllSigned(trx, [
      {
        chainCode: wallet.chainCode,
        txHash: `0x${nonce.toString(16).padStart(64, '0')}`,
        fromAddress: wallet.address,
        nonce,
        rawTransaction: '0x',
        withdrawalId,
        purpose: 'payment',
        payment: { ...withdrawal.asset, amountAtomic: withdrawal.amountAtomic, to: withdrawal.address },
        replaces: null,
        maxFeePerGasWei: 1n,
        maxCostWei: 1n,
        signedAtMs: Date.now(),
      },
    ]);
    return true;
  });
}
