import type { AssetId } from '../../domain/core/asset.js';
import type { Transaction } from '../core/database.js';

/** A whole chain, or one asset of it. */
type LockedAsset = { readonly chainCode: string; readonly tokenSymbol?: string };

const keyOf = ({ chainCode, tokenSymbol }: LockedAsset): string =>
  ['signing', chainCode, ...(tokenSymbol === undefined ? [] : [tokenSymbol])].join('/');

/**
 * Those who sign share a lock on the chain and on what they sign for; who halts the chain or freezes the asset takes it
 * alone. Once a halt or a freeze is answered, what had found none is committed, and nothing else is signed. The first
 * thing in the transaction that signs: taken after a wallet's lock, it could wait for somebody who waits for the
 * wallet.
 *
 * @returns why the chain is halted; null: it goes on, and so it stays until the transaction ends.
 */
export async function shareSigning(
  trx: Transaction,
  { chainCode, tokenSymbols }: { chainCode: string; tokenSymbols: readonly string[] },
): Promise<{ readonly haltedReason: string | null }> {
  const assets = [...new Set(tokenSymbols)].toSorted().map((tokenSymbol) => ({ chainCode, tokenSymbol }));
  // In one order for all, who freezes several included.
  await trx.raw(
    'SELECT pg_advisory_xact_lock_shared(hashtextextended(place, 0)) FROM unnest(?::text[]) AS place',
    [[{ chainCode }, ...assets].map(keyOf)],
  );
  // Not in the statement that waits: it would not see what was committed meanwhile.
  const cursor = await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .first<{ halted_reason: string | null } | undefined>('halted_reason');
  return { haltedReason: cursor?.halted_reason ?? null };
}

/** Until the transaction ends nothing is signed there. Waits for those who sign now. */
export async function stopSigning(trx: Transaction, place: AssetId | { chainCode: string }): Promise<void> {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [keyOf(place)]);
}
