import type { Bench } from './bench.js';

/** Thrown for a name that no bench has. */
export class UnknownBenchError extends Error {
  constructor(unknown: readonly string[], benches: readonly Bench[]) {
    const names = benches.map(({ name, summary }) => `  ${name.padEnd(18)} ${summary}`).join('\n');
    super(`There is no bench called ${unknown.join(', ')}. There are:\n${names}`);
    this.name = 'UnknownBenchError';
  }
}

/**
 * Returns the benches that `--only` names, each once and in the order of the list. Without `--only`: all of them.
 *
 * @throws UnknownBenchError with the list of names.
 */
export function selectBenches(benches: readonly Bench[], only: string | undefined): readonly Bench[] {
  if (only === undefined) return benches;
  const wanted = only.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0)
    throw new UnknownBenchError(
      unknown.map((name) => `"${name}"`),
      benches,
    );
  return benches.filter(({ name }) => wanted.includes(name));
}
