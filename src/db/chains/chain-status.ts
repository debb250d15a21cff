import { listChainCursors, type ChainCursor } from './chain-cursor.js';
import { listDisputes, type ChainDispute } from './chain-disputes.js';
import { listChainReports, type ChainReport } from './chain-reports.js';
import type { Queryable } from '../core/database.js';

/** The stored status of a chain: how far it was read, the workers' reports, and the balances in the books. */
export interface ChainStatus {
  /** Null before the first follower. */
  readonly cursor: ChainCursor | null;
  /** Null before the first report. */
  readonly report: ChainReport | null;
  readonly disputes: readonly ChainDispute[];
  /** The hot wallet; null before a signing worker has made it known. */
  readonly hotWalletAddress: string | null;
  /** The wallets that are in use: at most one of each role. */
  readonly wallets: readonly { readonly address: string; readonly role: 'hot' | 'sweep' }[];
  /** The hot wallet's balances in our ledger, in base units, by token symbol. */
  readonly ledgerAtomic: ReadonlyMap<string, bigint>;
}

interface WalletRow {
  chain_code: string;
  address: string;
  role: 'hot' | 'sweep';
}

interface CustodyRow {
  chain_code: string;
  token_symbol: string;
  balance: bigint;
}

/** Reads the status of every chain that was ever followed, reported or paid from, by chain code. */
export async function readChainStatuses(q: Queryable): Promise<ReadonlyMap<string, ChainStatus>> {
  const cursors = await listChainCursors(q);
  const reports = await listChainReports(q);
  const disputes = await listDisputes(q);
  // The wallet with the highest nonce first: a replaced seed leaves its old wallet behind.
  const wallets = await q('wallets')
    .whereIn('role', ['hot', 'sweep'])
    .orderByRaw('next_nonce DESC NULLS LAST, address')
    .select<WalletRow[]>('chain_code', 'address', 'role');
  const inUse = (chainCode: string) =>
    (['hot', 'sweep'] as const).flatMap(
      (role) => wallets.find((wallet) => wallet.chain_code === chainCode && wallet.role === role) ?? [],
    );
  const custody = await q('ledger_accounts').where({ kind: 'custody_hot' }).select<CustodyRow[]>('*');
  const codes = [...cursors, ...reports].map(({ chainCode }) => chainCode);
  codes.push(...wallets.map(({ chain_code }) => chain_code));
  return new Map(
    codes.map((chainCode) => [
      chainCode,
      {
        cursor: cursors.find((cursor) => cursor.chainCode === chainCode) ?? null,
        report: reports.find((report) => report.chainCode === chainCode) ?? null,
        disputes: disputes.filter((dispute) => dispute.chainCode === chainCode),
        hotWalletAddress: inUse(chainCode).find(({ role }) => role === 'hot')?.address ?? null,
        wallets: inUse(chainCode).map(({ address, role }) => ({ address, role })),
        ledgerAtomic: new Map(
          custody
            .filter(({ chain_code }) => chain_code === chainCode)
            .map(({ token_symbol, balance }) => [token_symbol, balance]),
        ),
      },
    ]),
  );
}

/** Lists the chains that are halted, by chain code, with the time since when (epoch ms). */
export async function listHaltedChains(
  q: Queryable,
): Promise<readonly { readonly chainCode: string; readonly haltedAtMs: number }[]> {
  const rows = await q('chain_cursors')
    .whereNotNull('halted_reason')
    .orderBy('chain_code')
    .select<{ chain_code: string; halted_at: Date }[]>('chain_code', 'halted_at');
  return rows.map((row) => ({ chainCode: row.chain_code, haltedAtMs: row.halted_at.getTime() }));
}
