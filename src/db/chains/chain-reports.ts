import { silenceOf, type Silence } from '../../domain/chains/rpc-answers.js';
import type { Queryable } from '../core/database.js';

/** One RPC of a chain as the follower sees it. */
export interface RpcReport {
  /** Scheme, host and port only: the rest of a URL may hold a key. */
  readonly origin: string;
  readonly status: string;
  readonly reason: string | null;
  readonly headNumber: number | null;
  readonly behindBlocks: number | null;
  readonly consecutiveFailures: number;
  readonly lastError: string | null;
  /** Absent in reports of earlier versions. */
  readonly lastErrorAtMs?: number | null;
  readonly lastSuccessAtMs: number | null;
  readonly lastLatencyMs: number | null;
}

/** The balance of a wallet in one asset as the chain shows it, in base units. */
export interface WalletReport {
  readonly address: string;
  readonly tokenSymbol: string;
  readonly balanceAtomic: bigint;
}

/** The last reports of the workers about a chain. */
export interface ChainReport {
  readonly chainCode: string;
  /** The difference between CHAINS_FILE and the chain, in words; null while they agree. */
  readonly mismatch: { readonly reason: string; readonly atMs: number } | null;
  readonly rpcs: readonly RpcReport[];
  readonly rpcsAtMs: number | null;
  readonly wallets: readonly WalletReport[];
  readonly walletsAtMs: number | null;
}

interface ReportRow {
  chain_code: string;
  mismatch: string | null;
  mismatch_at: Date | null;
  rpcs: RpcReport[];
  rpcs_at: Date | null;
  wallets: (Omit<WalletReport, 'balanceAtomic'> & { balanceAtomic: string })[];
  wallets_at: Date | null;
}

type ReportFields = Partial<Omit<ReportRow, 'chain_code' | 'rpcs' | 'wallets'>> & {
  rpcs?: string;
  wallets?: string;
};

async function note(q: Queryable, chainCode: string, fields: ReportFields): Promise<void> {
  await q('chain_reports')
    .insert({ chain_code: chainCode, ...fields })
    .onConflict('chain_code')
    .merge(fields);
}

/** Returns, for each chain without an answering RPC, the time since when none answers. */
export async function findSilences(
  q: Queryable,
  chainCodes: readonly string[],
): Promise<ReadonlyMap<string, Silence>> {
  if (chainCodes.length === 0) return new Map();
  const rows = await q('chain_reports')
    .whereIn('chain_code', [...new Set(chainCodes)])
    .select<Pick<ReportRow, 'chain_code' | 'rpcs' | 'rpcs_at'>[]>('chain_code', 'rpcs', 'rpcs_at');
  const silences = rows.map(({ chain_code, rpcs, rpcs_at }) => {
    return [chain_code, silenceOf({ rpcs, rpcsAtMs: rpcs_at?.getTime() ?? null })] as const;
  });
  return new Map(silences.flatMap(([code, silence]) => (silence === null ? [] : [[code, silence]])));
}

export async function noteRpcs(
  q: Queryable,
  { chainCode, rpcs, nowMs }: { chainCode: string; rpcs: readonly RpcReport[]; nowMs: number },
): Promise<void> {
  await note(q, chainCode, { rpcs: JSON.stringify(rpcs), rpcs_at: new Date(nowMs) });
}

export async function noteWallets(
  q: Queryable,
  { chainCode, wallets, nowMs }: { chainCode: string; wallets: readonly WalletReport[]; nowMs: number },
): Promise<void> {
  const rows = wallets.map((wallet) => ({ ...wallet, balanceAtomic: wallet.balanceAtomic.toString() }));
  await note(q, chainCode, { wallets: JSON.stringify(rows), wallets_at: new Date(nowMs) });
}

/** Notes how CHAINS_FILE and the chain differ. @param reason null: they agree. */
export async function noteMismatch(
  q: Queryable,
  { chainCode, reason, nowMs }: { chainCode: string; reason: string | null; nowMs: number },
): Promise<void> {
  const mismatch_at = reason === null ? null : new Date(nowMs);
  await note(q, chainCode, { mismatch: reason, mismatch_at });
}

export async function listChainReports(q: Queryable): Promise<ChainReport[]> {
  const rows = await q('chain_reports').orderBy('chain_code').select<ReportRow[]>('*');
  return rows.map((row) => ({
    chainCode: row.chain_code,
    mismatch:
      row.mismatch === null || row.mismatch_at === null
        ? null
        : { reason: row.mismatch, atMs: row.mismatch_at.getTime() },
    rpcs: row.rpcs,
    rpcsAtMs: row.rpcs_at?.getTime() ?? null,
    wallets: row.wallets.map((wallet) => ({ ...wallet, balanceAtomic: BigInt(wallet.balanceAtomic) })),
    walletsAtMs: row.wallets_at?.getTime() ?? null,
  }));
}

/** Finds the lowest stored header. It was finalized at the last check. Undefined before the first block. */
export async function findLowestBlock(
  q: Queryable,
  chainCode: string,
): Promise<{ readonly number: number; readonly hash: string } | undefined> {
  const row = await q('blocks')
    .where({ chain_code: chainCode })
    .orderBy('block_number')
    .first<{ block_number: number; block_hash: string } | undefined>('block_number', 'block_hash');
  return row === undefined ? undefined : { number: row.block_number, hash: row.block_hash };
}
