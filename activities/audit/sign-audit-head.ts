import { DAY_MS } from '../../src/domain/core/days.js';
import type { AuditKey } from '../../src/chain/keys/audit-key.js';
import {
  findWholeHeadTime,
  listAuditHeads,
  listNextParts,
  lockAuditHeads,
  noteSealed,
  storeHead,
} from '../../src/db/audit/audit-heads.js';
import { inLongStatements } from '../../src/db/reconciliation/ledger-checks.js';
import { NO_HEAD, type SignedHead } from '../../src/domain/core/audit-head.js';
import type { ActivityDependencies } from '../dependencies.js';
import { hashParts } from './hash-parts.js';

/** How often a head has every chain, and not only those that have grown. */
const WHOLE_INTERVAL_MS = 7 * DAY_MS;

/**
 * Signs a head of the audit log when the last one is a day old. It computes the content of the head itself: nobody
 * gives it anything to sign. Two workers make one head: the second waits for the first one's lock, and then sees it.
 *
 * @returns the head; null while none is due.
 */
export async function signAuditHead(
  { db, log, now }: Pick<ActivityDependencies, 'db' | 'log' | 'now'>,
  key: AuditKey,
): Promise<SignedHead | null> {
  const made = await inLongStatements(db, async (trx) => {
    await lockAuditHeads(trx);
    const [last] = await listAuditHeads(trx, { limit: 1 });
    const madeAtMs = now();
    if (last !== undefined && madeAtMs - last.madeAtMs < DAY_MS) return null;
    const lastWholeMs = await findWholeHeadTime(trx);
    const isWhole = lastWholeMs === null || madeAtMs - lastWholeMs >= WHOLE_INTERVAL_MS;
    const parts = await listNextParts(trx, { isWhole });
    const head = await key.sign({
      number: (last?.number ?? 0) + 1,
      madeAtMs,
      isWhole,
      previous: last?.hash ?? NO_HEAD,
      chains: parts.length,
      partsHash: hashParts(parts),
    });
    await storeHead(trx, head, parts);
    return { head, parts };
  });
  if (made === null) return null;
  await noteSealed(db, made.parts);
  log.info({ ...made.head }, `audit log: head ${made.head.number} is signed: ${made.head.hash}`);
  return made.head;
}
