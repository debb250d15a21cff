/**
 * Returns the seed that this variable names. Without it, each run has another seed, and so tries something new. A CI
 * run always has the same seed, so its result depends on the change alone.
 */
export function seedOf(variable: string): number {
  const { [variable]: named, CI: ofCi } = process.env;
  return Number(named ?? (ofCi === undefined ? Date.now() % 2 ** 31 : 1));
}
