import { setTimeout as pause } from 'node:timers/promises';
import type { MoneyCircuit } from '../helpers/circuits/money-circuit.js';
import { keepRunning, type RunningFollower } from '../helpers/circuits/running-follower.js';

/** It polls so rarely by itself, because it is told when there is something to see. */
const POLL_INTERVAL_MS = 50;
const READ_WITHIN_MS = 60_000;

/**
 * A follower that runs beside everything else, as under Temporal. Between two polls it waits until it is told to look
 * at the chain, and not long otherwise: so it reads each change at once, and polls no chain that has not changed.
 */
export class WatchfulFollower {
  readonly #running: RunningFollower;
  /** It was told to look while it was busy. */
  #isTold = false;
  #wake: () => void = () => undefined;
  #rested: () => void = () => undefined;

  constructor(circuit: Pick<MoneyCircuit, 'follow'>) {
    this.#running = keepRunning(() => circuit.follow({ rest: () => this.#rest() }), POLL_INTERVAL_MS);
  }

  look(): void {
    this.#isTold = true;
    this.#wake();
  }

  /** Has it look at the chain again and again until the condition holds. */
  async lookUntil(holds: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + READ_WITHIN_MS;
    while (!(await holds())) {
      if (Date.now() > deadline)
        throw new Error(`The follower has not read all within ${READ_WITHIN_MS} ms.`);
      const rested = new Promise<void>((resolve) => (this.#rested = resolve));
      this.look();
      // After an error it does not rest, but starts again.
      await Promise.race([rested, pause(POLL_INTERVAL_MS)]);
    }
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }

  async #rest(): Promise<void> {
    this.#rested();
    if (!this.#isTold) {
      const over = new AbortController();
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await Promise.race([woken, pause(POLL_INTERVAL_MS, undefined, { signal: over.signal })]);
      over.abort();
    }
    this.#isTold = false;
  }
}
