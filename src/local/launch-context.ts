import type { StartConfig } from '../config.js';
import type { Progress } from './progress.js';
import type { Supervisor } from './supervisor.js';

/** What each step of a launch has at hand. */
export interface LaunchContext {
  readonly config: StartConfig;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly dataDir: string;
  readonly supervisor: Supervisor;
  readonly progress: Progress;
  /** Aborted when somebody wishes that we stop. */
  readonly signal: AbortSignal;
}

/** As `Promise.all`, but it rejects only when nothing is under way any more: what was started is known by then. */
export async function allSettled<Works extends readonly Promise<unknown>[] | []>(
  works: Works,
): Promise<{ -readonly [Key in keyof Works]: Awaited<Works[Key]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
