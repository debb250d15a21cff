import { findAssetOfChain } from '../../src/db/audit/hash-chain-rows.js';
import { NO_ASSET, type Difference } from '../../src/domain/reconciliation/difference.js';
import { verifyAuditLog } from '../audit/verify-audit-log.js';
import type { ReconcilingDependencies } from './reconciliation-dependencies.js';

/**
 * Compares the rows of the audit log, the approvals and the ledger with the hash chains that they form. It compares the
 * rows that were added since the last run, or all rows with every signed head. A broken chain stays broken, and is
 * reported at each check.
 *
 * @param check.suspects the chains that were broken in the last run.
 */
export async function compareLog(
  { db }: ReconcilingDependencies,
  check: { isWhole: boolean; suspects: readonly string[]; signal: AbortSignal },
): Promise<{ readonly chains: ReadonlySet<string>; readonly differences: readonly Difference[] }> {
  const { chains, broken } = await verifyAuditLog(db, check);
  const differences = new Map<string, Difference>();
  for (const { chain, broken: why, length, proved } of broken) {
    if (differences.has(chain)) continue;
    differences.set(chain, {
      kind: 'hash_chain',
      asset: (await findAssetOfChain(db, chain)) ?? NO_ASSET,
      subject: chain,
      expectedAtomic: BigInt(length),
      foundAtomic: BigInt(proved),
      words: `The hash chain ${chain} is broken: ${why}.`,
    });
  }
  return { chains, differences: [...differences.values()] };
}
