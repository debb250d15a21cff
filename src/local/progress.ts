import type { Say } from './processes.js';

const NAME_WIDTH = 14;
const DETAIL_WIDTH = 52;

/** Tells the user what happens during the start. */
export interface Progress {
  /** Prints a line between the steps. */
  readonly say: Say;
  /** Does a step and prints its name, its result and its duration. Notes during the step are printed above that. */
  step<Result>(
    name: string,
    work: (say: Say) => Promise<Result>,
    describe: (result: Result) => string,
  ): Promise<Result>;
}

export function createProgress(write: (text: string) => void): Progress {
  const say: Say = (line) => write(`  · ${line}\n`);
  return {
    say,
    async step(name, work, describe) {
      const startedAtMs = performance.now();
      const result = await work((line) => say(`${name}: ${line}`));
      const elapsed = `${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s`;
      write(`  ✓ ${name.padEnd(NAME_WIDTH)}${describe(result).padEnd(DETAIL_WIDTH)}${elapsed.padStart(7)}\n`);
      return result;
    },
  };
}
