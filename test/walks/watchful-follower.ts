import { setTimeout as pause } from 'node:timers/promises';
import type { MoneyCircuit } from '../helpers/circuits/money-circuit.js';
import { keepRunning, type RunningFollower } from '../helpers/circuits/running-follower.js';

/** It polls only rarely by itself, because it is told when there is something new. */
const POLL_INTERVAL_MS = 50;
const READ_WITHIN_MS = 60_000;

/**
 * A follower that runs in parallel, as under Temporal. Between two polls it waits until it is told to read the chain,
 * or for a short time. So it reads each change at once, and does not poll an unchanged chain.
 */
export class WatchfulFollower {
  readonly #circuit: Pick<MoneyCircuit, 'follow' | 'news'>;
  readonly #running: RunningFollower;
  #rested: () => void = () => undefined;

  constructor(circuit: Pick<MoneyCircuit, 'follow' | 'news'>) {
    this.#circuit = circuit;
    this.#running = keepRunning(() => this.#follow(), POLL_INTERVAL_MS);
  }

  look(): void {
    this.#circuit.news.tell();
  }

  /** Makes it read the chain again and again until the condition holds. */
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

  #follow(): RunningFollower {
    const rest = this.#circuit.news.rests();
    return this.#circuit.follow({
      rest: () => {
        this.#rested();
        return rest(POLL_INTERVAL_MS);
      },
    });
  }
}
