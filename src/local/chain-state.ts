import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Say } from './processes.js';

/**
 * The local chain writes its whole state over the old file each second, not beside it: killed in the middle of that, it
 * would leave half a file and no chain. So the last whole state is kept in a second file.
 */

function backupOf(stateFile: string): string {
  return `${stateFile}.whole`;
}

/** Keeps a copy of the state if it is whole. Returns whether it was. */
export function backUpState(stateFile: string): boolean {
  const state = readWhole(stateFile);
  if (state === null) return false;
  writeFileSync(`${backupOf(stateFile)}.new`, state, { mode: 0o600 });
  renameSync(`${backupOf(stateFile)}.new`, backupOf(stateFile));
  return true;
}

/** Before the chain starts: puts the last whole state in the place of a broken one. */
export function repairState(stateFile: string, log: Say): void {
  if (!existsSync(stateFile) || readWhole(stateFile) !== null) return;
  renameSync(stateFile, `${stateFile}.broken`);
  const backup = readWhole(backupOf(stateFile));
  if (backup === null) {
    log(`the state of the local chain is broken and there is no copy: the chain begins anew`);
    return;
  }
  writeFileSync(stateFile, backup, { mode: 0o600 });
  log(`the state of the local chain was cut off while it was written: its last copy is used`);
}

function readWhole(file: string): string | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  try {
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}
