/**
 * `npm start`: runs everything on this machine. It starts the parts that the environment does not name, plays the tour,
 * prints how all parts are reached, and stays up until it is told to stop.
 */
import { constants } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, type StartConfig } from './config.js';
import { hintsAtStart } from './config/start-hints.js';
import { lockDataDir } from './local/instance-lock.js';
import { launch } from './local/launch.js';
import { createProgress } from './local/progress.js';
import { listenForStop, type StopRequest } from './local/stop-request.js';
import { describeInstance, summaryOf } from './local/summary.js';
import { Supervisor } from './local/supervisor.js';
import { playTour, type TourResult } from './local/tour/tour.js';
import { watchChains } from './local/watch-chains.js';

const USAGE = `Usage: npm start -- [--once] [--no-tour] [--json]

  --once      stop after the tour; exit status 0 only if all of it happened
  --no-tour   skip the tour
  --json      print a summary as one JSON object, the last line of stdout; everything else goes to stderr
  --help      print this
`;

/** As in shells, the exit status is this plus the number of the signal. */
const STOPPED_STATUS = 128;
const FORCED_STATUS = STOPPED_STATUS + constants.signals.SIGKILL;

interface StartOptions {
  readonly once: boolean;
  readonly tour: boolean;
  readonly json: boolean;
}

function readOptions(): StartOptions | 'help' {
  try {
    const { values } = parseArgs({
      options: {
        once: { type: 'boolean', default: false },
        'no-tour': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return 'help';
    return { once: values.once, tour: !values['no-tour'], json: values.json };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

/** Refuses `--once` on given chains: a tour needs a chain on which a customer can be played. */
function refuseImpossible(config: StartConfig, { once, tour }: StartOptions): void {
  if (config.chains === null || !once || !tour) return;
  throw new Error(
    'CHAINS_FILE is set: no customer can be played on a given chain, so there is no tour for --once to wait for. ' +
      'Unset CHAINS_FILE, or add --no-tour.',
  );
}

/** Returns the writer of the output for people. With `--json`, stdout is only for the summary. */
function writerOf({ json }: StartOptions): (text: string) => void {
  const stream = json ? process.stderr : process.stdout;
  return (text) => void stream.write(text);
}

interface Run {
  readonly config: StartConfig;
  readonly options: StartOptions;
  readonly supervisor: Supervisor;
  readonly stop: StopRequest;
  readonly write: (text: string) => void;
}

/** @returns the exit status. */
async function run({ config, options, supervisor, stop, write }: Run, dataDir: string): Promise<number> {
  const startedAtMs = performance.now();
  write(`Quittance starts on this machine.${config.chains === null ? ' Its coins are worthless.' : ''}\n`);
  const { chainsElsewhere } = config;
  const given = { localMode: chainsElsewhere.length === 0, chainsElsewhere, chains: config.chains ?? [] };
  for (const hint of hintsAtStart(given)) write(`${hint}\n`);
  const progress = createProgress(write);
  const { signal } = stop;
  const instance = await launch({ config, env: process.env, dataDir, supervisor, progress, signal });
  write(`Ready after ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s.\n\n`);

  const isPlayed = options.tour && instance.localChain !== null;
  if (options.tour && !isPlayed)
    write('The chains were given by CHAINS_FILE: no tour is played on them.\n\n');
  const tour = isPlayed ? await tryTour({ instance, supervisor, write, signal, options }) : null;
  // With `--once` nothing answers any more, so no address is printed.
  if (options.once) write(`Now everything stops; the data stays in ${dataDir}. To use it: npm start\n`);
  else write(`${describeInstance(instance)}\n`);
  if (options.json) process.stdout.write(`${JSON.stringify(summaryOf(instance, tour))}\n`);
  if (options.once) return 0;
  write('Ctrl-C stops everything; the data stays.\n');
  void watchChains({ baseUrl: instance.baseUrl, say: progress.say, signal });
  await stop.requested;
  return 0;
}

/** Plays the tour. With `--once` a tour that fails ends everything; otherwise all parts stay up for inspection. */
async function tryTour(
  play: Parameters<typeof playTour>[0] & { readonly options: StartOptions },
): Promise<TourResult | null> {
  const { options, write, signal } = play;
  const startedAtMs = performance.now();
  write('The tour: one payment in, one payment out.\n');
  try {
    const tour = await playTour(play);
    write(`All of it happened, in ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s.\n\n`);
    return tour;
  } catch (error) {
    signal.throwIfAborted();
    if (options.once) throw new Error(`The tour failed: ${(error as Error).message}`, { cause: error });
    write(`The tour failed: ${(error as Error).message}\n\n`);
    return null;
  }
}

/** Runs everything, and stops all parts that were started, however the run ends. @returns the exit status. */
async function supervise(
  { config, options, write }: Pick<Run, 'config' | 'options' | 'write'>,
  dataDir: string,
): Promise<number> {
  const supervisor = new Supervisor();
  const unlock = await lockDataDir(dataDir);
  const force = (): void => {
    write('Ending everything at once.\n');
    supervisor.killAll();
    unlock();
    process.exit(FORCED_STATUS);
  };
  const stop = listenForStop({ force });
  void stop.requested.then(() => write('\nStopping: work under way is finished first.\n'));
  try {
    return await run({ config, options, supervisor, stop, write }, dataDir);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return STOPPED_STATUS + constants.signals[stop.signal.reason as NodeJS.Signals];
  } finally {
    await supervisor.stopAll();
    unlock();
    if (stop.signal.aborted) write('Stopped. The next start goes on from here.\n');
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    const config = loadConfig(process.env, { for: 'start' });
    refuseImpossible(config, options);
    return await supervise({ config, options, write: writerOf(options) }, path.resolve(config.dataDir));
  } catch (error) {
    const { message } = error as Error;
    if (options.json) process.stdout.write(`${JSON.stringify({ ok: false, error: { message } })}\n`);
    throw error;
  }
}

// The reader of our output may be gone. That must not end the supervisor of the parts that we started.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`\n${(error as Error).message}\n`);
  process.exitCode = 1;
}
process.exit();
