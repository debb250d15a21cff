/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testSequencer: '<rootDir>/test/runner/longest-first.mjs',
  testRunner: '<rootDir>/test/runner/run-file.mjs',
  // Node loads the sources itself: see the runner.
  transform: {},
  // One limit for all, because no test is about how fast the machine is. It is longer than some waits of `until` in vain:
  // the test itself must be able to say what it waited for.
  testTimeout: 300_000,
};
