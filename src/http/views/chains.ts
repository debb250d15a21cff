import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import { DISPUTABLE, type ChainDispute } from '../../db/chains/chain-disputes.js';
import type { RpcReport } from '../../db/chains/chain-reports.js';
import type { ChainStatus } from '../../db/chains/chain-status.js';
import { FOLLOWING_STATUSES, followingStatus } from '../../domain/chains/following-status.js';
import { holdingUp, silenceOf } from '../../domain/chains/rpc-answers.js';
import { gasAsset, type Chain } from '../../domain/core/asset.js';
import { formatCrypto, formatSignedCrypto } from '../../domain/core/money.js';
import { isChainBehind } from '../../domain/operators/chain-attention.js';
import { isLowOnGas, transactionsLeft } from '../../domain/wallets/low-gas.js';
import type { Shown } from '../requests/reply.js';
import {
  shownAddress,
  shownAtomic,
  shownChainCode,
  shownChainId,
  shownCount,
  shownCrypto,
  shownDecimals,
  shownHeight,
  shownMoment,
  shownTokenSymbol,
} from './fields.js';
import { iso, isoOrNull } from './iso.js';

const rpcSchema = z.strictObject({
  origin: z.string().meta({
    description: 'Scheme, host and port; the rest may be secret.',
    examples: ['https://rpc-1.example'],
  }),
  status: z.string().meta({
    description:
      '`up`, `down`, `limited`, `quarantined`, `untried`, or `behind`. `behind`: it answers, but its head is so far behind that it cannot be used to read the newest blocks.',
    examples: ['up'],
  }),
  reason: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  headHeight: shownHeight.nullable(),
  behindBlocks: z
    .int()
    .nullable()
    .meta({ examples: [0] }),
  consecutiveFailures: shownCount.meta({ examples: [0] }),
  lastError: z
    .string()
    .nullable()
    .meta({ description: 'Its last failure. It stays when the RPC answers again.', examples: [null] }),
  lastErrorAt: shownMoment.nullable().meta({ examples: [null] }),
  lastSuccessAt: shownMoment.nullable(),
  latencyMs: z
    .number()
    .nullable()
    .meta({ examples: [38] }),
});

/** The steps by which an operator resolves a dispute. */
const DISPUTE_ACTION =
  'Ask an explorer for that block, take the RPC that is wrong out of rpcUrls in CHAINS_FILE, put another in, and restart ' +
  'API and workers.';

const disputeSchema = z.strictObject({
  about: z.enum(DISPUTABLE).meta({
    description:
      '`payments`: they are not credited until it is decided. `blocks`: final blocks are not verified by a second RPC. ' +
      '`time`: RPCs report two block times. The earlier one counts, so that no invoice expires too early.',
    examples: ['payments'],
  }),
  height: shownHeight.meta({ description: 'The lowest block that it is about.' }),
  since: shownMoment,
  reason: z.string().meta({
    examples: [
      '2 payments from block 118 on are denied by https://rpc-2.example and shown by https://rpc-1.example alone: not credited',
    ],
  }),
  action: z.string().meta({ description: 'What to do.', examples: [DISPUTE_ACTION] }),
});

const hotWalletSchema = z.strictObject({
  address: shownAddress,
  readAt: shownMoment.nullable(),
  balances: z.array(
    z.strictObject({
      tokenSymbol: shownTokenSymbol,
      decimals: shownDecimals,
      balanceCrypto: shownCrypto.nullable().meta({ description: 'As read from the chain.' }),
      balanceAtomic: shownAtomic.nullable(),
      // It may be below zero: the wallet may pay from coins that it had before the chain was first read.
      ledgerCrypto: z
        .string()
        .regex(/^-?\d{1,78}\.\d{6}$/)
        .meta({ description: 'By the ledger.', examples: ['25.000000'] }),
      ledgerAtomic: z
        .string()
        .regex(/^-?\d{1,78}$/)
        .meta({ description: 'In base units.', examples: ['25000000'] }),
    }),
  ),
});

const walletSchema = z.strictObject({
  role: z.enum(['hot', 'sweep']).meta({
    description: '`hot` pays withdrawals. `sweep` pays the gas of the sweeps to it.',
    examples: ['hot'],
  }),
  address: shownAddress,
  readAt: shownMoment.nullable(),
  enoughGas: z
    .boolean()
    .nullable()
    .meta({
      description:
        'Whether its native coin is enough for ten transactions at the highest fee that CHAINS_FILE allows.',
      examples: [true],
    }),
  transactionsLeft: shownCount
    .nullable()
    .meta({ description: 'The number of transactions at this fee for which it is enough.' }),
  balances: z
    .array(
      z.strictObject({
        tokenSymbol: shownTokenSymbol,
        decimals: shownDecimals,
        balanceCrypto: shownCrypto,
        balanceAtomic: shownAtomic,
      }),
    )
    .meta({ description: 'As last read from the chain.' }),
});

/** The status of a chain. See {@link followingStatus}. */
export const chainStatusSchema = z.enum(FOLLOWING_STATUSES).meta({
  description: '`unreachable`: none of its RPCs answers.',
  examples: ['following'],
});

/** The schema of {@link showChain}'s answer. */
export const chainSchema = z
  .strictObject({
    chainCode: shownChainCode,
    chainId: shownChainId,
    name: z.string().meta({ examples: ['Base'] }),
    status: chainStatusSchema,
    unreachableSince: shownMoment
      .nullable()
      .meta({ description: 'When one of its RPCs last answered. Null while one answers.', examples: [null] }),
    height: shownHeight.nullable(),
    blockTime: shownMoment.nullable(),
    headHeight: shownHeight.nullable(),
    lagBlocks: z
      .int()
      .nullable()
      .meta({ examples: [0] }),
    lagSeconds: z
      .int()
      .nullable()
      .meta({
        description:
          'How many seconds ago the chain was last read up to the head that most of its RPCs report.',
        examples: [1],
      }),
    behind: z.boolean().meta({
      description:
        'True: the chain is not halted, but `lagSeconds` is so large that payments are seen late. Operators are told.',
      examples: [false],
    }),
    finalizedHeight: shownHeight.nullable(),
    caughtUpAt: shownMoment.nullable(),
    confirmations: shownCount,
    haltedAt: shownMoment.nullable().meta({ examples: [null] }),
    haltedReason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    resumeRequestedAt: shownMoment.nullable().meta({ examples: [null] }),
    resumeProblem: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    mismatch: z
      .string()
      .nullable()
      .meta({ description: 'How CHAINS_FILE and the chain differ.', examples: [null] }),
    mismatchAt: shownMoment.nullable().meta({ examples: [null] }),
    rpcs: z.array(rpcSchema),
    disputes: z
      .array(disputeSchema)
      .meta({ description: 'Open contradictions between the RPCs, the oldest first.', examples: [[]] }),
    rpcsCheckedAt: shownMoment.nullable(),
    hotWallet: hotWalletSchema.nullable(),
    wallets: z
      .array(walletSchema)
      .meta({ description: 'The wallets that send transactions, each with its native coin for gas.' }),
  })
  .meta({
    id: 'Chain',
    description: 'A chain as operators see it. A field that no worker has reported yet is null.',
  });

/** Shows a chain to an operator. A field that no worker has reported yet is null. */
export function showChain(
  chain: Chain,
  chainStatus: ChainStatus | undefined,
  nowMs: number,
): Shown<typeof chainSchema> {
  const { cursor = null, report = null } = chainStatus ?? {};
  const silence = report === null ? null : silenceOf(report);
  const status = followingStatus(chainStatus);
  const caughtUpAtMs = cursor?.caughtUpAtMs ?? null;
  const heldUpBy = status === 'following' ? holdingUp(report?.rpcs ?? [], { caughtUpAtMs, nowMs }) : [];
  const height = cursor?.height ?? null;
  const heads = (report?.rpcs ?? []).flatMap((rpc) => (rpc.headNumber === null ? [] : [rpc.headNumber]));
  const headHeight = heads.length === 0 ? null : Math.max(...heads, height ?? 0);
  return {
    chainCode: chain.chainCode,
    chainId: chain.chainId,
    name: chain.name,
    status,
    unreachableSince: isoOrNull(silence?.sinceMs ?? null),
    height,
    blockTime: isoOrNull(cursor?.blockTimeMs ?? null),
    headHeight,
    lagBlocks: headHeight === null || height === null ? null : headHeight - height,
    lagSeconds: secondsSince(caughtUpAtMs, nowMs),
    behind: status !== 'halted' && status !== 'mismatch' && isChainBehind(caughtUpAtMs, nowMs),
    finalizedHeight: cursor?.finalizedHeight ?? null,
    caughtUpAt: isoOrNull(caughtUpAtMs),
    confirmations: chain.confirmations,
    haltedAt: isoOrNull(cursor?.haltedAtMs ?? null),
    haltedReason: cursor?.haltedReason ?? null,
    resumeRequestedAt: isoOrNull(cursor?.resumeRequestedAtMs ?? null),
    resumeProblem: cursor?.resumeProblem ?? null,
    mismatch: report?.mismatch?.reason ?? null,
    mismatchAt: isoOrNull(report?.mismatch?.atMs ?? null),
    rpcs: (report?.rpcs ?? []).map((rpc) => showRpc(rpc, heldUpBy.includes(rpc))),
    disputes: (chainStatus?.disputes ?? []).map(showDispute),
    rpcsCheckedAt: isoOrNull(report?.rpcsAtMs ?? null),
    hotWallet: showHotWallet(chain, chainStatus),
    wallets: (chainStatus?.wallets ?? []).map((wallet) =>
      showWallet(chain, wallet, chainStatus?.report ?? null),
    ),
  };
}

/** Returns the seconds since a moment. The clock of another machine may be ahead by a second or two: then 0. */
const secondsSince = (ms: number | null, nowMs: number): number | null =>
  ms === null ? null : Math.max(0, Math.floor((nowMs - ms) / 1_000));

function showRpc(rpc: RpcReport, isHoldingUp: boolean): Shown<typeof rpcSchema> {
  return {
    origin: rpc.origin,
    status: isHoldingUp ? 'behind' : rpc.status,
    reason: rpc.reason,
    headHeight: rpc.headNumber,
    behindBlocks: rpc.behindBlocks,
    consecutiveFailures: rpc.consecutiveFailures,
    lastError: rpc.lastError,
    lastErrorAt: isoOrNull(rpc.lastErrorAtMs ?? null),
    lastSuccessAt: isoOrNull(rpc.lastSuccessAtMs),
    latencyMs: rpc.lastLatencyMs,
  };
}

function showDispute({ about, height, sinceMs, reason }: ChainDispute): Shown<typeof disputeSchema> {
  return { about, height, since: iso(sinceMs), reason, action: DISPUTE_ACTION };
}

/** Shows the balances of the hot wallet as last read from the chain, and the balances that the ledger expects. */
function showHotWallet(
  chain: Chain,
  chainStatus: ChainStatus | undefined,
): Shown<typeof hotWalletSchema> | null {
  const address = chainStatus?.hotWalletAddress ?? null;
  if (chainStatus === undefined || address === null) return null;
  const gas = gasAsset(chain);
  const assets = chain.assets.includes(gas) ? chain.assets : [...chain.assets, gas];
  return {
    address: toChecksumAddress(address),
    readAt: isoOrNull(chainStatus.report?.walletsAtMs ?? null),
    balances: assets.map(({ tokenSymbol, decimals }) => {
      const read = chainStatus.report?.wallets.find(
        (wallet) => wallet.address === address && wallet.tokenSymbol === tokenSymbol,
      );
      const ledgerAtomic = chainStatus.ledgerAtomic.get(tokenSymbol) ?? 0n;
      return {
        tokenSymbol,
        decimals,
        balanceCrypto: read === undefined ? null : formatCrypto(read.balanceAtomic, decimals),
        balanceAtomic: read?.balanceAtomic.toString() ?? null,
        ledgerCrypto: formatSignedCrypto(ledgerAtomic, decimals),
        ledgerAtomic: ledgerAtomic.toString(),
      };
    }),
  };
}

function showWallet(
  chain: Chain,
  { address, role }: ChainStatus['wallets'][number],
  report: ChainStatus['report'],
): Shown<typeof walletSchema> {
  const gas = gasAsset(chain);
  const assets = new Map([...chain.assets, gas].map((asset) => [asset.tokenSymbol, asset]));
  const read = (report?.wallets ?? []).filter((wallet) => wallet.address === address);
  const coinWei = read.find(({ tokenSymbol }) => tokenSymbol === gas.tokenSymbol)?.balanceAtomic;
  return {
    role,
    address: toChecksumAddress(address),
    readAt: isoOrNull(report?.walletsAtMs ?? null),
    enoughGas: coinWei === undefined ? null : !isLowOnGas(coinWei, chain),
    // A larger count may not fit into a number, and would be no more useful.
    transactionsLeft:
      coinWei === undefined
        ? null
        : Math.min(Number(transactionsLeft(coinWei, chain)), Number.MAX_SAFE_INTEGER),
    balances: read.flatMap(({ tokenSymbol, balanceAtomic }) => {
      const asset = assets.get(tokenSymbol);
      if (asset === undefined) return [];
      return [
        {
          tokenSymbol,
          decimals: asset.decimals,
          balanceCrypto: formatCrypto(balanceAtomic, asset.decimals),
          balanceAtomic: balanceAtomic.toString(),
        },
      ];
    }),
  };
}
