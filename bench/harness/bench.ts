import type { LaunchContext } from '../../src/local/launch-context.js';

/** One figure, beside what it is compared with in the same run. */
export interface Measurement {
  /** What was measured, in words: a bench may report several figures. */
  readonly measure: string;
  /** In `unit`, as `referenceValue` is. */
  readonly value: number;
  readonly unit: string;
  /** What it is compared with, in words. */
  readonly reference: string;
  readonly referenceValue: number;
}

/** What a bench works with. */
export interface BenchContext {
  /** Aborted when somebody wishes that it stops; everything that waits listens to it. */
  readonly signal: AbortSignal;
  /** Progress, noise and whatever else a person wants to know: one line on stderr. */
  readonly say: (line: string) => void;
  /** A folder of this bench's own, removed after it. */
  readonly folder: string;
  /** For parts that `src/local` starts: they are stopped after the bench. Their data is in `folder`. */
  readonly launch: LaunchContext;
  /** Does this when the bench ends, however it ends: the last one first, and before the parts are stopped. */
  onEnd(work: () => Promise<unknown>): void;
}

export interface Bench {
  /** As in `--only NAME`. */
  readonly name: string;
  /** What it measures against what, in one line. */
  readonly summary: string;
  /** Throws when something didn't happen that is to be measured; never because a figure is a bad one. */
  run(context: BenchContext): Promise<readonly Measurement[]>;
}
