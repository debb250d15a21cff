/** What a test file imports from `@jest/globals`: see run-file.mjs. Loaded anew for each file. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis.testGlobals;
