import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { migrations } from '../../migrations/index.js';

const FOLDER = new URL('../../migrations/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
const frozen = JSON.parse(textOf('frozen.json')) as Readonly<Record<string, string>>;
const names = migrations.map(({ name }) => name);

/** Returns the SHA-256 of the file, as `sha256sum migrations/*.ts` shows it. */
function hashOf(name: string): string {
  return createHash('sha256')
    .update(textOf(`${name}.ts`))
    .digest('hex');
}

describe('a migration that databases may have applied', () => {
  it.each(names)('%s is frozen and unchanged', (name) => {
    const hash = hashOf(name);
    if (frozen[name] === undefined)
      throw new Error(
        `${name} is not frozen. When it is done, add to migrations/frozen.json: "${name}": "${hash}"`,
      );
    if (frozen[name] !== hash)
      throw new Error(
        `${name} was changed, and databases have taken it as it was: they would not get the change. ` +
          `Put it back as it was, and make the change in a new step after ${String(names.at(-1))}.`,
      );
  });

  it('stays listed while it is frozen, because a database that applied it would be refused', () => {
    expect(Object.keys(frozen)).toEqual(names);
  });

  it('has its file listed in migrations/index.ts, in the order of its number', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
    expect(names).toEqual(files.map((file) => file.replace(/\.ts$/, '')).sort());
    expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  });
});
