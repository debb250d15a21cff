import { pauseUnless, processCommand, type Say } from './processes.js';
import { minutesAndSeconds } from './programs.js';

const LOOK_INTERVAL_MS = 250;
const RETRY_INTERVAL_MS = 1_000;

/** A separate process that can be stopped. */
export interface Stoppable {
  readonly pid: number;
  stop(): Promise<void>;
}

/** A daemon that is restarted if it ends while we run. */
export interface WatchedDaemon<Handle extends Stoppable> {
  readonly name: string;
  /** Returns the daemon that runs now, or during a restart the previous one. */
  current(): Handle;
  /** Stops watching, then the daemon. */
  stop(): Promise<void>;
}

/**
 * Watches a daemon. If it ends, `restart` is called until it succeeds. The end and the restart are both reported.
 * `restart` must bring the daemon back at the same address.
 */
export function watchDaemon<Handle extends Stoppable>(options: {
  /** A name that can begin a sentence, e.g. `PostgreSQL`. */
  name: string;
  handle: Handle;
  restart: () => Promise<Handle>;
  log: Say;
}): WatchedDaemon<Handle> {
  const { name, restart, log } = options;
  let handle = options.handle;
  const stopping = new AbortController();
  const { signal } = stopping;

  const watch = async (): Promise<void> => {
    while (await pauseUnless(signal, LOOK_INTERVAL_MS)) {
      if ((await processCommand(handle.pid)) !== null) continue;
      const endedAtMs = Date.now();
      log(`${name} (process ${handle.pid}) has ended: starting it again`);
      const again = await untilStarted(restart, { name, signal, log });
      if (again === null) return;
      handle = again;
      log(`${name} is back after ${minutesAndSeconds(Date.now() - endedAtMs)} (process ${handle.pid})`);
    }
  };
  const watching = watch();

  return {
    name,
    current: () => handle,
    async stop() {
      stopping.abort();
      await watching;
      await handle.stop();
    },
  };
}

/** Tries to start it until it succeeds. Returns null if the signal is aborted first. */
async function untilStarted<Handle>(
  start: () => Promise<Handle>,
  { name, signal, log }: { name: string; signal: AbortSignal; log: Say },
): Promise<Handle | null> {
  do {
    try {
      return await start();
    } catch (error) {
      log(`${name} does not start: ${(error as Error).message}`);
    }
  } while (await pauseUnless(signal, RETRY_INTERVAL_MS));
  return null;
}
