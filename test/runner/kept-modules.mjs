/**
 * The modules of the tests, as Jest's workers load them: each once in a process, and kept for all files that the process
 * runs. Jest itself would load, compile and evaluate hundreds of modules anew for each file. Only the test file is
 * evaluated for itself.
 *
 * The project's modules are compiled by Jest's own transformer. Packages are imported as Node does it. Plain JavaScript,
 * because Jest loads it by itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SourceTextModule, SyntheticModule } from 'node:vm';
import { requireOfJest } from './jest-packages.mjs';

const { createScriptTransformer } = requireOfJest('@jest/transform');

const TRANSFORM = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};
const GLOBALS = '@jest/globals';
/** Modules that remember something of one file. Each file gets them anew, and so do the kept modules that use them. */
const OF_EACH_FILE = ['src/db/core/new-id.ts'];
const ENDINGS = ['.ts', '.tsx', '', '.mjs', '.js'];

/** Folders of `test` whose files share modules. Each file of the others has all modules anew, in a scope of its own. */
const SHARING = [
  ...['activities', 'bench', 'chain', 'cli', 'client', 'config', 'db', 'domain', 'helpers', 'house', 'http'],
  ...['migrations', 'rates', 'replay', 'temporal', 'webhooks', 'workflows'],
];

/** Returns whether the modules of a test file are kept. */
export function sharesModules(file, { rootDir }) {
  return SHARING.includes(path.relative(path.join(rootDir, 'test'), file).split(path.sep)[0]);
}

export class KeptModules {
  #config;
  #mapper;
  #transformer;
  /** Promises of modules, by the path of a file or by the name of a package. */
  #modules = new Map();
  /** The stand-ins for the modules of `OF_EACH_FILE`, by path. */
  #standIns = new Map();
  /** The paths of maps, by the path of a source. */
  #sourceMaps = new Map();
  /** Two linkings at once would meet modules that are linked in part. */
  #linked = Promise.resolve();

  /** @param config the project's configuration, as Jest has read it. */
  constructor(config) {
    this.#config = config;
    // Bundled packages are for files that load them anew: here each package is the one that other packages import.
    const bundled = process.env['TEST_PACKAGES'];
    this.#mapper = config.moduleNameMapper.filter(
      ([, to]) => bundled === undefined || !to.startsWith(bundled),
    );
    this.#transformer = createScriptTransformer(config, new Map());
  }

  /**
   * Evaluates a test file.
   *
   * @param globals what `@jest/globals` exports, also to the modules that have imported it for an earlier file.
   * @param sourceMaps gets the path of each module's map, so that stacks name the lines of the sources.
   */
  async run(file, { globals, sourceMaps }) {
    if (!this.#modules.has(GLOBALS))
      this.#modules.set(GLOBALS, Promise.resolve(this.#wrap(GLOBALS, globals)));
    const given = await this.#evaluated(await this.#modules.get(GLOBALS));
    setExports(given, globals);
    for (const [changing, standIn] of this.#standIns) setExports(standIn, await this.#evaluateAnew(changing));
    try {
      await this.#evaluateAnew(file);
    } finally {
      for (const [source, map] of this.#sourceMaps) sourceMaps.set(source, map);
    }
  }

  /** @returns what the module exports. */
  async #evaluateAnew(file) {
    return (await this.#evaluated(await this.#compile(file))).namespace;
  }

  async #evaluated(module) {
    const linking = this.#linked.then(async () => {
      if (module.status !== 'unlinked') return;
      await module.link((specifier, { identifier }) => this.#load(this.#resolve(specifier, identifier)));
    });
    this.#linked = linking.catch(() => undefined);
    await linking;
    await module.evaluate();
    return module;
  }

  #load(name) {
    const known = this.#modules.get(name);
    if (known !== undefined) return known;
    const loading = this.#loadAnew(name);
    this.#modules.set(name, loading);
    return loading;
  }

  async #loadAnew(name) {
    if (!path.isAbsolute(name)) return this.#wrap(name, await import(name));
    if (name.endsWith('.json')) return this.#wrap(name, { default: JSON.parse(readFileSync(name, 'utf8')) });
    if (!/\.tsx?$/.test(name)) return this.#wrap(name, await import(pathToFileURL(name).href));
    if (!OF_EACH_FILE.includes(path.relative(this.#config.rootDir, name))) return this.#compile(name);
    // Not by the queue of the linkings, which waits for this. So these modules import nothing but Node's.
    const original = await this.#compile(name);
    await original.link((specifier) => this.#load(specifier));
    await original.evaluate();
    const standIn = this.#wrap(name, original.namespace);
    this.#standIns.set(name, standIn);
    return standIn;
  }

  async #compile(file) {
    const transformer = await this.#transformer;
    const { code, sourceMapPath } = await transformer.transformAsync(file, TRANSFORM);
    if (sourceMapPath !== null) this.#sourceMaps.set(file, sourceMapPath);
    return new SourceTextModule(code, {
      identifier: file,
      initializeImportMeta: (meta) => {
        Object.assign(meta, { url: pathToFileURL(file).href, filename: file, dirname: path.dirname(file) });
      },
      importModuleDynamically: async (specifier) =>
        this.#evaluated(await this.#load(this.#resolve(specifier, file))),
    });
  }

  #wrap(identifier, values) {
    const setAll = function setAll() {
      setExports(this, values);
    };
    return new SyntheticModule(Object.keys(values), setAll, { identifier });
  }

  /** @returns the absolute path of a file, or the name of a package. */
  #resolve(specifier, from) {
    if (specifier.startsWith('file:')) return fileURLToPath(specifier);
    for (const [pattern, target] of this.#mapper) {
      if (new RegExp(pattern).test(specifier))
        return findFile(specifier.replace(new RegExp(pattern), target), from);
    }
    return /^[./]/.test(specifier) ? findFile(specifier, from) : specifier;
  }
}

function setExports(module, values) {
  for (const name of Object.keys(values)) module.setExport(name, values[name]);
}

function findFile(name, from) {
  const file = path.resolve(path.dirname(from), name);
  const ending = ENDINGS.find((each) => existsSync(`${file}${each}`));
  if (ending === undefined) throw new Error(`There is no module ${name}, which ${from} imports.`);
  return `${file}${ending}`;
}
