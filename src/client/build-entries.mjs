/**
 * Makes what `quittance/client` and `quittance/webhooks` name in a checkout, so that they can be imported there; their types, and
 * the package that merchants install, are made by `npm run build:package`. Runs after each install, so it is plain Node.
 * What is newer than all that it is made of is left as it is.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries = { 'client/client': 'src/client/client.ts', 'webhooks/index': 'src/webhooks/index.ts' };
/** Programs in CommonJS have theirs: not all that run them (Node before 22.12, Jest) let them require a module. */
const formats = { esm: 'dist/package', cjs: 'dist/package/cjs' };
const made = Object.values(formats).flatMap((folder) =>
  Object.keys(entries).map((name) => `${root}${folder}/${name}.js`),
);
/** What they were made of, as JSON. */
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

/** What runs here needs none of it: where it can't be built (without esbuild, or in a folder that is only read) that is said. */
export async function buildEntries() {
  if (isUpToDate()) return;
  await build().catch((error) => {
    process.stderr.write(
      `quittance/client and quittance/webhooks can't be imported here: ${error.message}\n`,
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildEntries();
