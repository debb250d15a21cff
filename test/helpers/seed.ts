/**
 * Returns the seed that this variable names. Without it, each run has another one, and so tries something new. A run of CI
 * always has the same: what it says depends on the change alone.
 */
export function seedOf(variable: string): number {
  const { [variable]: named, CI: ofCi } = process.env;
  return Number(named ?? (ofCi === undefined ? Date.now() % 2 ** 31 : 1));
}
