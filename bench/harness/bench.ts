import type { LaunchContext } from '../../src/local/launch-context.js';

/** One figure, with the reference of the same run that it is compared with. */
export interface Measurement {
  /** What was measured, in words, because a bench may report several figures. */
  readonly measure: string;
  /** In `unit`, as is `referenceValue`. */
  readonly value: number;
  readonly unit: string;
  /** The reference that the figure is compared with, in words. */
  readonly reference: string;
  readonly referenceValue: number;
}

/** Everything that a bench gets to work with. */
export interface BenchContext {
  /** Aborted when the bench is to stop. Everything that waits listens to it. */
  readonly signal: AbortSignal;
  /** Writes one line to stderr: progress, noise and whatever else a person wants to know. */
  readonly say: (line: string) => void;
  /** This bench's own folder, removed after the bench. */
  readonly folder: string;
  /** Context for parts that `src/local` starts. They are stopped after the bench; their data is in `folder`. */
  readonly launch: LaunchContext;
  /** Registers work for the end of the bench, however it ends. Last in, first out, and before the parts are stopped. */
  onEnd(work: () => Promise<unknown>): void;
}

export interface Bench {
  /** The name for `--only NAME`. */
  readonly name: string;
  /** One line: what it measures, and against what. */
  readonly summary: string;
  /** Throws when the thing to be measured did not happen, never because a figure is bad. */
  run(context: BenchContext): Promise<readonly Measurement[]>;
}
