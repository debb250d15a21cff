import { condition, setHandler } from '@temporalio/workflow';
import { asSummary } from './as-summary.js';
import { wake } from '../src/temporal/messages.js';

/**
 * The shortest wait. Temporal's clock may be ahead of the database's. Then a moment has passed for one and not for the
 * other. Without this wait the workflow would ask again and again without a pause.
 */
const SHORTEST_WAIT_MS = 1_000;

/**
 * A wait that only a signal ends is shown to operators as a timer of this length. At its end the workflow checks again.
 */
const SHOWN_WAIT = '30 days';

export interface WakeListener {
  /** Forgets earlier signals. Called before each step: a signal that comes during the step asks for another one. */
  forget(): void;
  /** Tells whether a signal came since `forget`. */
  isWoken(): boolean;
  /**
   * Waits for a signal, or until `checkAtMs` (epoch ms). Null: only a signal ends the wait. With `isShown` operators see
   * that wait too, for two events.
   */
  wait(until: {
    readonly checkAtMs: number | null;
    readonly waitingFor: string;
    readonly isShown?: boolean;
  }): Promise<void>;
  /** Waits for a signal, or for `delayMs`. @returns true when a signal came. */
  waitFor(wait: { readonly delayMs: number; readonly waitingFor: string }): Promise<boolean>;
}

/** Listens for the `wake` signal. It also hears one that came before. */
export function listenForWake(): WakeListener {
  let woken = false;
  const isWoken = (): boolean => woken;
  setHandler(wake, () => {
    woken = true;
  });
  return {
    forget() {
      woken = false;
    },
    isWoken,
    async wait({ checkAtMs, waitingFor, isShown = false }) {
      if (checkAtMs === null && !isShown) return condition(isWoken);
      if (checkAtMs === null) {
        await condition(isWoken, SHOWN_WAIT, { summary: asSummary(waitingFor) });
        return;
      }
      const waitMs = Math.max(SHORTEST_WAIT_MS, checkAtMs - Date.now());
      await condition(isWoken, waitMs, { summary: asSummary(waitingFor) });
    },
    async waitFor({ delayMs, waitingFor }) {
      return condition(isWoken, Math.max(1, delayMs), { summary: asSummary(waitingFor) });
    },
  };
}
