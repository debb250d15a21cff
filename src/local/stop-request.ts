/** Ctrl-C reaches `npm start` twice, from the terminal and from npm: within this time that is one wish. */
const SAME_WISH_MS = 1_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Somebody's wish that we stop. */
export interface StopRequest {
  /** Aborted when the wish is there; its reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** Resolves with the name of the signal. */
  readonly requested: Promise<NodeJS.Signals>;
  /** Stops listening: signals then do what they do by default. */
  release(): void;
}

/** Listens for the wish to stop. A further wish, more than a second after the first, calls `force`. */
export function listenForStop({ force }: { force: () => void }): StopRequest {
  const wish = new AbortController();
  let firstAtMs: number | null = null;
  const requested = new Promise<NodeJS.Signals>((resolve) => {
    wish.signal.addEventListener('abort', () => resolve(wish.signal.reason as NodeJS.Signals), {
      once: true,
    });
  });
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstAtMs === null) {
      firstAtMs = Date.now();
      wish.abort(signal);
    } else if (Date.now() - firstAtMs > SAME_WISH_MS) {
      force();
    }
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return {
    signal: wish.signal,
    requested,
    release() {
      for (const name of STOP_SIGNALS) process.off(name, onSignal);
    },
  };
}
