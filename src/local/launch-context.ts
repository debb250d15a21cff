import type { StartConfig } from '../config.js';
import type { Progress } from './progress.js';
import type { Supervisor } from './supervisor.js';

/** What each step of a launch works with. */
export interface LaunchContext {
  readonly config: StartConfig;
  readonly env: NodeJS.ProcessEnv;
  /** An absolute path. */
  readonly dataDir: string;
  readonly supervisor: Supervisor;
  readonly progress: Progress;
  /** Aborted when we are asked to stop. */
  readonly signal: AbortSignal;
}

/**
 * Works like `Promise.all`, but rejects only when all works have ended: everything that was started is known by then.
 */
export async function allSettled<Works extends readonly Promise<unknown>[] | []>(
  works: Works,
): Promise<{ -readonly [Key in keyof Works]: Awaited<Works[Key]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
