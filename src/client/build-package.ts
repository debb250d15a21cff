/**
 * Builds what merchants install, and prints the path of its tarball: the modules `quittance/webhooks` (receive them) and
 * `quittance/client` (call the API) with their types, under a manifest of its own, so that none of the server's
 * dependencies come along.
 *
 * `npm run --silent build:package [-- FOLDER]`; the folder is `dist` unless told. What it built before is replaced.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly type: string;
  readonly engines: object;
  readonly exports: Exports;
}

/** A file, or what there is for each condition. */
type Exports = string | { readonly [condition: string]: Exports };

/**
 * The server's manifest, as far as it is true of the package: its exports lie in `dist/package` there, at the top here.
 */
function packageManifest(manifest: Manifest): object {
  const { name, version, license, type, engines, exports } = manifest;
  const description = 'Calls the API of a Quittance instance, and verifies its webhooks.';
  return { name, version, description, license, type, engines, exports: moved(exports) };
}

function moved(exports: Exports): Exports {
  if (typeof exports === 'string') return exports.replace('./dist/package/', './');
  return Object.fromEntries(Object.entries(exports).map(([name, below]) => [name, moved(below)]));
}

/**
 * A program in CommonJS needs files of its own: not all that run it (Node before 22.12, Jest) let it require a module.
 */
const COMMON_JS = [
  '--module',
  'commonjs',
  '--moduleResolution',
  'bundler',
  '--verbatimModuleSyntax',
  'false',
];

function buildPackage(outFolder: string): string {
  const folder = path.join(outFolder, 'package');
  rmSync(folder, { recursive: true, force: true });
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = path.join(import.meta.dirname, 'tsconfig.package.json');
  const compile = (...options: string[]): unknown =>
    // What a tool says goes to stderr: stdout has the path alone.
    execFileSync(process.execPath, [tsc, '--project', project, ...options], { stdio: ['ignore', 2, 2] });
  compile('--outDir', folder);
  compile('--outDir', path.join(folder, 'cjs'), ...COMMON_JS);
  writeFileSync(path.join(folder, 'cjs/package.json'), '{"type":"commonjs"}\n');
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(packageManifest(manifest), null, 2)}\n`);
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  copyFileSync(path.join(ROOT, 'docs/webhooks.md'), path.join(folder, 'README.md'));
  execFileSync('npm', ['pack', folder, '--pack-destination', outFolder, '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
  });
  return path.join(outFolder, `${manifest.name}-${manifest.version}.tgz`);
}

process.stdout.write(`${buildPackage(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist')))}\n`);
