import { toChecksumAddress } from '../../chain/address.js';
import type { RpcReport } from '../../db/chain-reports.js';
import type { ChainStanding } from '../../db/chain-standings.js';
import { gasAsset, type Chain } from '../../domain/asset.js';
import { formatCrypto } from '../../domain/money.js';
import { isoOrNull } from './iso.js';

/** A chain as an operator sees it. What no worker has said yet is null. */
export function showChain(chain: Chain, standing: ChainStanding | undefined): object {
  const { cursor = null, report = null } = standing ?? {};
  const height = cursor?.height ?? null;
  const heads = (report?.rpcs ?? []).flatMap((rpc) => (rpc.headNumber === null ? [] : [rpc.headNumber]));
  const headHeight = heads.length === 0 ? null : Math.max(...heads, height ?? 0);
  return {
    chainCode: chain.chainCode,
    chainId: chain.chainId,
    name: chain.name,
    status: statusOf(standing),
    height,
    blockTime: isoOrNull(cursor?.blockTimeMs ?? null),
    headHeight,
    lagBlocks: headHeight === null || height === null ? null : headHeight - height,
    finalizedHeight: cursor?.finalizedHeight ?? null,
    caughtUpAt: isoOrNull(cursor?.caughtUpAtMs ?? null),
    confirmations: chain.confirmations,
    haltedAt: isoOrNull(cursor?.haltedAtMs ?? null),
    haltedReason: cursor?.haltedReason ?? null,
    resumeRequestedAt: isoOrNull(cursor?.resumeRequestedAtMs ?? null),
    resumeProblem: cursor?.resumeProblem ?? null,
    mismatch: report?.mismatch?.reason ?? null,
    mismatchAt: isoOrNull(report?.mismatch?.atMs ?? null),
    rpcs: (report?.rpcs ?? []).map(showRpc),
    rpcsCheckedAt: isoOrNull(report?.rpcsAtMs ?? null),
    hotWallet: showHotWallet(chain, standing),
  };
}

function statusOf(standing: ChainStanding | undefined): string {
  if (standing?.report?.mismatch != null) return 'mismatch';
  if (standing?.cursor?.haltedReason != null) return 'halted';
  return standing?.cursor?.height == null ? 'starting' : 'following';
}

function showRpc(rpc: RpcReport): object {
  return {
    origin: rpc.origin,
    status: rpc.status,
    reason: rpc.reason,
    headHeight: rpc.headNumber,
    behindBlocks: rpc.behindBlocks,
    consecutiveFailures: rpc.consecutiveFailures,
    lastError: rpc.lastError,
    lastSuccessAt: isoOrNull(rpc.lastSuccessAtMs),
    latencyMs: rpc.lastLatencyMs,
  };
}

/** What the wallet holds by the chain's own word, when it was last read, beside what it should hold by the ledger. */
function showHotWallet(chain: Chain, standing: ChainStanding | undefined): object | null {
  const address = standing?.hotWalletAddress ?? null;
  if (standing === undefined || address === null) return null;
  const gas = gasAsset(chain);
  const assets = chain.assets.includes(gas) ? chain.assets : [...chain.assets, gas];
  return {
    address: toChecksumAddress(address),
    readAt: isoOrNull(standing.report?.walletsAtMs ?? null),
    balances: assets.map(({ tokenSymbol, decimals }) => {
      const read = standing.report?.wallets.find(
        (wallet) => wallet.address === address && wallet.tokenSymbol === tokenSymbol,
      );
      const ledgerAtomic = standing.ledgerAtomic.get(tokenSymbol) ?? 0n;
      return {
        tokenSymbol,
        balanceCrypto: read === undefined ? null : formatCrypto(read.balanceAtomic, decimals),
        balanceAtomic: read?.balanceAtomic.toString() ?? null,
        ledgerCrypto: formatCrypto(ledgerAtomic, decimals),
        ledgerAtomic: ledgerAtomic.toString(),
      };
    }),
  };
}
