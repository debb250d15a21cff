import path from 'node:path';
import { SYSTEM_PARTS, type SystemPart } from '../helpers/services/services.js';
import { ROOT } from './groups.js';
import type { GroupResult } from './jest.js';
import { installCommand } from './system-parts.js';

/** The count of a whole run. A fault (Jest crashed, a test left something behind) counts as one more failed test. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const MAX_SLOWEST = 10;

export function countGroup({ report, fault }: GroupResult): Count {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + (fault === null ? 0 : 1);
  return {
    passed: report.numPassedTests,
    // Jest can fail a run in which no test failed, for an obsolete snapshot or a threshold.
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function addUp(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, count) => ({
      passed: sum.passed + count.passed,
      failed: sum.failed + count.failed,
      skipped: sum.skipped + count.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** Formats the count as `12 passed, 0 failed`, with `, 3 skipped` when there are any. */
export function formatCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/** Describes the run in lines for the last screen: the groups, what failed, what was skipped and why. */
export function describeResults(results: readonly GroupResult[]): readonly string[] {
  const groups = results.map((result) => `${result.name}: ${formatCount(countGroup(result))}`);
  const failures = results.flatMap(listFailures);
  return [
    ...groups,
    ...listSlowest(results),
    ...(failures.length === 0 ? [] : ['failed:', ...failures.map((line) => `  ${line}`)]),
    ...SYSTEM_PARTS.flatMap((part) => describeSkipped(results, part)),
  ];
}

/** Lists where the time goes in a run of everything. A few files by name need no such list. */
function listSlowest(results: readonly GroupResult[]): readonly string[] {
  const files = results.flatMap(({ report }) => report?.testResults ?? []);
  if (files.length <= MAX_SLOWEST) return [];
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MAX_SLOWEST);
  return [
    'slowest:',
    ...slowest.map(({ name, seconds }) => `  ${seconds.toFixed(1)} s ${path.relative(ROOT, name)}`),
  ];
}

function listFailures({ name, report, fault }: GroupResult): string[] {
  const lines = fault === null ? [] : [`${name}: ${fault}`];
  for (const file of report?.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const where = path.relative(ROOT, file.name);
    lines.push(...failed.map(({ fullName }) => `${where}: ${fullName}`));
    if (failed.length === 0 && file.status === 'failed') lines.push(`${where}: could not be run`);
  }
  return lines;
}

function describeSkipped(results: readonly GroupResult[], part: SystemPart): string[] {
  const names = results.flatMap(({ report }) =>
    (report?.testResults ?? []).flatMap((file) =>
      file.assertionResults
        .filter(({ status, fullName }) => status === 'pending' && fullName.includes(`[needs ${part}]`))
        .map(({ fullName }) => `  ${path.relative(ROOT, file.name)}: ${fullName}`),
    ),
  );
  if (names.length === 0) return [];
  return [`skipped, because there is no ${part} here (install it by \`${installCommand(part)}\`):`, ...names];
}
