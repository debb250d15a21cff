import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { NotYet } from '../../../withdrawals/not-yet.js';

const wallet = { chainCode: z.string(), fromAddress: z.string() };
const nonce = { ...wallet, nonce: z.int() };
const atomic = z.string().regex(/^\d+$/);

const memoryLine = z.union([
  z.strictObject({
    withdrawalId: z.string(),
    /**
     * The transaction that was signed to pay it. An older version wrote null: the signed payment can't be mined any
     * more.
     */
    paid: z
      .strictObject({
        ...nonce,
        txHash: z.string(),
        /** As {@link signerLimitKey} writes it. */
        asset: z.string(),
        amountAtomic: atomic,
        atMs: z.int(),
        /** The recipient, in lower case. An older version has not written it. */
        to: z.string().optional(),
      })
      .nullable(),
  }),
  /** The payment that was signed for it with this nonce can't be mined any more. */
  z.strictObject({ withdrawalId: z.string(), lost: z.strictObject(nonce) }),
  /** A transfer of our own that was signed with the wallet's key: it pays no withdrawal. */
  z.strictObject({ used: z.strictObject({ ...nonce, txHash: z.string() }) }),
  /**
   * A cancellation. It pays nobody, and says nothing about other transactions that were signed for its nonce. Its name
   * in the file stays: lines are never rewritten, and after a return to an earlier version that version reads this
   * file.
   */
  z.strictObject({ filled: z.strictObject({ ...nonce, txHash: z.string() }) }),
  /** Somebody answers for all nonces below: a worker when its memory begins, or an operator who has checked them. */
  z.strictObject({ ...wallet, accountedTo: z.int() }),
  /** From here on, all nonces of the wallet are written. */
  z.strictObject({ format: z.literal(2) }),
]);

/** One thing that a signing worker remembers: a line of its file. */
export type MemoryLine = Readonly<z.infer<typeof memoryLine>>;

/** A file that the signing workers of one host share. Each of them reads the lines that the others have added. */
export interface MemoryFile {
  /**
   * Reads the lines that were added since the last call. @throws NotYet `not_approved` when a line is not one of ours.
   */
  catchUp(): void;
  /**
   * Adds lines, and reads on to its end. They are on the disk before this returns, and all lines that stand before them
   * have been read: the order in the file decides who was first.
   */
  append(lines: readonly MemoryLine[]): void;
}

/** A file may be larger than what a text can hold (512 MiB). */
const PIECE_BYTES = 16 * 1024 * 1024;

/** How far a file was read. Another file may have taken its place, or somebody has shortened it: `inode`, `bytes`. */
interface ReadPosition {
  readonly inode: number;
  readonly bytes: number;
  readonly line: number;
}

/**
 * Opens a file, which is made if it is missing, and reads all of it. Nothing of it is ever rewritten.
 *
 * @param learn is called with each line, in their order. It may get a line a second time.
 * @param pieceBytes how much of it is in memory at once. A line is far shorter.
 * @throws Error when the file can't be read or written, or when a line of it is not one of ours.
 */
export function openMemoryFile(
  file: string,
  learn: (line: MemoryLine) => void,
  { pieceBytes = PIECE_BYTES }: { pieceBytes?: number } = {},
): MemoryFile {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  let seen: ReadPosition = { inode: 0, bytes: 0, line: 0 };
  const readOn = (opened: number): void => {
    const { ino: inode, size } = fstatSync(opened);
    if (inode !== seen.inode || size < seen.bytes) seen = { inode, bytes: 0, line: 0 };
    while (seen.bytes < size) {
      const length = Math.min(pieceBytes, size - seen.bytes);
      const added = readFrom(opened, { position: seen.bytes, length });
      const whole = added.subarray(0, added.lastIndexOf('\n') + 1);
      if (whole.length === 0) {
        // Behind the last end of a line, another process may be about to write.
        if (length < pieceBytes) return;
        throw strangeLine(`line ${seen.line + 1} of ${file}`);
      }
      let { line } = seen;
      for (const text of whole.toString('utf8').split('\n').slice(0, -1)) {
        line += 1;
        const read = readLine(text, `line ${line} of ${file}`);
        if (read !== null) learn(read);
      }
      seen = { inode, bytes: seen.bytes + whole.length, line };
    }
  };
  const opening = (flags: string | number, work: (opened: number) => void): void => {
    const opened = openSync(file, flags, 0o600);
    try {
      work(opened);
    } finally {
      closeSync(opened);
    }
  };
  opening('a+', readOn);
  return {
    catchUp() {
      const now = statSync(file, { throwIfNoEntry: false });
      if (now === undefined)
        throw new NotYet(
          'not_approved',
          `the file of the signing memory, ${file}, is missing; nothing is signed until you have put it back`,
        );
      if (now.ino === seen.inode && now.size === seen.bytes) return;
      opening('r', readOn);
    },
    append(lines) {
      if (lines.length === 0) return;
      // A line that could not be read again is not written: the next process would not know it.
      for (const line of lines) memoryLine.parse(line);
      // It begins a new line: a process that died while it wrote may have left one without its end.
      const bytes = Buffer.from(`\n${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}`);
      // A missing file is not created again: a new one would know nothing.
      opening(constants.O_RDWR | constants.O_APPEND, (opened) => {
        if (writeSync(opened, bytes) < bytes.length)
          throw new Error(`${file} took only a part of what was written to it. Is its disk full?`);
        fsyncSync(opened);
        const { ino: inode, size } = fstatSync(opened);
        if (inode === seen.inode && size === seen.bytes + bytes.length) {
          // Nobody else has added anything, so the written lines need not be read.
          for (const line of lines) learn(line);
          seen = { inode, bytes: size, line: seen.line + 1 + lines.length };
        } else readOn(opened);
      });
    },
  };
}

function readFrom(opened: number, { position, length }: { position: number; length: number }): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(opened, bytes, { offset: filled, position: position + filled });
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** Returns the content of a line. Null: it has none. */
function readLine(line: string, which: string): MemoryLine | null {
  if (line.trim() === '') return null;
  try {
    return memoryLine.parse(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError && isUnfinished(line)) return null;
    throw strangeLine(which);
  }
}

function strangeLine(which: string): NotYet {
  return new NotYet(
    'not_approved',
    `SIGNER_MEMORY_FILE: ${which} is not one that a signing worker has written; nothing is signed until you have ` +
      'restored it, or taken it out because you know what it stood for: the worker forgets that payment',
    { takeOut: which },
  );
}

/**
 * Tells whether a line is the beginning of one. A process died while it wrote it, and has signed nothing by it: it
 * writes before it commits. It is asked only of what can't be read: a value may have a brace too.
 */
function isUnfinished(line: string): boolean {
  return line.startsWith('{') && line.split('{').length > line.split('}').length;
}
