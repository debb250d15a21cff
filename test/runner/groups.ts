import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SYSTEM_PARTS, type SystemPart } from '../helpers/services/services.js';

/** The repository, without a slash at the end. */
export const ROOT = path.resolve(import.meta.dirname, '../..');
const TESTS = path.join(ROOT, 'test');

/** Tests that run together. */
export interface Group {
  readonly name: string;
  /** Jest's flags: how many files at once, and which folders are not of this group. */
  readonly flags: readonly string[];
  readonly files: readonly string[];
  /** What it may take before it is ended. */
  readonly timeoutMs: number;
}

/** What some test files can't run without. */
export interface Needs {
  readonly postgres: boolean;
  readonly temporal: boolean;
  readonly temporalCli: boolean;
  readonly timeSkipping: boolean;
  readonly programs: boolean;
  readonly systemParts: readonly SystemPart[];
}

/** These need no part beside themselves. */
const UNIT_FOLDERS = ['domain', 'house'];
/** Each on a chain of its own that misbehaves: mostly they wait for it. */
const FAULT_FOLDERS = ['faults'];
/** These start the product, or parts of it, on their own, and watch the clock: one at a time. */
const PRODUCT_FOLDERS = ['local', 'e2e', 'fuzz'];
/** Take long and have an end of their own: beside nothing else. */
const WALK_FOLDERS = ['walks'];
const OWN_GROUPS = [...UNIT_FOLDERS, ...FAULT_FOLDERS, ...PRODUCT_FOLDERS, ...WALK_FOLDERS];
/** One more than the cores of a small machine: while one waits, for a block, a poll or a process, the others work. */
const WORKERS = '--maxWorkers=3';
/** On a slow machine the faults take more than half an hour. */
const GROUP_TIMEOUT_MS = 60 * 60_000;
const WALKS_TIMEOUT_MS = 24 * 3_600_000;

/** Sorts test files (absolute paths) into groups, in the order in which these run. Empty ones are left out. */
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
      ...group('walks', '--maxWorkers=2', (folder) => WALK_FOLDERS.includes(folder)),
      timeoutMs: WALKS_TIMEOUT_MS,
    },
  ].filter(({ files: ofGroup }) => ofGroup.length > 0);
}

/** Reads from the test files, and what they import from `test/`, which parts they use. */
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
