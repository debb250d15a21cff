import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SYSTEM_PARTS, type SystemPart } from '../helpers/services/services.js';

/** The repository, without a slash at the end. */
export const ROOT = path.resolve(import.meta.dirname, '../..');
const TESTS = path.join(ROOT, 'test');

/** Tests that run together. */
export interface Group {
  readonly name: string;
  /** Jest's flags: how many files run at once, and which folders are not in this group. */
  readonly flags: readonly string[];
  readonly files: readonly string[];
  /** The time after which the group is ended. */
  readonly timeoutMs: number;
}

/** The parts without which some test files can't run. */
export interface Needs {
  readonly postgres: boolean;
  readonly temporal: boolean;
  readonly temporalCli: boolean;
  readonly timeSkipping: boolean;
  readonly programs: boolean;
  readonly systemParts: readonly SystemPart[];
}

/** Tests that need no other part. */
const UNIT_FOLDERS = ['domain', 'house'];
/** Tests that each have their own misbehaving chain, and mostly wait for it. */
const FAULT_FOLDERS = ['faults'];
/** Tests that start the product or parts of it by themselves and watch the clock. They run one at a time. */
const PRODUCT_FOLDERS = ['local', 'e2e'];
/** Random plans and random requests. They take as long as they are told to, and watch no clock. */
const RANDOM_FOLDERS = ['walks', 'fuzz'];
const OWN_GROUPS = [...UNIT_FOLDERS, ...FAULT_FOLDERS, ...PRODUCT_FOLDERS, ...RANDOM_FOLDERS];
/** One more than the cores of a small machine: one file may wait for a block, a poll or a process while others work. */
const WORKERS = '--maxWorkers=3';
/** On a slow machine the faults take more than half an hour. */
const GROUP_TIMEOUT_MS = 60 * 60_000;
const RANDOM_TIMEOUT_MS = 24 * 3_600_000;

/** Sorts test files (absolute paths) into groups, in the order in which the groups run. Empty groups are left out. */
export function groupFiles(files: readonly string[]): readonly Group[] {
  const folders = readdirSync(TESTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const group = (name: string, workers: string, isOfIt: (folder: string) => boolean): Group => ({
    name,
    flags: [
      workers,
      `--testPathIgnorePatterns=<rootDir>/test/(${folders.filter((folder) => !isOfIt(folder)).join('|')})/`,
    ],
    files: files.filter((file) => isOfIt(path.relative(TESTS, file).split(path.sep)[0] ?? '')),
    timeoutMs: GROUP_TIMEOUT_MS,
  });
  return [
    group('unit', '--maxWorkers=100%', (folder) => UNIT_FOLDERS.includes(folder)),
    group('integration', WORKERS, (folder) => !OWN_GROUPS.includes(folder)),
    group('faults', WORKERS, (folder) => FAULT_FOLDERS.includes(folder)),
    group('product', '--runInBand', (folder) => PRODUCT_FOLDERS.includes(folder)),
    {
      ...group('random', WORKERS, (folder) => RANDOM_FOLDERS.includes(folder)),
      timeoutMs: RANDOM_TIMEOUT_MS,
    },
  ].filter(({ files: ofGroup }) => ofGroup.length > 0);
}

/** Finds the parts that the test files use, from their text and from what they import from `test/`. */
export function findNeeds(files: readonly string[]): Needs {
  const sources = collectSources(files);
  const uses = (pattern: RegExp): boolean => [...sources.values()].some((source) => pattern.test(source));
  return {
    postgres: uses(/createTestDatabase\(/),
    temporal: uses(/createTestNamespace\(/),
    temporalCli: uses(/findTemporalCli\(/) || files.some((file) => /\/test\/(e2e|faults|fuzz)\//.test(file)),
    timeSkipping: uses(/createTimeSkipping\(/),
    programs: uses(/programFile\(/),
    systemParts: SYSTEM_PARTS.filter((part) => uses(new RegExp(`describeWith\\(\\s*'${part}'`))),
  };
}

function collectSources(files: readonly string[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sources.has(file)) continue;
    const source = readFileSync(file, 'utf8');
    sources.set(file, source);
    for (const [, specifier = ''] of source.matchAll(/ from '(\.{1,2}\/[^']+)\.js'/g)) {
      const imported = path.resolve(path.dirname(file), `${specifier}.ts`);
      if (imported.startsWith(TESTS + path.sep) && existsSync(imported)) waiting.push(imported);
    }
  }
  return sources;
}
