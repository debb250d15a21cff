import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchContext } from '../../harness/bench.js';

const PROGRAM = fileURLToPath(new URL('program.ts', import.meta.url));

/** The same request, again and again. */
export interface Load {
  readonly url: string;
  /** The API key that each request carries. */
  readonly key: string;
  /** On each of them one request follows the answer of the one before. */
  readonly connections: number;
  readonly seconds: number;
  /** Over all connections; left out: as fast as they are answered. Then waiting for one's turn counts as latency too. */
  readonly perSecond?: number;
  /** A body makes it a POST, each with an Idempotency-Key of its own. */
  readonly json?: unknown;
}

export interface LoadFigures {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Without an answer. */
  readonly failed: number;
  /** Answered with another status than 2xx. */
  readonly refused: number;
}

/** Sends it from a process of its own. Throws when an answer was missing or a refusal. */
export async function sendLoad({ signal }: Pick<BenchContext, 'signal'>, load: Load): Promise<LoadFigures> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', PROGRAM, JSON.stringify(load)],
    { signal },
  );
  const figures = JSON.parse(stdout) as LoadFigures;
  if (figures.failed + figures.refused > 0 || figures.answered === 0)
    throw new Error(`Not every request was answered with success: ${stdout}`);
  return figures;
}
