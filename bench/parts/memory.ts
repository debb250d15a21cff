import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { existsSync, readFileSync } from 'node:fs';

/** The resident memory of a process, in MB of 1024 KB. Throws when there is no such process. */
export async function residentMemory(pid: number): Promise<number> {
  const file = `/proc/${pid}/status`;
  if (existsSync(file)) {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1];
    return Number(kilobytes) / 1_024;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}
