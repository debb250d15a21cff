import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SERVICE_VARIABLES } from './services.js';

/**
 * Returns a value of JSON that is the same for all test files. The first file of a group makes it. The others read it
 * from the temporary folder, which `npm test` makes anew for each group. Without `npm test` nothing is kept.
 */
export function keptValue<T>(name: string, make: () => T): T {
  const folder = process.env[SERVICE_VARIABLES['kept values']];
  if (folder === undefined) return make();
  const file = path.join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const value = make();
  mkdirSync(folder, { recursive: true });
  // Two test files may make it at the same time. Both values are good. The renaming keeps others from reading a part of one.
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(unfinished, JSON.stringify(value));
  renameSync(unfinished, file);
  return value;
}
