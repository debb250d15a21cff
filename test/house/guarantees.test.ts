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

it('each guarantee in docs/guarantees.md has tests that try to break it', () => {
  const promised = guaranteesOf('docs/guarantees.md', 'never').map(({ never }) => never);
  expect(promised.length).toBeGreaterThan(5);
  expect(tried.map(({ never }) => never)).toEqual(promised);
});

it.each([...tried, ...guaranteesOf('test/README.md', 'never, too')])(
  'the tests that try to break it exist: $never',
  ({ by }) => {
    const linked = [...by.matchAll(/\]\(\.\/([^)]+)\)/g)].map(([, file = '']) => `test/${file}`);
    expect(linked.length).toBeGreaterThan(0);
    expect(listFiles('test').filter((file) => file.endsWith('.test.ts'))).toEqual(
      expect.arrayContaining(linked),
    );
  },
);

it.each(guaranteesOf('docs/threat-model.md', 'who has'))(
  'docs/threat-model.md names the tests that play the thief who has: $never',
  ({ by }) => {
    const linked = [...by.matchAll(/\]\(\.\.\/(test\/[^)]+)\)/g)].map(([, file = '']) => file);
    expect(linked.length).toBeGreaterThan(0);
    expect(listFiles('test').filter((file) => file.endsWith('.test.ts'))).toEqual(
      expect.arrayContaining(linked),
    );
  },
);

/** Commands that only read, and those that decide nothing about money, keys or people. */
const NO_ORDER = /(List|Show|Status|Frozen)$|^(Migrate|AuditVerify|SecretsRotate|Reconcile|Sweep|Pay)$/;

it('every command that decides something is switched off by CLI_ORDERS=off', () => {
  const registered = readText('src/cli/main.ts').matchAll(/^ +register(\w+)\((.+), (run|order)\);$/gm);
  const commands = [...registered].map(([, name = '', , how]) => ({ name, how }));
  expect(commands.length).toBeGreaterThan(20);
  const expected = commands.map(({ name }) => ({ name, how: NO_ORDER.test(name) ? 'run' : 'order' }));
  expect(commands).toEqual(expected);
});
