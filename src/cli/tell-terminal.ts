import { printable } from '../domain/core/printable.js';

/**
 * Writes a line for the user at the terminal. It may have words of the database or of another host in it: what they could
 * make the terminal do is escaped.
 */
export function tellTerminal(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
