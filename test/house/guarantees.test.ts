import { expect, it } from '@jest/globals';
import { listFiles, readText } from './source-files.js';

/** Returns the rows of a document's table of what may never happen: the first cell, and the rest of the line. */
function guaranteesOf(file: string, title: string): readonly { never: string; by: string }[] {
  const lines = readText(file).split('\n');
  const head = lines.findIndex((line) => new RegExp(`^\\| ${title} +\\|`).test(line));
  const rows = lines.slice(head + 2);
  return rows.slice(0, rows.indexOf('')).map((line) => {
    const [, never = '', ...rest] = line.split('|');
    return { never: never.trim(), by: rest.join('|') };
  });
}

const tried = guaranteesOf('test/README.md', 'never');

it('each thing that docs/guarantees.md says may never happen is tried to make happen', () => {
  const promised = guaranteesOf('docs/guarantees.md', 'never').map(({ never }) => never);
  expect(promised.length).toBeGreaterThan(5);
  expect(tried.map(({ never }) => never)).toEqual(promised);
});

it.each([...tried, ...guaranteesOf('test/README.md', 'never, too')])(
  'who tries it is there: $never',
  ({ by }) => {
    const linked = [...by.matchAll(/\]\(\.\/([^)]+)\)/g)].map(([, file = '']) => `test/${file}`);
    expect(linked.length).toBeGreaterThan(0);
    expect(listFiles('test').filter((file) => file.endsWith('.test.ts'))).toEqual(
      expect.arrayContaining(linked),
    );
  },
);
