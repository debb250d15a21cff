import { readFileSync } from 'node:fs';

/** Maps each package that `npm test` has bundled into one file to this file (see test/runner/packages.ts). */
function mapPackages(folder) {
  if (folder === undefined) return {};
  const names = JSON.parse(readFileSync(`${folder}/names.json`, 'utf8'));
  return { [`^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})$`]: `${folder}/$1` };
}

/** A view names the runtime of its elements itself (`@jsxImportSource`). */
function transformOf(parser) {
  return [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser,
        transform: { react: { runtime: 'automatic' } },
        keepClassNames: true,
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
    },
  ];
}

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testSequencer: '<rootDir>/test/runner/longest-first.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.ts$': transformOf({ syntax: 'typescript' }),
    '^.+\\.tsx$': transformOf({ syntax: 'typescript', tsx: true }),
  },
  // Sources import each other with the ending `.js`, which Node's ESM loader needs. Here the files still end in `.ts`.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^quittance/client$': '<rootDir>/src/client/client.ts',
    ...mapPackages(process.env['TEST_PACKAGES']),
  },
  // One limit for all, because no test is about how fast the machine is. It is longer than some waits of `until` in vain:
  // the test itself must be able to say what it waited for.
  testTimeout: 300_000,
};
