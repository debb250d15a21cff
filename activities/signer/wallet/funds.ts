import type { Commitment } from '../../../src/db/wallets/sent-transactions.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../src/domain/core/money.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/**
 * Unites listings of what signed transactions may still take from the wallet, each nonce once. Callers read the balance
 * between two listings. A transaction that is mined in between is missing in the later listing, and may still be in the
 * balance: the earlier listing keeps it.
 */
export function unite(...listings: readonly (readonly Commitment[])[]): readonly Commitment[] {
  const byNonce = new Map<number, Commitment>();
  for (const commitment of listings.flat()) {
    const known = byNonce.get(commitment.nonce);
    if (known === undefined || known.maxCostWei < commitment.maxCostWei)
      byNonce.set(commitment.nonce, commitment);
  }
  return [...byNonce.values()];
}

export function committedTokens(commitments: readonly Commitment[], { tokenSymbol }: Asset): bigint {
  return commitments
    .filter((commitment) => commitment.tokenSymbol === tokenSymbol)
    .reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
}

export function committedWei(commitments: readonly Commitment[]): bigint {
  return commitments.reduce((sum, { maxCostWei }) => sum + maxCostWei, 0n);
}

/** @throws NotYet `no_tokens` */
export function requireTokens(
  asset: Asset,
  { spareAtomic, neededAtomic }: { spareAtomic: bigint; neededAtomic: bigint },
): void {
  if (spareAtomic >= neededAtomic) return;
  const has = formatCrypto(spareAtomic < 0n ? 0n : spareAtomic, asset.decimals);
  throw new NotYet(
    'no_tokens',
    `the hot wallet has ${has} ${asset.tokenSymbol} to spare and ${formatCrypto(neededAtomic, asset.decimals)} are to be sent; top it up`,
  );
}

/** @throws NotYet `no_gas` */
export function requireGas(
  native: Asset,
  { spareWei, neededWei, who = 'the hot wallet' }: { spareWei: bigint; neededWei: bigint; who?: string },
): void {
  if (spareWei >= neededWei) return;
  const missing = formatCrypto(neededWei - spareWei, native.decimals);
  throw new NotYet('no_gas', `${who} lacks ${missing} ${native.tokenSymbol} for gas; top it up`);
}
