/**
 * Installs the dependencies when they are missing or differ from package-lock.json. It runs before `npm start`,
 * `npm test` and others, so it is plain Node and imports no package. Before `npm run cli` it runs only where nothing is
 * installed: on a server without the packages of the tests nothing is added.
 *
 * `npm install --no-save` does not change the lock file, and replaces only the packages that differ. So a program that
 * runs from the same node_modules keeps its modules; `npm ci` would delete them all first. No install script is run:
 * each native program used here is a file of a platform package, ready to run once it is unpacked.
 *
 * Everything is written to stderr, because stdout belongs to the program that is started afterwards.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = `${root}node_modules`;
const markFile = `${modules}/.quittance-installed`;
const progressIntervalMs = 10_000;

const INSTALL = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

const say = (text) => process.stderr.write(`${text}\n`);

/** Returns `glibc` or `musl`; undefined on platforms without this difference. */
function libcHere() {
  if (process.platform !== 'linux') return undefined;
  process.report.excludeNetwork = true; // the report would look up the names of this machine's addresses
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/**
 * Returns whether a list of the lock file (`os`, `cpu` or `libc`, with `!name` for an exclusion) admits this machine.
 */
function admits(list, here) {
  if (list === undefined) return true;
  if (list.includes(`!${here}`)) return false;
  return list.includes(here) || list.every((name) => name.startsWith('!'));
}

/**
 * Returns whether node_modules has every package of the lock file that this platform needs. npm's own record in
 * node_modules names the packages. A copy made of hard links shares this record with another copy, so each package's
 * folder is looked for too.
 */
function hasEverything(lock) {
  if (!existsSync(`${modules}/.package-lock.json`)) return false;
  const installed = JSON.parse(readFileSync(`${modules}/.package-lock.json`, 'utf8')).packages;
  const libc = libcHere();
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true;
    if (installed[path]?.version === wanted.version && existsSync(`${root}${path}/package.json`)) return true;
    const belongsHere =
      admits(wanted.os, process.platform) && admits(wanted.cpu, process.arch) && admits(wanted.libc, libc);
    return wanted.optional === true && !belongsHere;
  });
}

/** Runs npm to its end and passes signals on to it. Returns its exit status, or 128 + n if signal n ended it. */
function runNpm(args) {
  return new Promise((resolve) => {
    let stoppedBy;
    const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 2, 2] });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        stoppedBy = signal;
        child.kill(signal);
      });
    }
    child.once('error', (error) => {
      say(`npm could not be started: ${error.message}. It comes with Node: https://nodejs.org`);
      resolve(127);
    });
    child.once('close', (status, signal) => {
      const stopSignal = stoppedBy ?? signal;
      resolve(stopSignal ? 128 + constants.signals[stopSignal] : status);
    });
  });
}

function refuseOldNode() {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const [major, minor] = engines.node.replace('>=', '').split('.').map(Number);
  const [hereMajor, hereMinor] = process.versions.node.split('.').map(Number);
  if (hereMajor > major || (hereMajor === major && hereMinor >= minor)) return;
  say(
    `Quittance needs Node ${major}.${minor} or later, but this is ${process.version}. Get it at https://nodejs.org`,
  );
  process.exit(1);
}

async function install() {
  refuseOldNode();
  const lockText = readFileSync(`${root}package-lock.json`, 'utf8');
  const mark = createHash('sha256')
    .update(`${process.platform} ${process.arch} ${libcHere() ?? ''}\n${lockText}`)
    .digest('hex');
  const markBefore = existsSync(markFile) ? readFileSync(markFile, 'utf8') : undefined;
  if (markBefore === mark) return 0;

  const lock = JSON.parse(lockText);
  if (!hasEverything(lock)) {
    const why = existsSync(modules) ? 'package-lock.json has changed' : 'node_modules is missing';
    say(`Installing the dependencies (${why}): about half a minute, two on a slow network or machine.`);
    const startedAt = Date.now();
    const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0);
    const progress = setInterval(() => say(`  still installing, ${seconds()} s`), progressIntervalMs);
    rmSync(markFile, { force: true });
    const status = await runNpm(INSTALL);
    clearInterval(progress);
    if (status !== 0) {
      if (status < 127)
        say('npm could not install the dependencies. Its message is above. Can it reach its registry?');
      return status;
    }
    say(`Dependencies installed in ${seconds()} s.`);
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(markFile, mark);
  return 0;
}

process.exitCode = await install();
if (process.exitCode === 0) {
  // These modules are imported only now, because they need a package that was installed just before.
  const { buildEntries } = await import('../client/build-entries.mjs');
  const { buildAssets } = await import('../pages/build-assets.mjs');
  await buildEntries();
  await buildAssets();
}
