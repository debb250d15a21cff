import type { AssetId } from '../../domain/core/asset.js';
import type { Transaction } from '../core/database.js';

/** A whole chain, or one asset of it. */
type LockedAsset = { readonly chainCode: string; readonly tokenSymbol?: string };

const keyOf = ({ chainCode, tokenSymbol }: LockedAsset): string =>
  ['signing', chainCode, ...(tokenSymbol === undefined ? [] : [tokenSymbol])].join('/');

/**
 * Takes the shared signing lock of the chain and of the assets to sign for. A halt of the chain or a freeze of an asset
 * takes the same lock alone: when it returns, every earlier signature is committed, and nothing else is signed. The
 * lock must be the first of the transaction: taken after a wallet's lock, it could deadlock with one that waits for the
 * wallet.
 *
 * @returns why the chain is halted; null: it is not, and it can't be halted until the transaction ends.
 */
export async function shareSigning(
  trx: Transaction,
  { chainCode, tokenSymbols }: { chainCode: string; tokenSymbols: readonly string[] },
): Promise<{ readonly haltedReason: string | null }> {
  const assets = [...new Set(tokenSymbols)].toSorted().map((tokenSymbol) => ({ chainCode, tokenSymbol }));
  // Always in the same order, which a freeze of several assets follows too.
  await trx.raw(
    'SELECT pg_advisory_xact_lock_shared(hashtextextended(place, 0)) FROM unnest(?::text[]) AS place',
    [[{ chainCode }, ...assets].map(keyOf)],
  );
  // This is a separate statement: the statement that waited for the lock would not see changes that were committed
  // meanwhile.
  const cursor = await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .first<{ halted_reason: string | null } | undefined>('halted_reason');
  return { haltedReason: cursor?.halted_reason ?? null };
}

/** Stops signing on a chain, or for an asset, until the transaction ends. It waits for running signatures. */
export async function stopSigning(trx: Transaction, target: AssetId | { chainCode: string }): Promise<void> {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [keyOf(target)]);
}
