/**
 * `npm run bench -- [--only NAME,…] [--json]` measures the program. Each figure stands beside a reference of the same
 * run, since seconds alone say more about the machine than about the program. A bench reports. It never passes or
 * fails.
 *
 * Figures go to stdout, one on each line: for people, or with `--json` as
 * `{"name","value","unit","reference","referenceValue","ratio","measure"}`. Progress and noise go to stderr. The exit
 * status is 1 when a bench could not be done at all.
 *
 * To add a bench, add one file here that exports a `Bench`, and its line in benches.ts. Benches share what is in
 * `parts/`: the whole product, a database server, blocks full of transfers, open invoices, a merchant's receiver.
 */
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { listenForStop } from '../src/local/stop-request.js';
import { Supervisor } from '../src/local/supervisor.js';
import { BENCHES } from './benches.js';
import type { Bench } from './harness/bench.js';
import { jsonLine, textLine, type Report } from './harness/report.js';
import { runBench } from './harness/run-bench.js';
import { selectBenches } from './harness/select-benches.js';

/** The exit status after a signal is this plus the signal's number, as in shells. */
const STOPPED_STATUS = 128;

interface Wishes {
  readonly benches: readonly Bench[];
  readonly json: boolean;
}

function readWishes(): Wishes {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  return { benches: selectBenches(BENCHES, values.only), json: values.json };
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function runAll({ benches, json }: Wishes): Promise<number> {
  const show: (report: Report) => string = json ? jsonLine : textLine;
  const supervisor = new Supervisor();
  const force = (): void => {
    supervisor.killAll();
    process.exit(STOPPED_STATUS + constants.signals.SIGKILL);
  };
  const { signal, requested } = listenForStop({ force });
  void requested.then(() => say('stopping what was started'));
  let status = 0;
  for (const bench of benches) {
    const startedAtMs = performance.now();
    try {
      const reports = await runBench(bench, { signal, say, supervisor });
      for (const report of reports) process.stdout.write(`${show(report)}\n`);
      say(`${bench.name}: done in ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`);
    } catch (error) {
      if (signal.aborted) return STOPPED_STATUS + constants.signals[signal.reason as NodeJS.Signals];
      say(`${bench.name}: could not be done: ${(error as Error).stack ?? String(error)}`);
      status = 1;
    }
  }
  return status;
}

try {
  process.exitCode = await runAll(readWishes());
} catch (error) {
  say((error as Error).message);
  process.exitCode = 1;
}
// Everything of ours is stopped. Open handles of libraries must not keep the process alive.
process.exit();
