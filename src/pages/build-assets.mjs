/**
 * Builds the files that browsers load: the script of the checkout page, `/quittance.js` for shops, and the dashboard and
 * the console (build-app.mjs). Each file has the hash of its content in its name, so browsers may keep it for ever.
 * Compressed copies lie beside it. This program runs after each install, so it is plain Node. It builds nothing while
 * the files are newer than all their inputs.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildApp } from './build-app.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}dist/pages`;
/** The built file for each name, and all inputs. It is written last, so a missing manifest means that nothing was built. */
const manifestFile = `${folder}/manifest.json`;
/** Sources, by the name that pages ask for. */
const sources = {
  'pay.js': 'src/pages/browser/pay.ts',
  'quittance.js': 'src/pages/embed/quittance.ts',
};
/** Browsers of the last four years. Wallets run in these. */
const target = ['chrome105', 'firefox110', 'safari16'];

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : Infinity);
const readManifest = () => JSON.parse(readFileSync(manifestFile, 'utf8'));

function isUpToDate() {
  if (!existsSync(manifestFile)) return false;
  const { files, inputs } = readManifest();
  const madeAt = changedAt(manifestFile);
  return (
    Object.keys(sources).every((name) => existsSync(`${folder}/${files[name]}`)) &&
    [...inputs, 'src/pages/build-assets.mjs'].every((file) => changedAt(root + file) <= madeAt)
  );
}

function writeCompressed(name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = name.replace(/(\.\w+)$/, `-${hash}$1`);
  writeFileSync(`${folder}/${file}`, content);
  writeFileSync(`${folder}/${file}.br`, brotliCompressSync(content));
  writeFileSync(`${folder}/${file}.gz`, gzipSync(content, { level: 9 }));
  return file;
}

async function build() {
  const { build: bundle } = await import('esbuild');
  const { outputFiles, metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: Object.entries(sources).map(([name, file]) => ({
      in: file,
      out: name.replace(/\.\w+$/, ''),
    })),
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target,
    metafile: true,
    logLevel: 'warning',
  });
  mkdirSync(folder, { recursive: true });
  const files = {};
  for (const { path, contents } of outputFiles) {
    const name = path.slice(path.replaceAll('\\', '/').lastIndexOf('/') + 1);
    files[name] = writeCompressed(name, contents);
  }
  writeFileSync(manifestFile, JSON.stringify({ files, inputs: Object.keys(metafile.inputs) }));
  for (const file of readdirSync(folder)) {
    const isKept =
      ['manifest.json', 'app'].includes(file) ||
      Object.values(files).some((kept) => file === kept || file.startsWith(`${kept}.`));
    if (!isKept) rmSync(`${folder}/${file}`, { force: true });
  }
}

/**
 * Builds the files if they are not up to date. Without esbuild, or in a read-only folder, this fails. It then prints
 * why and goes on, because the customers' pages also work without scripts.
 */
export async function buildAssets() {
  const say = (what) => (error) => {
    process.stderr.write(`${what} can't be built: ${error.message}\n`);
  };
  if (!isUpToDate()) await build().catch(say('The scripts of the pages'));
  await buildApp().catch(say('The dashboard and the console'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAssets();
