import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** Permission bits of everybody but the owner. */
const OTHERS = 0o077;

/**
 * The text of a file that holds a secret. Group and others may have no right to it: who can read a keystore can try
 * passwords for as long as they like.
 *
 * @throws Error when it can't be read, or others than its owner could.
 */
export function readPrivateFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    // Of the file that is open: its name may lead elsewhere a moment later.
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${path} is no file`);
    // Windows has no such bits.
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

/** A password out of such a file: its first line. @throws Error also when that is empty. */
export function readPasswordFile(path: string): string {
  const [password = ''] = readPrivateFile(path).split(/\r?\n/);
  if (password === '') throw new Error(`${path} has no password on its first line`);
  return password;
}
