import { z } from 'zod';
import type { LimitsChange } from '../../../db/merchants/merchant-orders.js';
import type { Asset } from '../../../domain/core/asset.js';
import { assert } from '../../../domain/core/errors.js';
import { parseAtomic, parseCrypto } from '../../../domain/core/money.js';
import type { WithdrawalLimits } from '../../../domain/withdrawals/withdrawal-limits.js';
import { amountText, atomicText, chainCode, tokenSymbol } from '../../requests/schemas.js';
import { getOfferedAsset, type Chains } from '../../views/assets.js';

const LIMITS = ['perWithdrawal', 'perDay', 'twoApprovalsAbove', 'autoApproveBelow'] as const;

const crypto = amountText.nullable().optional();
const atomic = atomicText.nullable().optional();

const assetLimits = z
  .strictObject({
    chainCode,
    tokenSymbol,
    perWithdrawalCrypto: crypto,
    perWithdrawalAtomic: atomic,
    perDayCrypto: crypto,
    perDayAtomic: atomic,
    twoApprovalsAboveCrypto: crypto,
    twoApprovalsAboveAtomic: atomic,
    autoApproveBelowCrypto: crypto,
    autoApproveBelowAtomic: atomic,
  })
  .check(({ value, issues }) => {
    for (const limit of LIMITS) {
      if (value[`${limit}Crypto`] === undefined || value[`${limit}Atomic`] === undefined) continue;
      const message = `expected either ${limit}Crypto or ${limit}Atomic`;
      issues.push({ code: 'custom', path: [`${limit}Crypto`], message, input: value });
    }
  })
  .meta({
    id: 'AssetLimits',
    allOf: LIMITS.map((limit) => ({ not: { required: [`${limit}Crypto`, `${limit}Atomic`] } })),
  });

/** A merchant's limits, each asset at most once. A limit that is left out stays as it is; null lifts it. */
export const withdrawalLimits = z
  .array(assetLimits)
  .min(1)
  .max(100)
  .check(({ value, issues }) => {
    const seen = new Set<string>();
    for (const [i, { chainCode: chain, tokenSymbol: symbol }] of value.entries()) {
      const asset = JSON.stringify([chain, symbol]);
      if (seen.has(asset)) {
        issues.push({ code: 'custom', path: [i], message: 'this asset is listed twice', input: value });
      }
      seen.add(asset);
    }
  });

/**
 * Returns the changes of a merchant's limits in base units.
 *
 * @throws QuittanceError `unsupported_asset`, `amount_too_precise`, `validation_failed`.
 */
export function toLimitsChanges(
  chains: Chains,
  asked: z.infer<typeof withdrawalLimits> | undefined,
): LimitsChange[] {
  return (asked ?? []).map((entry, i) => {
    const { asset } = getOfferedAsset(chains, entry);
    const limits: { -readonly [K in keyof WithdrawalLimits]?: WithdrawalLimits[K] } = {};
    for (const limit of LIMITS) {
      const amount = readLimit(asset, {
        crypto: entry[`${limit}Crypto`],
        atomic: entry[`${limit}Atomic`],
        path: `withdrawalLimits.${i}.${limit}`,
      });
      if (amount !== undefined) limits[`${limit}Atomic`] = amount;
    }
    return { asset, limits };
  });
}

/** Returns a limit in base units. Null: no limit. Undefined: the limit stays as it is. */
function readLimit(
  { decimals }: Asset,
  given: { crypto: string | null | undefined; atomic: string | null | undefined; path: string },
): bigint | null | undefined {
  if (given.crypto === undefined && given.atomic === undefined) return undefined;
  if (typeof given.crypto === 'string') {
    return parseCrypto(given.crypto, { decimals, path: `${given.path}Crypto` });
  }
  if (typeof given.atomic === 'string') return parseAtomic(given.atomic, `${given.path}Atomic`);
  assert(given.crypto === null || given.atomic === null, 'a limit is an amount or null');
  return null;
}
