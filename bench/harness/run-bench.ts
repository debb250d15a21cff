import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../src/config.js';
import { VARIABLES } from '../../src/config/variables.js';
import { findHome } from '../../src/local/postgres-account.js';
import { createProgress } from '../../src/local/progress.js';
import type { Supervisor } from '../../src/local/supervisor.js';
import type { Bench, BenchContext } from './bench.js';
import type { Report } from './report.js';

export interface BenchOptions {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** The caller of this supervisor stops what it starts. */
  readonly supervisor: Supervisor;
}

/** Runs one bench with its own parts and its own folder, and removes both afterwards. */
export async function runBench(bench: Bench, options: BenchOptions): Promise<readonly Report[]> {
  const { signal, supervisor } = options;
  const say = (line: string): void => options.say(`${bench.name}: ${line}`);
  const folder = makeFolder();
  const endings: (() => Promise<unknown>)[] = [];
  const env = environmentOf(process.env, folder);
  const context: BenchContext = {
    signal,
    say,
    folder,
    launch: {
      config: loadConfig(env, { for: 'start' }),
      env,
      dataDir: folder,
      supervisor,
      progress: createProgress((text) => say(text.trim())),
      signal,
    },
    onEnd: (work) => void endings.push(work),
  };
  try {
    const measurements = await bench.run(context);
    return measurements.map((measurement) => ({ name: bench.name, ...measurement }));
  } finally {
    for (const end of endings.toReversed()) {
      await end().catch((error: unknown) => say(`while it ended: ${(error as Error).message}`));
    }
    await supervisor.stopAll();
    rmSync(findHome(folder), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Other accounts may enter the folder but not list it, because PostgreSQL runs under another account when root starts
 * it.
 */
function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quittance-bench-')));
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Returns the environment without the variables of an instance that the shell may have, and without rate limits. So a
 * bench touches nobody's data.
 */
function environmentOf(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const ours = Object.entries(env).filter(([name]) => !(name in VARIABLES));
  return { ...Object.fromEntries(ours), DATA_DIR: folder, RATE_LIMITS: '{"*":null}' };
}
