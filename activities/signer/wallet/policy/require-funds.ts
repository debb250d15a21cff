import type { Asset } from '../../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../../src/domain/core/money.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

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
