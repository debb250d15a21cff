/**
 * Builds a program of ours for run.mjs: `node src/build-program.mjs src/api.ts`. Packages are loaded from
 * node_modules as ever. What a program imports late stays a file of its own, which is loaded late.
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
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = process.argv[2];
/** As run.mjs names it. */
const name = source.replaceAll(/[\\/]/g, '-').replace(/\.ts$/, '');
const folder = path.join(root, 'dist/programs', name);
const listFile = `${folder}.json`;
/** Besides the sources, these decide what the compiled file is like. */
const MADE_BY = ['src/build-program.mjs', 'src/run.mjs', 'tsconfig.json', 'package-lock.json'];
/**
 * A source that changed less than this before the build began may have changed while it was read. It counts as changed at
 * the next start.
 */
const UNSURE_MS = 1_000;

/** Keeps each source's own place in the compiled file, so that the source finds what lies beside it. */
const keptPlaces = {
  name: 'kept places',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
      loader: 'ts',
    }));
  },
};

function compile({ build }) {
  return build({
    absWorkingDir: root,
    entryPoints: [source],
    outdir: folder,
    entryNames: 'main-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    jsx: 'automatic',
    plugins: [keptPlaces],
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
  const inputs = [...Object.keys(metafile.inputs), ...MADE_BY].map((file) => inputOf(file, startedAtMs));
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
