/**
 * Where Jest runs a test file: in the global scope of its worker, and not in one that is made for each file. So modules
 * can be kept (see kept-modules.mjs). What a file changes in the process's environment is undone after it.
 */
import process from 'node:process';
import { requireOfJest } from './jest-packages.mjs';
import { sharesModules } from './kept-modules.mjs';

const { TestEnvironment: ScopeOfItsOwn } = requireOfJest('jest-environment-node');

const { ModuleMocker } = requireOfJest('jest-mock');
const { ModernFakeTimers } = requireOfJest('@jest/fake-timers');

export default class TestEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #variables = { ...process.env };
  #folder = process.cwd();
  #exit = process.exit;
  #console = globalThis.console;

  constructor(config, context) {
    const { projectConfig } = config;
    if (!sharesModules(context.testPath, projectConfig)) return new ScopeOfItsOwn(config, context);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** None: nothing is run by Jest's own module system. */
  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    process.chdir(this.#folder);
    process.exit = this.#exit;
    globalThis.console = this.#console;
  }
}
