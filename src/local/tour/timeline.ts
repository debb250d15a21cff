const WHO_WIDTH = 10;

/** Tells the user who does what, and when. */
export interface Timeline {
  tell(who: string, what: string): void;
}

/** Creates a timeline. Its times are counted from now. */
export function createTimeline(write: (text: string) => void): Timeline {
  const startedAtMs = performance.now();
  return {
    tell(who, what) {
      const elapsed = `${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s`;
      write(`${elapsed.padStart(9)}  ${who.padEnd(WHO_WIDTH)}${what}\n`);
    },
  };
}
