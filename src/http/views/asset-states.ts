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

/** What {@link showSweepable} shows. */
export const sweepableSchema = z.strictObject({
  depositAddresses: shownCrypto.meta({
    description:
      'On deposit addresses, by the ledger. An address with less than `sweepThreshold` is not swept.',
  }),
  depositAddressesAtomic: shownAtomic,
  sweepThreshold: shownCrypto.nullable().meta({
    description: 'From how much on an address is swept. Null: from twenty times its gas.',
    examples: ['1.000000'],
  }),
});

/** Shows how much of an asset lies on deposit addresses, and from how much on one of them is swept. */
export function showSweepable(asset: Asset, atomic: bigint): Shown<typeof sweepableSchema> {
  const threshold = fixedSweepThreshold(asset);
  // After a restore the books may have moved more than they knew of.
  const amount = atomic > 0n ? atomic : 0n;
  return {
    depositAddresses: formatCrypto(amount, asset.decimals),
    depositAddressesAtomic: amount.toString(),
    sweepThreshold: threshold === null ? null : formatCrypto(threshold, asset.decimals),
  };
}

/** What {@link showAssetState} shows. */
export const assetStateSchema = z
  .strictObject({
    chainCode: shownChainCode,
    chainName: z.string().meta({ examples: ['Base'] }),
    tokenSymbol: shownTokenSymbol,
    offered: z.boolean().meta({ description: 'False: it is not in CHAINS_FILE any more.' }),
    frozen: z.boolean(),
    frozenAt: shownMoment.nullable().meta({ examples: [null] }),
    frozenBy: frozenBySchema.nullable().meta({ examples: [null] }),
    reason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    dueCount: shownCount.meta({ description: 'Withdrawals that are approved and not confirmed yet.' }),
    due: shownCrypto.meta({ description: 'What they pay.' }),
    dueAtomic: shownAtomic,
    owed: shownCrypto.meta({ description: "All of the merchants' money, with what is held and reserved." }),
    owedAtomic: shownAtomic,
    reserved: shownCrypto.meta({ description: 'Of that, for withdrawals under way, decided or not.' }),
    reservedAtomic: shownAtomic,
    hotWallet: shownCrypto
      .nullable()
      .meta({ description: 'In the hot wallet, as last read from the chain; null before that.' }),
    hotWalletAtomic: shownAtomic.nullable(),
    hotWalletCeiling: shownCrypto
      .nullable()
      .meta({ description: 'The most that the hot wallet keeps.', examples: [null] }),
    readAt: shownMoment.nullable().meta({ description: 'When the hot wallet was read.' }),
    ...sweepableSchema.shape,
  })
  .meta({
    id: 'AssetState',
    description: 'An asset as operators see it: frozen or not, and what is there for what is owed.',
  });

/** Who froze an asset, with the name that people know them by. */
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
    readAt: inWallet === undefined ? null : isoOrNull(status?.report?.walletsAtMs ?? null),
    ...showSweepable(asset, state?.balances.get('custody_deposit') ?? 0n),
  };
}

function showFreezer({ actorKind, actorId: id, actorName: name }: NamedFreeze): Shown<typeof frozenBySchema> {
  return { kind: frozenBySchema.shape.kind.parse(actorKind), id, name };
}
