/** The parts that `npm start` runs. The summary has the names of its processes. `receiver` is the shop of the tour. */
export type PartName = 'api' | 'worker' | 'receiver' | 'miner' | 'temporal' | 'postgres' | 'chain';

/**
 * The order in which parts are stopped: first those that take requests, then those that work on them, and last the
 * servers that both need.
 */
const STOP_ORDER: readonly PartName[] = [
  'api',
  'worker',
  'receiver',
  'miner',
  'temporal',
  'postgres',
  'chain',
];

/** A part that runs. */
export interface Part {
  /** Returns its process id. Null: it runs in this process. */
  pid(): number | null;
  /** Stops it in an orderly way, within a time limit. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

export interface RunningProcess {
  readonly name: PartName;
  readonly pid: number;
}

/** Knows all parts that were started, so that none is left behind. */
export class Supervisor {
  readonly #parts = new Map<PartName, Part>();

  add(name: PartName, part: Part): void {
    this.#parts.set(name, part);
  }

  processes(): RunningProcess[] {
    return STOP_ORDER.flatMap((name) => {
      const pid = this.#parts.get(name)?.pid() ?? null;
      return pid === null ? [] : [{ name, pid }];
    });
  }

  /**
   * Stops all parts, one after the other. If a part cannot be stopped, it is killed, and the others are still stopped.
   */
  async stopAll(): Promise<void> {
    for (const name of STOP_ORDER) {
      const part = this.#parts.get(name);
      if (part === undefined) continue;
      try {
        await part.stop();
      } catch {
        part.kill();
      }
      this.#parts.delete(name);
    }
  }

  /** Kills all parts at once, even if work is under way. */
  killAll(): void {
    for (const part of this.#parts.values()) part.kill();
  }
}
