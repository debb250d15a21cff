import type { Fees } from '../../../src/chain/sending/fees.js';
import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { findDepositIndex, lockMovement, type OpenMovement } from '../../../src/db/sweeps/movements.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { replaceAttempts } from '../wallet/replace.js';
import type { Carrying } from './sweep-context.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/** What was signed for a movement, or fills a nonce before it, once more for a higher fee. @throws NotYet */
export function replaceMovement(
  carrying: Carrying,
  { movementId, fromAddress }: OpenMovement,
  { attempts, advised }: { attempts: readonly SentTransaction[]; advised: Fees },
): Promise<SentTransaction> {
  return replaceAttempts(
    carrying.deps,
    {
      ...{ ...carrying, attempts, owner: { movementId } },
      signer: () => signerOf(carrying, fromAddress),
      permit: async (trx, { purpose }) => (await lockMovement(trx, movementId)) || purpose === 'fill',
    },
    advised,
  );
}

/** The key of the wallet that signed for a movement. @throws NotYet */
export async function signerOf({ deps }: Carrying, address: string): Promise<TransactionSigner> {
  const { hotWallet, sweepKeys } = deps;
  if (address === hotWallet.address) return hotWallet;
  if (address === sweepKeys?.wallet.address) return sweepKeys.wallet;
  const depositIndex = await findDepositIndex(deps.db, address);
  const signer = depositIndex === undefined ? undefined : sweepKeys?.deposit(depositIndex);
  if (signer?.address === address) return signer;
  throw new NotYet('refused', `${address} is no address of this seed any more`);
}
