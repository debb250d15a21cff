/**
 * Does some work after the last test of a file, before the file's own hooks. In a program that is no test it does
 * nothing.
 */
export function afterFile(work: () => Promise<void>): void {
  const { testGlobals } = globalThis as {
    testGlobals?: { afterAll: (work: () => Promise<void>) => void };
  };
  testGlobals?.afterAll(work);
}
