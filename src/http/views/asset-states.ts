import { z } from 'zod';
import type { ChainStatus } from '../../db/chains/chain-status.js';
import type { AssetFreeze } from '../../db/withdrawals/asset-freezes.js';
import type { AssetState } from '../../db/withdrawals/asset-states.js';
import { fixedSweepThreshold, type Asset, type Chain } from '../../domain/core/asset.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import {
  shownAtomic,
  shownChainCode,
  shownCount,
  shownCrypto,
  shownDecimals,
  shownMoment,
  shownTokenSymbol,
} from './fields.js';
import { isoOrNull } from './iso.js';

const frozenBySchema = z.strictObject({
  kind: z.enum(['merchant', 'operator', 'cli', 'system']).meta({ examples: ['operator'] }),
  id: z
    .string()
    .nullable()
    .meta({
      description: 'Id of the operator, the account at the command line, or the part of the program.',
      examples: ['opr_01jc8z4n6q0v3w9x2y5r7t1k8m'],
    }),
  name: z
    .string()
    .nullable()
    .meta({ examples: ['Night shift'] }),
});

/** The schema of {@link showSweepable}'s answer. */
export const sweepableSchema = z.strictObject({
  depositAddresses: shownCrypto.meta({
    description:
      'The amount on deposit addresses, by the ledger. An address with less than `sweepThreshold` is not swept.',
  }),
  depositAddressesAtomic: shownAtomic,
  sweepThreshold: shownCrypto.nullable().meta({
    description:
      'An address with less is not swept. Null: the threshold is twenty times the gas of its sweep.',
    examples: ['1.000000'],
  }),
  sweepThresholdAtomic: shownAtomic.nullable().meta({ examples: ['1000000'] }),
});

/** Shows how much of an asset is on deposit addresses, and the threshold from which an address is swept. */
export function showSweepable(asset: Asset, atomic: bigint): Shown<typeof sweepableSchema> {
  const threshold = fixedSweepThreshold(asset);
  // After a restore from a backup, the ledger's balance of deposit addresses may be below zero.
  const amount = atomic > 0n ? atomic : 0n;
  return {
    depositAddresses: formatCrypto(amount, asset.decimals),
    depositAddressesAtomic: amount.toString(),
    sweepThreshold: threshold === null ? null : formatCrypto(threshold, asset.decimals),
    sweepThresholdAtomic: threshold?.toString() ?? null,
  };
}

/** The schema of {@link showAssetState}'s answer. */
export const assetStateSchema = z
  .strictObject({
    chainCode: shownChainCode,
    chainName: z.string().meta({ examples: ['Base'] }),
    tokenSymbol: shownTokenSymbol,
    decimals: shownDecimals,
    offered: z.boolean().meta({ description: 'False: the asset is no longer in CHAINS_FILE.' }),
    frozen: z.boolean(),
    frozenAt: shownMoment.nullable().meta({ examples: [null] }),
    frozenBy: frozenBySchema.nullable().meta({ examples: [null] }),
    reason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    dueCount: shownCount.meta({ description: 'Withdrawals that are approved and not confirmed yet.' }),
    due: shownCrypto.meta({ description: 'The sum of these withdrawals.' }),
    dueAtomic: shownAtomic,
    owed: shownCrypto.meta({ description: 'All money of the merchants, including held and reserved money.' }),
    owedAtomic: shownAtomic,
    reserved: shownCrypto.meta({
      description: 'The part of `owed` that is reserved for withdrawals under way.',
    }),
    reservedAtomic: shownAtomic,
    hotWallet: shownCrypto.nullable().meta({
      description:
        'The balance of the hot wallet, as last read from the chain. Null before the first reading.',
    }),
    hotWalletAtomic: shownAtomic.nullable(),
    hotWalletCeiling: shownCrypto
      .nullable()
      .meta({ description: 'The most that the hot wallet keeps.', examples: [null] }),
    hotWalletCeilingAtomic: shownAtomic.nullable().meta({ examples: [null] }),
    readAt: shownMoment.nullable().meta({ description: 'When the hot wallet was read.' }),
    ...sweepableSchema.shape,
  })
  .meta({
    id: 'AssetState',
    description:
      'An asset as operators see it: whether it is frozen, what is owed, and the balance that can pay it.',
  });

/** A freeze, with the name of the person who ordered it. */
export type NamedFreeze = AssetFreeze & { readonly actorName: string | null };

/** Shows the state of an asset. */
export function showAssetState(
  { chain, asset }: { readonly chain: Chain; readonly asset: Asset },
  {
    isOffered,
    state,
    freeze,
    status,
  }: {
    readonly isOffered: boolean;
    /** Undefined: the ledger has no entry for it. */
    readonly state: AssetState | undefined;
    /** Undefined: it is not frozen. */
    readonly freeze: NamedFreeze | undefined;
    readonly status: ChainStatus | undefined;
  },
): Shown<typeof assetStateSchema> {
  const shown = (atomic: bigint): string => formatCrypto(atomic, asset.decimals);
  const balanceOf = (kind: 'available' | 'held' | 'reserved'): bigint => state?.balances.get(kind) ?? 0n;
  const owed = balanceOf('available') + balanceOf('held') + balanceOf('reserved');
  const due = state?.due ?? { count: 0, amountAtomic: 0n };
  const inWallet = status?.report?.wallets.find(
    ({ address, tokenSymbol }) => address === status.hotWalletAddress && tokenSymbol === asset.tokenSymbol,
  );
  const { hotWalletCeilingAtomic: ceiling } = asset;
  return {
    chainCode: chain.chainCode,
    chainName: chain.name,
    tokenSymbol: asset.tokenSymbol,
    decimals: asset.decimals,
    offered: isOffered,
    frozen: freeze !== undefined,
    frozenAt: isoOrNull(freeze?.frozenAtMs ?? null),
    frozenBy: freeze === undefined ? null : showFreezer(freeze),
    reason: freeze?.reason ?? null,
    dueCount: due.count,
    due: shown(due.amountAtomic),
    dueAtomic: due.amountAtomic.toString(),
    owed: shown(owed),
    owedAtomic: owed.toString(),
    reserved: shown(balanceOf('reserved')),
    reservedAtomic: balanceOf('reserved').toString(),
    hotWallet: inWallet === undefined ? null : shown(inWallet.balanceAtomic),
    hotWalletAtomic: inWallet?.balanceAtomic.toString() ?? null,
    hotWalletCeiling: ceiling === null ? null : shown(ceiling),
    hotWalletCeilingAtomic: ceiling?.toString() ?? null,
    readAt: inWallet === undefined ? null : isoOrNull(status?.report?.walletsAtMs ?? null),
    ...showSweepable(asset, state?.balances.get('custody_deposit') ?? 0n),
  };
}

function showFreezer({ actorKind, actorId: id, actorName: name }: NamedFreeze): Shown<typeof frozenBySchema> {
  return { kind: frozenBySchema.shape.kind.parse(actorKind), id, name };
}
