/** What is kept, by name. The modules in `test` are loaded anew for each file, but the global object stays. */
const KEPT = Symbol.for('quittance: kept by the worker of the tests');

/**
 * Returns what all test files of one worker share, such as nodes that are used again. The first file makes it. Nothing is
 * told when the worker ends.
 */
export function keptByWorker<T>(name: string, make: () => T): T {
  const kept = ((globalThis as { [KEPT]?: Map<string, unknown> })[KEPT] ??= new Map<string, unknown>());
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as T;
}
