/**
 * Builds the modules `quittance/client` and `quittance/webhooks`, so that programs in this repository can import them.
 * `npm run build:package` builds their types, and the package that merchants install. This program runs after each install,
 * so it is plain Node. It builds nothing while the modules are newer than all their inputs.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries = { 'client/client': 'src/client/client.ts', 'webhooks/index': 'src/webhooks/index.ts' };
/** Programs in CommonJS get files of their own: Node before 22.12 and Jest do not let them require an ES module. */
const formats = { esm: 'dist/package', cjs: 'dist/package/cjs' };
const made = Object.values(formats).flatMap((folder) =>
  Object.keys(entries).map((name) => `${root}${folder}/${name}.js`),
);
/** The list of their inputs, as JSON. */
const inputsFile = `${root}dist/entries.json`;

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : Infinity);

function isUpToDate() {
  if (!existsSync(inputsFile) || !made.every((file) => existsSync(file))) return false;
  const madeAt = Math.min(...made.map(changedAt));
  return JSON.parse(readFileSync(inputsFile, 'utf8')).every((file) => changedAt(root + file) <= madeAt);
}

async function build() {
  const { build: bundle } = await import('esbuild');
  const inputs = new Set();
  for (const [format, outdir] of Object.entries(formats)) {
    const { metafile } = await bundle({
      absWorkingDir: root,
      entryPoints: Object.entries(entries).map(([out, file]) => ({ in: file, out })),
      outdir,
      bundle: true,
      platform: 'node',
      format,
      target: 'node20',
      metafile: true,
      logLevel: 'warning',
    });
    for (const file of Object.keys(metafile.inputs)) inputs.add(file);
  }
  writeFileSync(`${root}${formats.cjs}/package.json`, '{"type":"commonjs"}\n');
  writeFileSync(inputsFile, JSON.stringify([...inputs]));
}

/**
 * Builds the modules if they are not up to date. Without esbuild, or in a read-only folder, this fails. It then prints why
 * and goes on, because nothing that runs here needs them.
 */
export async function buildEntries() {
  if (isUpToDate()) return;
  await build().catch((error) => {
    process.stderr.write(
      `quittance/client and quittance/webhooks can't be imported here: ${error.message}\n`,
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildEntries();
