import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Say } from './processes.js';

/**
 * Each second the local chain overwrites its state file in place. If it is killed in the middle of that, the file is
 * cut off and the chain is lost. So the last complete state is kept in a second file.
 */

function backupOf(stateFile: string): string {
  return `${stateFile}.whole`;
}

/** Keeps a copy of the state if it is complete. Returns whether it was. */
export function backUpState(stateFile: string): boolean {
  const state = readWhole(stateFile);
  if (state === null) return false;
  writeFileSync(`${backupOf(stateFile)}.new`, state, { mode: 0o600 });
  renameSync(`${backupOf(stateFile)}.new`, backupOf(stateFile));
  return true;
}

/** Replaces a broken state by the last complete one. It is called before the chain starts. */
export function repairState(stateFile: string, log: Say): void {
  if (!existsSync(stateFile) || readWhole(stateFile) !== null) return;
  renameSync(stateFile, `${stateFile}.broken`);
  const backup = readWhole(backupOf(stateFile));
  if (backup === null) {
    log(`the state of the local chain is broken, and there is no copy: the chain starts from the beginning`);
    return;
  }
  writeFileSync(stateFile, backup, { mode: 0o600 });
  log(`the state of the local chain was cut off while it was written: the last copy is used`);
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
