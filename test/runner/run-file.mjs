/**
 * Runs one test file with Jest's own runner (jest-circus), but lets Node itself load the modules. Jest loads every module
 * anew for each file, in a context of its own: with some hundred sources and packages a file, that was more work than the
 * tests. Here a worker loads each module of the product and each package once.
 *
 * So test files of one worker share the product's modules, as requests to one process do. The modules in `test` are loaded
 * anew for each file (load-sources.mjs), because they keep what belongs to a file. Plain JavaScript, because Jest loads it.
 */
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

register('./load-sources.mjs', import.meta.url);

const require = createRequire(import.meta.url);
const { default: runWithCircus } = require('jest-circus/runner');
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
/** Jest's runner keeps them in the global object, and would find those of the file before. */
const KEPT_BY_JEST = [TIMEOUT, Symbol.for('EVENT_HANDLERS')];

let files = 0;

/** Jest's `runtime`, as far as its runner uses it. */
class NativeRuntime {
  constructor(config) {
    this.query = `?file=${(files += 1)}`;
    this.mocker = new ModuleMocker(globalThis);
    this.timers = new ModernFakeTimers({ config, global: globalThis });
  }

  /** The runner's state is that of one file. */
  requireInternalModule(file) {
    delete require.cache[require.resolve(file)];
    return require(file);
  }

  requireModule(file) {
    return require(file);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(file) {
    return import(`${pathToFileURL(file).href}${this.query}`);
  }

  /** Gives the file what it imports from `@jest/globals` (jest-globals.mjs). */
  setGlobalsForRuntime(globals) {
    const { mocker, timers } = this;
    const jest = {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      restoreAllMocks: () => mocker.restoreAllMocks(),
      setTimeout: (ms) => (globalThis[TIMEOUT] = ms),
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
      advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    };
    globalThis.testGlobals = { ...globals, jest };
  }

  /** The test code is told apart only for Jest's own loading of modules. */
  enterTestCode() {}
  leaveTestCode() {}

  end() {
    this.mocker.restoreAllMocks();
    this.timers.dispose();
    for (const symbol of KEPT_BY_JEST) delete globalThis[symbol];
    delete globalThis.testGlobals;
  }
}

/** Puts back what a file has changed in the environment variables. */
function keepEnvironment() {
  const before = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  };
}

export default async function runFile(globalConfig, config, environment, _runtime, testPath, sendMessage) {
  const runtime = new NativeRuntime(config);
  const restoreEnvironment = keepEnvironment();
  // Node finds the lines of the sources by their maps. Jest's own formatter knows only what Jest has compiled.
  Error.prepareStackTrace = undefined;
  try {
    return await runWithCircus(globalConfig, config, environment, runtime, testPath, sendMessage);
  } finally {
    runtime.end();
    restoreEnvironment();
  }
}
