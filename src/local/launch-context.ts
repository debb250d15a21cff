import type { StartConfig } from '../config.js';
import type { Progress } from './progress.js';
import type { Supervisor } from './supervisor.js';

/** The context of every step of a launch. */
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
 * Works like `Promise.all`, but rejects only once all promises are settled. By then, the supervisor knows everything
 * that was started.
 */
export async function allEnded<Works extends readonly Promise<unknown>[] | []>(
  works: Works,
): Promise<{ -readonly [Key in keyof Works]: Awaited<Works[Key]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
