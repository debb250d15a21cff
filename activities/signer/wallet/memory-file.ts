import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';

const memoryLine = z.strictObject({
  withdrawalId: z.string(),
  /** Null: what was signed for it can't pay it any more. */
  paid: z
    .strictObject({
      ...{ chainCode: z.string(), fromAddress: z.string(), nonce: z.int() },
      txHash: z.string(),
      /** As {@link signerLimitKey} writes it. */
      asset: z.string(),
      amountAtomic: z.string().regex(/^\d+$/),
      atMs: z.int(),
    })
    .nullable(),
});

/** One thing that a signing worker remembers: a line of its file. */
export type MemoryLine = Readonly<z.infer<typeof memoryLine>>;

/**
 * Reads what a signing worker remembers from before it was started, the oldest first, and returns what adds to it. Each
 * addition is on the disk before that function returns.
 *
 * @throws Error when the file can't be read or written, or when a line of it is not one of ours.
 */
export function openMemoryFile(
  path: string,
  learn: (line: MemoryLine) => void,
): (lines: readonly MemoryLine[]) => void {
  const file = openSync(path, 'a+', 0o600);
  const bytes = readFileSync(file);
  // A process that died while it wrote has left a part of a line. Nothing was signed by it: it writes before it commits.
  const wholeBytes = bytes.lastIndexOf('\n') + 1;
  if (wholeBytes < bytes.length) ftruncateSync(file, wholeBytes);
  closeSync(file);
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) learn(readLine(line, `line ${index + 1} of ${path}`));
  return (added) => {
    if (added.length === 0) return;
    const opened = openSync(path, 'a', 0o600);
    try {
      writeSync(opened, added.map((line) => `${JSON.stringify(line)}\n`).join(''));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  };
}

function readLine(line: string, which: string): MemoryLine {
  try {
    return memoryLine.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(
      `SIGNER_MEMORY_FILE: ${which} is not one that a signing worker has written. Restore the file, or take the line out ` +
        'if you know what it stood for: the worker forgets that payment.',
      { cause: error },
    );
  }
}
