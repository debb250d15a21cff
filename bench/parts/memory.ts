import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { BenchContext } from '../harness/bench.js';
import { describeSpread, median } from '../harness/statistics.js';
import { until } from './wait.js';

const SAMPLES = 20;
const SAMPLE_INTERVAL_MS = 250;

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

/**
 * Returns the median of a program's memory over five seconds, because freed memory goes back to the system at no fixed
 * moment. `whose` names the program and the moment.
 */
export async function sampleMemory(
  context: BenchContext,
  {
    whose,
    unit,
    read,
  }: { readonly whose: string; readonly unit: string; readonly read: () => Promise<number> },
): Promise<number> {
  const samples: number[] = [];
  const sample = async (): Promise<boolean> => {
    samples.push(await read());
    return samples.length >= SAMPLES;
  };
  await until(context, 'there are enough samples', sample, { everyMs: SAMPLE_INTERVAL_MS });
  context.say(`${whose}: ${describeSpread(samples, unit)}`);
  return median(samples);
}
