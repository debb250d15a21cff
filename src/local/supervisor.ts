/** What `npm start` runs; the names of its processes stand in the summary. `receiver` is the tour's shop. */
export type PartName = 'api' | 'worker' | 'receiver' | 'miner' | 'temporal' | 'postgres' | 'chain';

/**
 * The order in which parts are stopped: first what takes requests, then what works on them, and only then what both
 * stand on.
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

/** One of the things that run. */
export interface Part {
  /** Null for what runs in this process. */
  pid(): number | null;
  /** In the part's own order, within a bound. */
  stop(): Promise<void>;
  /** At once. */
  kill(): void;
}

export interface RunningProcess {
  readonly name: PartName;
  readonly pid: number;
}

/** Knows everything that was started, so that nothing of it is left behind. */
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

  /** Stops all, one after the other. A part that fails at it is killed, and the others are stopped all the same. */
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

  /** Ends all at once, however much is under way. */
  killAll(): void {
    for (const part of this.#parts.values()) part.kill();
  }
}
