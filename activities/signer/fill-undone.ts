import { isSigned1559, readSigned } from '../../src/chain/broadcast.js';
import type { TransactionSigner } from '../../src/chain/keys.js';
import { transaction } from '../../src/db/database.js';
import { isNonceFree, type FillOwner, type SentTransaction } from '../../src/db/sent-transactions.js';
import { lockWallet } from '../../src/db/wallets.js';
import { raiseFees } from '../../src/domain/raise-fees.js';
import { readFilling, signFill } from './fill-gaps.js';
import type { Outgoing, SigningDependencies } from './outgoing.js';

/** What has failed for good, and whose final transaction a reorganisation past finality has undone. */
export interface UndoneFailure extends Pick<Outgoing, 'chain' | 'native' | 'client'> {
  readonly owner: FillOwner;
  /** All that was signed for its nonce. */
  readonly attempts: readonly SentTransaction[];
  /** The key of the wallet that signed them. */
  readonly signer: () => Promise<TransactionSigner>;
}

/**
 * Has its nonce used by a transaction that sends nothing to its own wallet, for all that come after wait for it. What
 * was signed is not sent again: mined now it could succeed, and its amount was given back. Signed once; whoever calls
 * sends it.
 *
 * @throws NotYet when it can't be signed now.
 */
export async function fillUndone(deps: SigningDependencies, undone: UndoneFailure): Promise<void> {
  const { chain, client, owner, attempts } = undone;
  const last = attempts.find(({ txHash }) => !attempts.some(({ replaces }) => replaces === txHash));
  if (last === undefined) return;
  const { chainCode, fromAddress: address, nonce } = last;
  const free = { chainCode, address, nonce };
  if (!(await isNonceFree(deps.db, free))) return;
  const signer = await undone.signer();
  const filling = await readFilling({ chain, client, address });
  const raised = raiseFees({
    // A node may still hold one of them, and takes another of its nonce for more.
    attempts: attempts
      .map(({ rawTransaction: raw }) => raw)
      .filter(isSigned1559)
      .map(readSigned),
    ...{ advised: filling.fees, capWei: chain.maxFeePerGasWei },
  });
  const fees = raised.kind === 'raised' ? { ...filling.fees, ...raised.fees } : filling.fees;
  const isFilled = await transaction(deps.db, async (trx) => {
    await lockWallet(trx, { chainCode, address });
    if (!(await isNonceFree(trx, free))) return false;
    await signFill(trx, deps, {
      skipped: { ...undone, signer },
      ...{ nonce, filling: { ...filling, fees }, replaces: last.txHash },
    });
    return true;
  });
  if (isFilled)
    deps.log.warn(
      { chainCode, address, nonce, ...owner },
      'what had failed for good was undone past finality: its nonce is used by a transaction that sends nothing to itself',
    );
}
