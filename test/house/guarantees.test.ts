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

/** Returns the sections of the threat model, one for each attacker: what they have, and the text about them. */
function attackers(): readonly { who: string; by: string }[] {
  const [, listed = ''] = readText('docs/threat-model.md').split(/^## Who has got hold of what$/m);
  const [all = ''] = listed.split(/^## /m);
  return all
    .split(/^### /m)
    .slice(1)
    .map((section) => ({ who: section.slice(0, section.indexOf('\n')), by: section }));
}

it('docs/threat-model.md has a section for each attacker', () => {
  expect(attackers().length).toBeGreaterThan(20);
});

it.each(attackers())('docs/threat-model.md names the tests that play the thief who has: $who', ({ by }) => {
  const linked = [...by.matchAll(/\]\(\.\.\/(test\/[^)]+)\)/g)].map(([, file = '']) => file);
  expect(linked.length).toBeGreaterThan(0);
  expect(listFiles('test').filter((file) => file.endsWith('.test.ts'))).toEqual(
    expect.arrayContaining(linked),
  );
});

const COMMANDS = 'src/cli/commands';

/** Says whether a command names who gives it, for the audit log. It may do so in a file that several commands share. */
function namesItsActor(file: string): boolean {
  const text = readText(`${COMMANDS}/${file}.ts`);
  const shared = [...text.matchAll(/from '\.\/([\w-]+)\.js'/g)].map(([, name = '']) => name);
  return [text, ...shared.map((name) => readText(`${COMMANDS}/${name}.ts`))].some((source) =>
    /\b(actor|policyOrder)\b/.test(source),
  );
}

it('every command that writes the audit log is an order, which CLI_ORDERS=off refuses; no other one is', () => {
  const main = readText('src/cli/main.ts');
  const fileOf = new Map(
    [...main.matchAll(/^import \{([^}]+)\} from '\.\/commands\/([\w-]+)\.js';$/gm)].flatMap(
      ([, names = '', file = '']) =>
        [...names.matchAll(/register(\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  );
  const registered = main.matchAll(/^ +register(\w+)\((.+), (run|order)\);$/gm);
  const commands = [...registered].map(([, name = '', , how]) => ({ name, how }));
  expect(commands.length).toBeGreaterThan(30);
  expect(commands).toEqual(
    commands.map(({ name }) => {
      // The list of policy changes stands in the file of the orders about them.
      const isOrder = !name.endsWith('List') && namesItsActor(fileOf.get(name) ?? '');
      return { name, how: isOrder ? 'order' : 'run' };
    }),
  );
});
