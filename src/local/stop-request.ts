/** Ctrl-C reaches `npm start` twice, from the terminal and from npm. Signals within this time are one request. */
const SAME_REQUEST_MS = 1_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A request to stop this program. */
export interface StopRequest {
  /** Aborted when the request arrives. Its reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** Resolves with the name of the signal. */
  readonly requested: Promise<NodeJS.Signals>;
  /** Stops listening. Signals then have their default effect. */
  release(): void;
}

/** Listens for the request to stop. Another one, more than a second after the first, calls `force`. */
export function listenForStop({ force }: { force: () => void }): StopRequest {
  const stopping = new AbortController();
  let firstAtMs: number | null = null;
  const requested = new Promise<NodeJS.Signals>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(stopping.signal.reason as NodeJS.Signals), {
      once: true,
    });
  });
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstAtMs === null) {
      firstAtMs = Date.now();
      stopping.abort(signal);
    } else if (Date.now() - firstAtMs > SAME_REQUEST_MS) {
      force();
    }
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return {
    signal: stopping.signal,
    requested,
    release() {
      for (const name of STOP_SIGNALS) process.off(name, onSignal);
    },
  };
}
