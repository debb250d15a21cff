import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mutate } from '../mutations/mutation.js';
import { MUTATIONS } from '../mutations/mutations.js';
import { findNeeds } from '../runner/groups.js';
import { readText, ROOT } from './source-files.js';

describe('the faults of `npm run test:mutations`', () => {
  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    'can be planted in the code: %s',
    (_, mutation) => {
      const source = readText(mutation.file);
      expect(mutate(source, mutation)).not.toBe(source);
    },
  );

  it('have unique names, and tests that exist', () => {
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(20);
    for (const { tests } of MUTATIONS) expect(tests.length).toBeGreaterThan(0);
    const tests = MUTATIONS.flatMap((mutation) => mutation.tests);
    expect(tests.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('are in nothing that is built or migrated from the checkout before the tests start', () => {
    const places = /^(workflows|activities|src\/(?!local\/|db\/migrate))/;
    expect(MUTATIONS.filter(({ file }) => !places.test(file))).toEqual([]);
    const tests = MUTATIONS.flatMap((mutation) => mutation.tests.map((file) => path.join(ROOT, file)));
    expect(findNeeds(tests).programs).toBe(false);
  });
});

describe('a fault cannot be planted', () => {
  const mutation = { name: 'x', file: 'a.ts', text: 'a < b', replacement: 'a > b', tests: [] };

  it.each(['a <= b', 'a < b || a < b'])('in %j, which does not contain its text exactly once', (source) => {
    expect(() => mutate(source, mutation)).toThrow('the code has changed');
  });
});
