import path from 'node:path';
import { runGroup, type GroupResult } from '../runner/jest.js';
import { plant, type Mutation } from './mutation.js';

/** One file takes minutes at most, also where each of its tests waits in vain. */
const TIMEOUT_MS = 20 * 60_000;

/** Where faults are planted: a copy of the checkout, beside the services that its tests use. */
export interface Place {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** For what Jest writes. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** What the tests said to one fault. */
export interface Finding {
  readonly mutation: Mutation;
  /** The tests that failed, as `file: name`; none: nobody would have known. */
  readonly foundBy: readonly string[];
  readonly elapsedMs: number;
}

/**
 * Plants one fault after the other, each by itself, and runs the tests concerned. Until the signal is aborted.
 *
 * @throws Error when the tests fail without any fault, or can't be run with one: then they say nothing of it.
 */
export async function* tryMutations(mutations: readonly Mutation[], place: Place): AsyncGenerator<Finding> {
  const all = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const isOver = (): boolean => place.signal.aborted;
  const sound = await runTests(all, { ...place, name: 'no-fault' });
  if (isOver()) return;
  const failures = [...listFailed(sound, place.root), ...listBroken(sound, place.root)];
  if (failures.length > 0) throw new Error(`Failed without any fault:\n  ${failures.join('\n  ')}`);
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
    const broken = listBroken(result, place.root);
    if (broken.length > 0) throw new Error(`"${mutation.name}" says nothing:\n  ${broken.join('\n  ')}`);
    const foundBy = listFailed(result, place.root);
    yield { mutation, foundBy, elapsedMs: performance.now() - startedAtMs };
  }
}

/** In lines for people. */
export function describeFinding({ mutation, foundBy, elapsedMs }: Finding): readonly string[] {
  const how = foundBy.length === 0 ? 'NOT FOUND' : 'found';
  return [
    `${how}: ${mutation.name} (${mutation.file}), ${(elapsedMs / 1_000).toFixed(1)} s`,
    ...foundBy.map((test) => `  ${test}`),
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

/** What ended before its first test: an error of the fault itself is no finding. */
function listBroken({ report, fault }: GroupResult, root: string): readonly string[] {
  if (report === null) return [fault ?? 'Jest wrote no report'];
  return report.testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name }) => `${path.relative(root, name)}: could not be run`);
}
