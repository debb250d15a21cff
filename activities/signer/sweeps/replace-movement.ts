import type { Fees } from '../../../src/chain/sending/fees.js';
import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { findDepositIndex, lockMovement, type OpenMovement } from '../../../src/db/sweeps/movements.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { replaceAttempts } from '../wallet/sending/replace-attempts.js';
import type { MovementContext } from './sweep-context.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/**
 * Signs again, for a higher fee, the transaction of a movement, or a cancellation transaction that it waits behind.
 *
 * @throws NotYet
 */
export function replaceMovement(
  context: MovementContext,
  { movementId, fromAddress }: OpenMovement,
  { attempts, advised }: { attempts: readonly SentTransaction[]; advised: Fees },
): Promise<SentTransaction> {
  return replaceAttempts(
    context.deps,
    {
      ...context,
      attempts,
      owner: { movementId },
      signer: () => signerOf(context, fromAddress),
      permit: async (trx, { purpose }) => (await lockMovement(trx, movementId)) || purpose === 'cancellation',
    },
    advised,
  );
}

/** Finds the key of the wallet that signed for a movement. @throws NotYet */
export async function signerOf({ deps }: MovementContext, address: string): Promise<TransactionSigner> {
  const { hotWallet, sweepKeys } = deps;
  if (address === hotWallet.address) return hotWallet;
  if (address === sweepKeys?.wallet.address) return sweepKeys.wallet;
  const depositIndex = await findDepositIndex(deps.db, address);
  const signer = depositIndex === undefined ? undefined : sweepKeys?.deposit(depositIndex);
  if (signer?.address === address) return signer;
  throw new NotYet('refused', `${address} is no address of this seed any more`);
}
