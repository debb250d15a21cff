import type { Logger } from 'pino';
import { AlertThrottle } from '../../src/domain/core/alert-throttle.js';

/** The same line is written again after this time, so that it is also found in the recent part of the log. */
const AGAIN_AFTER_MS = 600_000;

/** Writes why a chain stands still into the log: once, and again every ten minutes while it stays true. */
export class HaltReminder {
  readonly #log: Logger;
  readonly #chainCode: string;
  readonly #clock: () => number;
  readonly #throttle = new AlertThrottle(AGAIN_AFTER_MS);

  /** @param clock ms of a clock that only goes forward. */
  constructor({
    log,
    chainCode,
    clock = () => performance.now(),
  }: {
    readonly log: Logger;
    readonly chainCode: string;
    readonly clock?: () => number;
  }) {
    this.#log = log;
    this.#chainCode = chainCode;
    this.#clock = clock;
  }

  /** Writes the message, unless it was written less than ten minutes ago. */
  say(message: string): void {
    if (this.#throttle.isDue(message, this.#clock()))
      this.#log.error({ chainCode: this.#chainCode }, message);
  }
}
