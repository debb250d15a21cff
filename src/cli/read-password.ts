import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { readPasswordFile } from '../chain/keys/private-file.js';

/** A terminal for questions. The typed text comes from `input`. `output` shows the question, but not the typed text. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** The terminal of this process. */
export const TERMINAL: Terminal = { input: process.stdin, output: process.stderr };

/**
 * Reads a password from a file, or from the terminal without showing it. A password is never an argument, because
 * arguments appear in the shell's history and in the list of processes.
 *
 * @throws Error if there is neither a file nor a terminal, or if nothing was typed.
 */
export async function readPassword(
  { file, question }: { file: string | undefined; question: string },
  { input, output }: Terminal = TERMINAL,
): Promise<string> {
  if (file !== undefined) return readPasswordFile(file);
  if (input.isTTY !== true)
    throw new Error('There is no terminal at which the password can be typed. Give it with --password-file.');
  output.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silence, terminal: true, historySize: 0 });
  try {
    const password = await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve('')); // Ctrl-C, Ctrl-D
    });
    if (password === '') throw new Error('No password was typed.');
    return password;
  } finally {
    lines.close();
    output.write('\n');
  }
}
