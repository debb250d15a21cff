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

/** Tests that need no other part, and do not wait. */
const UNIT_FOLDERS = ['domain', 'house'];
/** Tests that start the product or parts of it by themselves, at the ports that it prefers. They run one at a time. */
const PRODUCT_FOLDERS = ['local', 'e2e'];
/** One process per core. */
const ONE_FOR_EACH_CORE = '--maxWorkers=100%';
/**
 * Three times the cores of a small machine, because test files wait for blocks, polls and processes: four files at once
 * left nearly a third of two cores unused.
 */
const WORKERS = '--maxWorkers=6';
/** On a slow machine, the whole run takes most of an hour. */
const GROUP_TIMEOUT_MS = 75 * 60_000;
/** Random walks, random requests and kills, which take as long as configured. */
const LONG_TIMEOUT_MS = 24 * 3_600_000;
const TOLD = ['WALK_RUNS', 'FUZZ_EXAMPLES', 'TEST_LONG'];

/**
 * Sorts test files (absolute paths) into groups. The lanes run side by side, and the groups of a lane one after the
 * other. Empty groups are left out.
 */
export function groupFiles(files: readonly string[]): readonly (readonly Group[])[] {
  const folders = readdirSync(TESTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const timeoutMs = TOLD.some((name) => process.env[name] !== undefined) ? LONG_TIMEOUT_MS : GROUP_TIMEOUT_MS;
  const group = (name: string, workers: string, isOfIt: (folder: string) => boolean): Group => ({
    name,
    flags: [
      workers,
      `--testPathIgnorePatterns=<rootDir>/test/(${folders.filter((folder) => !isOfIt(folder)).join('|')})/`,
    ],
    files: files.filter((file) => isOfIt(path.relative(TESTS, file).split(path.sep)[0] ?? '')),
    timeoutMs,
  });
  const isOfUnits = (folder: string): boolean => UNIT_FOLDERS.includes(folder);
  const isOfProduct = (folder: string): boolean => PRODUCT_FOLDERS.includes(folder);
  return [
    [
      group('unit', ONE_FOR_EACH_CORE, isOfUnits),
      group('circuits', WORKERS, (folder) => !isOfUnits(folder) && !isOfProduct(folder)),
    ],
    [group('product', '--runInBand', isOfProduct)],
  ]
    .map((lane) => lane.filter(({ files: ofGroup }) => ofGroup.length > 0))
    .filter((lane) => lane.length > 0);
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
