import { hashAuditHead, recoverHeadSigner } from '../../src/chain/keys/audit-key.js';
import { listAuditHeads, listPartsOf } from '../../src/db/audit/audit-heads.js';
import { checkHashChains, type BrokenChain } from '../../src/db/audit/check-hash-chains.js';
import type { Database } from '../../src/db/core/database.js';
import { NO_HEAD, type SignedHead } from '../../src/domain/core/audit-head.js';
import { hashParts } from './hash-parts.js';

/** Heads that are read at once: two years. */
const HEADS_PAGE = 800;

/** The result of a check. */
export interface VerifiedLog {
  /** The chains that were compared, by name; a whole check does not name them. */
  readonly chains: ReadonlySet<string>;
  readonly count: number;
  readonly rows: number;
  readonly heads: number;
  /** The newest signed head. */
  readonly newest: SignedHead | null;
  readonly broken: readonly BrokenChain[];
}

/**
 * Checks that nothing was changed, deleted, put in or moved in the audit log, the approvals and the ledger.
 *
 * @param check.isWhole true: everything from the first row on, and every signed head. False: what has been written since
 *   the last check.
 * @param check.suspects chains of which every row is compared in any case.
 * @param check.kept the hash of a head that somebody has kept, in hex: it must be among the heads.
 */
export async function verifyAuditLog(
  db: Database,
  { kept, ...check }: { isWhole: boolean; suspects?: readonly string[]; kept?: string; signal?: AbortSignal },
): Promise<VerifiedLog> {
  const checked = await checkHashChains(db, check);
  if (!check.isWhole) return { ...checked, heads: 0, newest: null };
  const heads = await listEveryHead(db);
  const broken = [...checked.broken, ...(await checkHeads(db, heads))];
  const newest = heads.at(-1) ?? null;
  if (kept !== undefined && !heads.some(({ hash }) => hash === kept)) {
    const why = `the kept head ${kept} is not among them: what was written before it was changed, or is of another database`;
    broken.push({ chain: 'audit_heads', broken: why, length: heads.length, proved: 0 });
  }
  return { ...checked, broken, heads: heads.length, newest };
}

/** Lists all heads, oldest first. */
async function listEveryHead(db: Database): Promise<SignedHead[]> {
  const heads: SignedHead[] = [];
  for (;;) {
    const afterId = heads.at(-1)?.number;
    const page = await listAuditHeads(db, {
      limit: HEADS_PAGE,
      ...(afterId === undefined ? {} : { afterId }),
    });
    heads.push(...page);
    if (page.length < HEADS_PAGE) return heads.reverse();
  }
}

/**
 * Describes the contradictions in the heads themselves. Each head must name the one before and its own parts, and must
 * be signed.
 */
async function checkHeads(db: Database, heads: readonly SignedHead[]): Promise<BrokenChain[]> {
  const broken: BrokenChain[] = [];
  let [before] = heads;
  for (const [index, head] of heads.entries()) {
    const about = { chain: 'audit_heads', length: heads.length, proved: index };
    const previous = index === 0 ? NO_HEAD : (before?.hash ?? '');
    const why = await whyHeadUnfit(db, head, { number: index + 1, previous });
    if (why !== null) return [...broken, { ...about, broken: why }];
    // An operator who lost the key may have a new one, so later heads are checked all the same.
    if (before !== undefined && head.signer !== before.signer) {
      const other = `head ${head.number} is signed by ${head.signer}, the heads before it by ${before.signer}: unless the key was changed, they are forged`;
      broken.push({ ...about, broken: other });
    }
    before = head;
  }
  return broken;
}

async function whyHeadUnfit(
  db: Database,
  head: SignedHead,
  expected: { number: number; previous: string },
): Promise<string | null> {
  const { number } = head;
  if (number !== expected.number) return `head ${expected.number} is missing: it was deleted`;
  if (head.previous !== expected.previous) return `head ${number} does not follow the head before it`;
  const parts = await listPartsOf(db, number);
  if (parts.length !== head.chains || hashParts(parts) !== head.partsHash)
    return `the parts of head ${number} are not those that were signed`;
  if (hashAuditHead(head) !== head.hash)
    return `head ${number} was changed: its hash does not match its content`;
  if ((await recoverHeadSigner(head)) !== head.signer)
    return `the signature of head ${number} is not from ${head.signer}`;
  return null;
}
