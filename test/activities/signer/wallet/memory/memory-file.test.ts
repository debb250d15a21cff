import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  openMemoryFile,
  type MemoryLine,
} from '../../../../../activities/signer/wallet/memory/memory-file.js';
import { addressOf } from '../../../../helpers/facts/facts.js';

const folder = mkdtempSync(path.join(tmpdir(), 'quittance-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));
const lineOf = (accountedTo: number): string =>
  `${JSON.stringify({ chainCode: 'local', fromAddress: addressOf(1), accountedTo })}\n`;
/** The lengths of a piece, from the longest line to twice that. So a piece ends at every possible byte of a line. */
const LONGEST = lineOf(1_000).length;
const LENGTHS = Array.from({ length: LONGEST }, (_, more) => LONGEST + more);

describe('a memory file that is read in pieces', () => {
  it.each(LENGTHS)('gives each of its lines once, in their order, with pieces of %s bytes', (pieceBytes) => {
    const file = path.join(folder, `lines-${pieceBytes}`);
    const numbers = Array.from({ length: 50 }, (_, index) => index * 7);
    writeFileSync(file, numbers.map(lineOf).join(''));
    const learnt: MemoryLine[] = [];
    const opened = openMemoryFile(file, (line) => learnt.push(line), { pieceBytes });
    const read = (): unknown => learnt.map((line) => ('accountedTo' in line ? line.accountedTo : null));
    expect(read()).toEqual(numbers);
    // A line that is not completely written yet is read when its end is there.
    const last = lineOf(999);
    appendFileSync(file, last.slice(0, 20));
    opened.catchUp();
    expect(read()).toEqual(numbers);
    appendFileSync(file, last.slice(20));
    opened.catchUp();
    expect(read()).toEqual([...numbers, 999]);
  });

  it('is refused when a line is longer than a piece, because the text after it could not be read', () => {
    const file = path.join(folder, 'long');
    writeFileSync(file, `${lineOf(1)}{"withdrawalId":"${'w'.repeat(500)}"${lineOf(2)}`);
    const open = (): unknown => openMemoryFile(file, () => undefined, { pieceBytes: 200 });
    expect(open).toThrow('line 2 of');
  });
});
