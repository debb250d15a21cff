/**
 * Builds a program of ours for run.mjs: `node src/build-program.mjs src/api.ts`. Packages are loaded from
 * node_modules as ever, but for those of a program that runs for a moment only. What a program imports late stays a file
 * of its own, which is loaded late.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepSourcePaths, NEVER_LOADED } from './bundling.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = process.argv[2];
/** As run.mjs names it. */
const name = source.replaceAll(/[\\/]/g, '-').replace(/\.ts$/, '');
const folder = path.join(root, 'dist/programs', name);
const listFile = `${folder}.json`;
/** Programs that somebody waits for each time. Most of that time would go into loading hundreds of small files. */
const SHORT_PROGRAMS = ['src/cli/main.ts'];
/** Packages that are compiled into these programs. Others may look for files of their own, or have native parts. */
const COMPILED_IN = [
  '@noble/curves',
  '@noble/hashes',
  '@scure/base',
  '@scure/bip32',
  '@scure/bip39',
  'abitype',
  'commander',
  'dataloader',
  'ipaddr.js',
  'knex',
  'otpauth',
  'ox',
  'pg',
  'viem',
  'zod',
];
const isShort = SHORT_PROGRAMS.includes(source);
/** npm writes it at each install. What is compiled in is as old as the last one. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Besides the sources, these decide what the compiled file is like. */
const MADE_BY = [
  'src/build-program.mjs',
  'src/bundling.mjs',
  'src/run.mjs',
  'tsconfig.json',
  'package-lock.json',
];
/**
 * A source that changed less than this before the build began may have changed while it was read. It counts as changed at
 * the next start.
 */
const UNSURE_MS = 1_000;

const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Compiles some packages in, with all that they need. The others are loaded from node_modules. */
const compiledIn = {
  name: 'compiled in',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: specifier, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      const isOfPackage = importer.includes('/node_modules/');
      const isLoaded =
        builtinModules.includes(specifier.replace(/^node:/, '')) ||
        NEVER_LOADED.includes(packageOf(specifier)) ||
        (!isOfPackage && !COMPILED_IN.includes(packageOf(specifier)));
      return isLoaded ? { path: specifier, external: true } : undefined;
    });
  },
};

/** Packages in CommonJS ask for parts of Node by `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as createRequireOfPackages } from 'node:module'; " +
  'const require = createRequireOfPackages(import.meta.url);';

const howPackagesCome = isShort
  ? { plugins: [keepSourcePaths, compiledIn], banner: { js: REQUIRE } }
  : { plugins: [keepSourcePaths], packages: 'external' };

function compile({ build }) {
  return build({
    absWorkingDir: root,
    entryPoints: [source],
    outdir: folder,
    entryNames: 'main-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    jsx: 'automatic',
    ...howPackagesCome,
    metafile: true,
    write: false,
    // What fails is said below.
    logLevel: 'silent',
  });
}

/** A file appears whole, by a rename: another process may load it at this moment. */
function write(file, content) {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

function inputOf(file, startedAtMs) {
  const { size, ctimeMs } = statSync(path.join(root, file));
  const isSure = ctimeMs < startedAtMs - UNSURE_MS;
  const sha256 = createHash('sha256')
    .update(readFileSync(path.join(root, file)))
    .digest('hex');
  return {
    file,
    size,
    ...(isSure ? { inodeChangedAtMs: ctimeMs, sha256 } : { inodeChangedAtMs: null, sha256: null }),
  };
}

async function buildProgram() {
  const startedAtMs = Date.now();
  const { outputFiles, metafile } = await compile(await import('esbuild'));
  const earlier = existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')).files : [];
  mkdirSync(folder, { recursive: true });
  for (const { path: file, contents } of outputFiles) if (!existsSync(file)) write(file, contents);
  const files = Object.keys(metafile.outputs);
  const sources = Object.keys(metafile.inputs).filter((file) => !file.startsWith('node_modules/'));
  const others = [...MADE_BY, ...(isShort && existsSync(path.join(root, INSTALLED)) ? [INSTALLED] : [])];
  const inputs = [...sources, ...others].map((file) => inputOf(file, startedAtMs));
  const main = files.find((file) => metafile.outputs[file].entryPoint === source);
  write(listFile, JSON.stringify({ root, node: process.versions.node.split('.')[0], main, files, inputs }));
  // A process that still runs may load parts of the build before this one. What another build has not finished has no such end.
  for (const file of readdirSync(folder).map((each) => path.join('dist/programs', name, each)))
    if (file.endsWith('.js') && ![...files, ...earlier].includes(file))
      rmSync(path.join(root, file), { force: true });
}

await buildProgram().catch((error) => {
  process.stderr.write(`${source} can't be compiled: ${error.message}\n`);
  process.exitCode = 1;
});
