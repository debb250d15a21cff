/**
 * Builds the package that merchants install, and prints the path of its tarball. The package has the modules
 * `quittance/webhooks` (to receive webhooks) and `quittance/client` (to call the API) with their types. It has its own
 * manifest, without the server's dependencies. `npm pack` builds the same tarball (put-package.mjs). `npm publish
 * TARBALL` publishes it. In a CI that signs its builds, npm also publishes the provenance of the package
 * (`publishConfig.provenance`).
 *
 * `npm run --silent build:package [-- FOLDER]`; the default folder is `dist`. An earlier build there is replaced.
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
  readonly repository: object;
  readonly publishConfig: object;
  readonly exports: Exports;
}

/** A file, or the exports for each condition. */
type Exports = string | { readonly [condition: string]: Exports };

/**
 * Returns the manifest of the package, from the server's manifest. Files in `dist/package` of the server are at the top
 * of the package.
 */
function packageManifest(manifest: Manifest): object {
  const { name, version, license, type, engines, repository, publishConfig, exports } = manifest;
  const description = 'Calls the API of a Quittance instance, and verifies its webhooks.';
  const about = { name, version, description, license, repository, publishConfig };
  return { ...about, type, engines, sideEffects: false, exports: moved(exports) };
}

function moved(exports: Exports): Exports {
  if (typeof exports === 'string') return exports.replace('./dist/package/', './');
  return Object.fromEntries(Object.entries(exports).map(([name, below]) => [name, moved(below)]));
}

/**
 * Programs in CommonJS need files of their own, because Node before 22.12 and Jest do not let them require an ES
 * module.
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
    // The output of tools goes to stderr, because stdout has only the path.
    execFileSync(process.execPath, [tsc, '--project', project, ...options], { stdio: ['ignore', 2, 2] });
  compile('--outDir', folder);
  compile('--outDir', path.join(folder, 'cjs'), ...COMMON_JS);
  writeFileSync(path.join(folder, 'cjs/package.json'), '{"type":"commonjs"}\n');
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(packageManifest(manifest), null, 2)}\n`);
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  for (const page of ['README.md', 'CHANGELOG.md'])
    copyFileSync(path.join(import.meta.dirname, page), path.join(folder, page));
  execFileSync('npm', ['pack', folder, '--pack-destination', outFolder, '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
  });
  return path.join(outFolder, `${manifest.name}-${manifest.version}.tgz`);
}

process.stdout.write(`${buildPackage(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist')))}\n`);
