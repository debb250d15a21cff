import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchContext } from '../../harness/bench.js';

const PROGRAM = fileURLToPath(new URL('program.ts', import.meta.url));

/** The same request, again and again. */
export interface Load {
  readonly url: string;
  /**
   * If set, `{n}` in the URL is replaced by a number in 40 hex digits: by this one in the first request, and by one
   * more in each further request.
   */
  readonly countFrom?: number;
  /** The API key that each request carries. */
  readonly key: string;
  /** The number of connections. On each, a request follows the answer to the previous one. */
  readonly connections: number;
  readonly seconds: number;
  /**
   * Requests a second over all connections. With it, the wait for a free connection counts as latency too.
   * Left out: as fast as they are answered.
   */
  readonly perSecond?: number;
  /** With a body each request is a POST with its own Idempotency-Key. */
  readonly json?: unknown;
}

/** The figures of a load. `p50Ms` and `p99Ms` are the latencies of the answers. */
export interface LoadFigures {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests without an answer. */
  readonly failed: number;
  /** Requests answered with another status than 2xx. */
  readonly refused: number;
}

/** Sends the load from a separate process. Throws when an answer was missing or a refusal. */
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
