/**
 * The order in which Jest begins the test files: those that take longest first, so that none of them runs alone at the
 * end. Plain JavaScript, because Jest loads it by itself. A checkout that has just been made has no times of earlier
 * runs, so the longest are named here (`npm test` names the slowest at its end); the others follow by their size.
 */
import { statSync } from 'node:fs';
import path from 'node:path';

const LONGEST = [
  'walks/short-walks',
  'walks/payout-walks',
  'walks/long-walks',
  'fuzz/schemathesis',
  'pages/app/console',
  'faults/sweeps/killed-cold-sweep',
  'activities/chains/chain-workers',
  'activities/webhooks/dead-receivers',
  'faults/invoices/native-by-contract',
  'faults/chains/lying-rpcs',
  'pages/app/dashboard',
  'faults/payouts/killed-outside-nonces',
  'activities/webhooks/full-worker',
  'faults/chains/catch-up',
  'faults/wallet/undone-past-finality',
  'temporal/worker-process',
  'faults/wallet/restored-backup',
  'cli/listen',
  'faults/chains/reorganisations',
  'faults/chains/day-of-blocks',
  'faults/sweeps/killed-funded-sweep',
  'http/server/api-process',
  'pages/app/second-factors',
  'faults/wallet/undone-lost-nonce',
  'pages/app/operators',
  'http/requests/every-key',
  'faults/chains/resume',
  'faults/wallet/ours-told-falsely',
  'faults/chains/disagreeing-rpcs',
  'faults/sweeps/killed-sweep',
  'http/server/two-ports',
  'pages/app/team',
  'faults/sweeps/replayed-authorizations',
  'pages/checkout/page-in-browser',
  'faults/sweeps/cold-before-withdrawals',
  'faults/payouts/paid-outside',
  'faults/chains/verification-scan',
  'faults/chains/false-times',
];

/** The place of a file among the longest; Infinity if it is none of them. */
function rankOf(file) {
  const found = LONGEST.findIndex((name) => file.endsWith(path.join('test', `${name}.test.ts`)));
  return found === -1 ? Infinity : found;
}

export default class LongestFirst {
  sort(tests) {
    const known = new Map(
      tests.map(({ path: file }) => [file, { rank: rankOf(file), size: statSync(file).size }]),
    );
    return [...tests].sort((one, other) => {
      const [a, b] = [known.get(one.path), known.get(other.path)];
      return a.rank === b.rank ? b.size - a.size : a.rank - b.rank;
    });
  }

  /** Jest calls it with `--onlyFailures`. Which tests failed is not kept. */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}
