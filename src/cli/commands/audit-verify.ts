import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SignedHead } from '../../domain/core/audit-head.js';
import { iso } from '../../http/views/iso.js';
import type { Register } from '../command.js';
import { givenFile } from '../given-file.js';

const HASH = /^(0x)?[0-9a-f]{64}$/;

/**
 * Reads a kept head. It is a hash, or a file with an answer of the API. The answer is one head or a list of heads. The
 * newest head of a list is taken.
 *
 * @returns the hash in hex without `0x`.
 */
function readKept(given: string): string {
  const text = HASH.test(given) ? given : readFileSync(givenFile(given), 'utf8').trim();
  const hash = HASH.test(text) ? text : hashIn(text);
  if (hash === undefined)
    throw new Error(`${given} has no head: expected 64 hex digits, or JSON with a "hash".`);
  return hash.replace(/^0x/, '');
}

function hashIn(text: string): string | undefined {
  const head = z.object({ hash: z.string().regex(HASH) });
  const list = z.object({ data: z.array(head).min(1) });
  const parsed = z.union([head, list]).safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  return 'hash' in parsed.data ? parsed.data.hash : parsed.data.data[0]?.hash;
}

const newestInWords = (newest: SignedHead | null): object | null =>
  newest === null
    ? null
    : {
        number: newest.number,
        createdAt: iso(newest.madeAtMs),
        hash: `0x${newest.hash}`,
        signer: newest.signer,
      };

export const registerAuditVerify: Register = (parent, run) => {
  parent
    .command('verify')
    .description(
      'check that no row of the audit log, the approvals and the ledger was changed, deleted or inserted',
    )
    .option('--head <file|hash>', 'a head that you have kept; no row from before it may have changed')
    .option('--json', 'print one JSON value')
    .action((options: { head?: string; json?: boolean }) =>
      run(options, async ({ verifyAuditLog }) => {
        const kept = options.head === undefined ? undefined : readKept(options.head);
        const { broken, count, rows, heads, newest } = await verifyAuditLog(kept);
        if (broken.length > 0) process.exitCode = 1;
        return {
          result: broken.length === 0 ? 'nothing was changed' : 'something was changed',
          chains: count,
          rows,
          heads,
          newestHead: newestInWords(newest),
          ...(kept === undefined ? {} : { keptHead: `0x${kept}` }),
          broken: broken.map(({ chain, broken: why }) => `${chain}: ${why}`),
        };
      }),
    );
};
