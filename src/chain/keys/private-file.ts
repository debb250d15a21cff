import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** The permission bits of everybody except the owner. */
const OTHERS = 0o077;

/**
 * Reads the text of a file that holds a secret. Group and others must have no rights to it: whoever can read a keystore
 * can try passwords without limit.
 *
 * @throws Error when it can't be read, or when others than its owner have rights to it.
 */
export function readPrivateFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    // Checks the open file: a moment later, its name may lead to another file.
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${path} is no file`);
    // Windows has no such permission bits.
    if (process.platform !== 'win32' && (stats.mode & OTHERS) !== 0) {
      const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
      throw new Error(
        `${path} has mode ${mode}: others than its owner have rights to it; run: chmod 600 ${path}`,
      );
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Reads a password from such a file: its first line. @throws Error also when that line is empty. */
export function readPasswordFile(path: string): string {
  const [password = ''] = readPrivateFile(path).split(/\r?\n/);
  if (password === '') throw new Error(`${path} has no password on its first line`);
  return password;
}
