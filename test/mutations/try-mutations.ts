import path from 'node:path';
import { runGroup, type GroupResult } from '../runner/jest.js';
import { plant, type Mutation } from './mutation.js';

/** Even when each test of a file waits in vain, the file takes less than an hour. */
const TIMEOUT_MS = 60 * 60_000;
/** How many of the tests that found a fault are shown. */
const TESTS_SHOWN = 5;

/** The place where faults are planted: a copy of the checkout, with the services that its tests use. */
export interface Place {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folder for Jest's output. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The result of the tests for one fault. */
export interface Finding {
  readonly mutation: Mutation;
  /** The tests that failed, as `file: name`. Empty: the fault would stay unnoticed. */
  readonly foundBy: readonly string[];
  readonly elapsedMs: number;
}

/**
 * Plants one fault after the other, each alone, and runs its tests, until the signal is aborted. A test that fails
 * without any fault proves nothing: it goes to `onUnsound` and does not count.
 *
 * @throws Error when a test file can't be run, because it then proves nothing.
 */
export async function* tryMutations(
  mutations: readonly Mutation[],
  place: Place,
  onUnsound: (tests: readonly string[]) => void,
): AsyncGenerator<Finding> {
  const all = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const isOver = (): boolean => place.signal.aborted;
  const withoutFault = await runTests(all, { ...place, name: 'no-fault' });
  if (isOver()) return;
  requireRun(withoutFault, place.root);
  const unsound = listFailed(withoutFault, place.root);
  if (unsound.length > 0) onUnsound(unsound);
  for (const [index, mutation] of mutations.entries()) {
    const startedAtMs = performance.now();
    const putBack = plant(place.root, mutation);
    let result: GroupResult;
    try {
      result = await runTests(mutation.tests, { ...place, name: `fault-${index + 1}` });
    } finally {
      putBack();
    }
    if (isOver()) return;
    requireRun(result, place.root);
    const foundBy = listFailed(result, place.root).filter((test) => !unsound.includes(test));
    yield { mutation, foundBy, elapsedMs: performance.now() - startedAtMs };
  }
}

/** Describes a finding in lines for people. */
export function describeFinding({ mutation, foundBy, elapsedMs }: Finding): readonly string[] {
  const how = foundBy.length === 0 ? 'NOT FOUND' : 'found';
  const [shown, more] = [foundBy.slice(0, TESTS_SHOWN), foundBy.length - TESTS_SHOWN];
  return [
    `${how}: ${mutation.name} (${mutation.file}), ${(elapsedMs / 1_000).toFixed(1)} s`,
    ...shown.map((test) => `  ${test}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function runTests(
  tests: readonly string[],
  { name, root, env, folder, signal }: Place & { readonly name: string },
): Promise<GroupResult> {
  const group = { name, flags: ['--maxWorkers=2'], files: tests, timeoutMs: TIMEOUT_MS };
  return runGroup({ group, args: ['--runTestsByPath', ...tests], env, folder, signal, root });
}

function listFailed({ report }: GroupResult, root: string): readonly string[] {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${path.relative(root, name)}: ${fullName}`),
  );
}

/** Throws when a test file could not be run. A file that does not compile with the fault has not found it. */
function requireRun({ name, report, fault }: GroupResult, root: string): void {
  const broken = (report?.testResults ?? [])
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map((file) => `${path.relative(root, file.name)} could not be run`);
  if (report === null) broken.push(fault ?? 'Jest wrote no report');
  if (broken.length > 0) throw new Error(`${name}: ${broken.join('; ')}`);
}
