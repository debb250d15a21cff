import { printable } from '../domain/core/printable.js';

/**
 * Writes a line for the user to stderr. The line may contain text from the database or another host, so control
 * characters are escaped.
 */
export function tellTerminal(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
