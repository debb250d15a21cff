import { createHash } from 'node:crypto';
import type { HeadPart } from '../../src/db/audit/audit-heads.js';

/**
 * Returns SHA-256 over the parts of a head, in hex. Each part is one line: a JSON array without spaces. It has the
 * chain, the number of its rows as text, and the hash of its last row.
 */
export function hashParts(parts: readonly HeadPart[]): string {
  const hash = createHash('sha256');
  for (const { chain, length, head } of parts)
    hash.update(`${JSON.stringify([chain, String(length), head])}\n`);
  return hash.digest('hex');
}
