/**
 * Runs a test file by jest-circus, which is Jest's own runner, with modules that are kept for the next files of the same
 * process (see kept-modules.mjs). Jest calls it for each file.
 */
import { createRequire } from 'node:module';
import { KeptModules, sharesModules } from './kept-modules.mjs';
import { requireOfJest } from './jest-packages.mjs';

const require = createRequire(import.meta.url);
const { default: runByCircus } = requireOfJest('jest-circus/runner');

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
/** What jest-circus keeps in the global scope, which is a file's own elsewhere: each file begins without it. */
const OF_ONE_FILE = [TIMEOUT, Symbol.for('EVENT_HANDLERS'), Symbol.for('RETRY_TIMES')];

let kept;

export default function runTestFile(globalConfig, config, environment, runtime, file, sendMessageToJest) {
  if (!sharesModules(file, config)) {
    return runByCircus(globalConfig, config, environment, runtime, file, sendMessageToJest);
  }
  kept ??= new KeptModules(config);
  for (const symbol of OF_ONE_FILE) delete globalThis[symbol];
  let globals;
  /** What jest-circus uses of Jest's module system. */
  const modules = {
    // It keeps the tests that were declared, so it is loaded anew for each file.
    requireInternalModule(name) {
      delete require.cache[name];
      return require(name);
    },
    requireModule: require,
    setGlobalsForRuntime(values) {
      globals = { ...values, jest: jestObject(environment) };
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (name) => kept.run(name, { globals, sourceMaps: runtime.getSourceMaps() }),
    enterTestCode() {},
    leaveTestCode() {},
  };
  return runByCircus(globalConfig, config, environment, modules, file, sendMessageToJest);
}

/** Those functions of `jest` that the tests use. Modules can't be mocked: other files have them too. */
function jestObject({ moduleMocker, fakeTimersModern }) {
  return {
    setTimeout(timeoutMs) {
      globalThis[TIMEOUT] = timeoutMs;
    },
    spyOn: (...args) => moduleMocker.spyOn(...args),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    useFakeTimers: (options) => fakeTimersModern.useFakeTimers(options),
    useRealTimers: () => fakeTimersModern.useRealTimers(),
    advanceTimersByTime: (timeMs) => fakeTimersModern.advanceTimersByTime(timeMs),
  };
}
