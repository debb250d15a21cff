import { condition, setHandler } from '@temporalio/workflow';
import { wake } from '../src/temporal/messages.js';

/**
 * A moment that has just passed by the engine's clock and not by the database's would otherwise be asked about
 * without a pause.
 */
const SHORTEST_WAIT_MS = 1_000;

export interface WakeListener {
  /** Called before a question is asked: a signal that comes while it is answered asks for another. */
  forget(): void;
  /** Whether a signal came since. */
  isWoken(): boolean;
  /** Waits for a signal, or until `checkAtMs` (epoch ms; null: only a signal can change anything). */
  wait(until: { readonly checkAtMs: number | null; readonly waitingFor: string }): Promise<void>;
  /** Waits for a signal, or for `delayMs`. @returns true when a signal came. */
  waitFor(wait: { readonly delayMs: number; readonly waitingFor: string }): Promise<boolean>;
}

/** Hears the `wake` signal from now on, and one that came before. */
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
    async wait({ checkAtMs, waitingFor }) {
      if (checkAtMs === null) return condition(isWoken);
      const waitMs = Math.max(SHORTEST_WAIT_MS, checkAtMs - Date.now());
      await condition(isWoken, waitMs, { summary: waitingFor });
    },
    async waitFor({ delayMs, waitingFor }) {
      return condition(isWoken, Math.max(1, delayMs), { summary: waitingFor });
    },
  };
}
