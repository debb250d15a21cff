import type { Transaction } from '../../../../src/db/core/database.js';
import { insertAllSigned, type NewSignature } from '../../../../src/db/wallets/sent-transactions.js';
import { SIGNER_DAY_MS, signerLimitKey } from '../../../../src/domain/wallets/signer-limits.js';
import { NotYet } from '../../../withdrawals/not-yet.js';
import type { SigningDependencies } from '../signed-withdrawal.js';
import { adviseToAppend } from './wallet-coverage.js';
import type { NonceOfWallet, RememberedPayment, SigningMemory } from '../memory/signing-memory.js';

/**
 * Requires that the withdrawal was not signed here before, for another nonce: both could be mined. The database has no
 * such signature any more, or it would have been sent again.
 *
 * @throws NotYet `not_approved`
 */
export function requireUnused(memory: SigningMemory, withdrawalId: string, nonce: NonceOfWallet): void {
  const before = memory.findOther(withdrawalId, nonce);
  if (before !== null) throw signedBefore(memory, { withdrawalId, ...before });
}

function signedBefore(
  { path }: SigningMemory,
  { withdrawalId, ...before }: RememberedPayment & { withdrawalId: string },
): NotYet {
  const { chainCode, fromAddress, nonce, txHash } = before;
  // Nobody knows any more which transaction it was, so nothing could prove that it is lost.
  if (txHash === null)
    return new NotYet(
      'not_approved',
      `this signing worker has signed its payment long ago, with nonce ${nonce} of ${fromAddress}; find out on the chain what has that nonce. ` +
        'It is never signed again: if it was not paid, stop it, and have it asked for anew',
    );
  const line = { withdrawalId, lost: { chainCode, fromAddress, nonce } };
  return new NotYet(
    'not_approved',
    `this signing worker has signed its payment before, as ${txHash} with nonce ${nonce}, and the database has lost ` +
      'that or was altered; find out which. Only if you have restored a backup on purpose, and that payment can never be ' +
      (path === null
        ? 'mined, start the worker anew'
        : `mined, append this line to ${path}: ${JSON.stringify(line)}`),
    adviseToAppend({ path }, line),
  );
}

/**
 * Stores the signed transactions, after they are remembered: nobody gets to see a transaction that the memory does not
 * know.
 *
 * Usually the wallet's lock keeps others from signing at the same moment. The owner of the database can remove that
 * lock. So the lines that others have written meanwhile are read here once more.
 *
 * @returns the refusals of withdrawals whose signatures are thrown away. It is `not_approved` where another process has
 * signed the withdrawal first, and `signer_limit` where all together have signed more than the daily cap.
 */
export async function storeSigned(
  trx: Transaction,
  { memory, hotWallet, limits, now }: Pick<SigningDependencies, 'memory' | 'hotWallet' | 'limits' | 'now'>,
  signed: readonly NewSignature[],
): Promise<ReadonlyMap<string, NotYet>> {
  const lost = memory.remember(signed.filter(({ fromAddress }) => fromAddress === hotWallet.address));
  const refused = new Map(findAboveDay({ memory, limits, now }, signed));
  for (const withdrawalId of lost) {
    const before = memory.find(withdrawalId);
    if (before === null) throw new Error(`The payment of ${withdrawalId} was signed, and is forgotten`);
    refused.set(withdrawalId, signedBefore(memory, { withdrawalId, ...before }));
  }
  await insertAllSigned(
    trx,
    signed.filter(({ withdrawalId }) => withdrawalId === null || !refused.has(withdrawalId)),
  );
  return refused;
}

/** Finds the payments whose asset is above its daily cap by now, by the memory. */
function findAboveDay(
  { memory, limits, now }: Pick<SigningDependencies, 'memory' | 'limits' | 'now'>,
  signed: readonly NewSignature[],
): ReadonlyMap<string, NotYet> {
  const above = new Map<string, NotYet>();
  const sums = new Map<string, bigint>();
  for (const { withdrawalId, chainCode, purpose, payment, replaces } of signed) {
    // A replacement adds nothing to the amount that its nonce may pay.
    if (withdrawalId === null || purpose !== 'payment' || payment === null || replaces !== null) continue;
    const asset = { chainCode, tokenSymbol: payment.tokenSymbol };
    const key = signerLimitKey(asset);
    const perDayAtomic = limits?.get(key)?.perDayAtomic ?? null;
    if (perDayAtomic === null) continue;
    const sumAtomic = sums.get(key) ?? memory.sumSince(asset, now() - SIGNER_DAY_MS);
    sums.set(key, sumAtomic);
    if (sumAtomic > perDayAtomic)
      above.set(
        withdrawalId,
        new NotYet(
          'signer_limit',
          `another signing worker that shares ${memory.path ?? 'its memory'} has signed at the same moment, and both together are above perDay of "${key}" in SIGNER_LIMITS; its signature is thrown away, and counts as signed`,
        ),
      );
  }
  return above;
}
