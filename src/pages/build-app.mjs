/**
 * Builds the dashboard and the console: modules that are loaded when they are needed, one style sheet with the tokens of
 * `src/pages/design`, and the font. Each file has the hash of its content in its name. Plain Node, like build-assets.
 */
import { Buffer } from 'node:buffer';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}dist/pages/app`;
/** It is written last, so a missing manifest means that nothing was built. */
const manifestFile = `${folder}/manifest.json`;
/** Where the API serves the files. */
const publicPath = '/assets/app';
const source = 'src/pages/app';
/** The applications, each with the kind of its members. Each has its own module; they share the style sheet. */
const applications = { dashboard: 'merchant', admin: 'operator' };
/** The first versions with OKLCH, `color-mix` and modules. */
const target = ['chrome111', 'firefox113', 'safari16.4'];
/** Nearly the best (11), and quicker to build. */
const BROTLI_QUALITY = 10;

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : Infinity);

function isUpToDate() {
  if (!existsSync(manifestFile)) return false;
  const { files, inputs } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const madeAt = changedAt(manifestFile);
  return (
    files.every((name) => existsSync(`${folder}/${name}`)) &&
    [...inputs, 'src/pages/build-app.mjs'].every((file) => changedAt(root + file) <= madeAt)
  );
}

/** Bundles and loads one of our modules, to use it at build time. Returns its exports, and the files that it is made of. */
async function run(esbuild, file) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    // The application's modules read the address of the page when they are loaded.
    define: { 'process.env.NODE_ENV': '"production"', 'location.origin': '"http://localhost"' },
    minifySyntax: true,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const text = Buffer.from(outputFiles[0].contents).toString('base64');
  return [await import(`data:text/javascript;base64,${text}`), Object.keys(metafile.inputs)];
}

/** Resolves `tokens.css` in a style sheet to the CSS that `tokens.ts` and `networks.ts` write. */
const tokens = {
  name: 'tokens',
  setup(build) {
    build.onResolve({ filter: /^tokens\.css$/ }, () => ({ path: 'tokens.css', namespace: 'tokens' }));
    build.onLoad({ filter: /.*/, namespace: 'tokens' }, async () => {
      const [[{ tokensCss }], [{ networksCss }]] = await Promise.all(
        ['tokens', 'networks'].map((name) => run(build.esbuild, `src/pages/design/${name}.ts`)),
      );
      return { contents: tokensCss() + networksCss(), loader: 'css' };
    });
  },
};

/** The documentation's examples of webhook receivers, as one module: the text of each by its file extension. */
const examples = 'docs/examples/webhooks';
const receivers = {
  name: 'receivers',
  setup(build) {
    build.onResolve({ filter: /^receivers$/ }, () => ({ path: 'receivers', namespace: 'receivers' }));
    build.onLoad({ filter: /.*/, namespace: 'receivers' }, () => ({
      contents: JSON.stringify(
        Object.fromEntries(
          readdirSync(root + examples).map((file) => [
            file.split('.').at(-1),
            readFileSync(`${root}${examples}/${file}`, 'utf8'),
          ]),
        ),
      ),
      loader: 'json',
    }));
  },
};

/**
 * Pages, and parts of pages, run after the sign-in, the start and the frame around all pages. An import of these at the
 * top of each page tells esbuild so. It then makes one file of each. Otherwise it would make a file for each group of
 * pages that share a module.
 */
const together = {
  name: 'together',
  setup(build) {
    const before = ['open-application', 'start', 'shell'];
    build.onLoad(
      { filter: /[\\/]pages[\\/]app[\\/].*(-page|-code|-things|[\\/]start-\w+|[\\/]shell)\.tsx?$/ },
      ({ path }) => {
        const own = before.findIndex((each) => nameOf(path).startsWith(each));
        const imports = before
          .slice(0, own === -1 ? before.length : own)
          .map((each) => `import '${root}${source}/shell/${each}.tsx';`);
        return { contents: `${imports.join(' ')} ${readFileSync(path, 'utf8')}`, loader: 'tsx' };
      },
    );
  },
};

function bundle(esbuild) {
  return esbuild.build({
    absWorkingDir: root,
    entryPoints: [
      ...Object.keys(applications).map((name) => `${source}/${name}.tsx`),
      `${source}/styles/app.css`,
    ],
    outdir: folder,
    outbase: source,
    publicPath,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    target,
    plugins: [tokens, receivers, together],
    metafile: true,
    logLevel: 'warning',
  });
}

const nameOf = (path) => path.replaceAll('\\', '/').split('/').at(-1);

/** Returns all modules that a module imports statically, also indirectly, so that the page can preload them. */
function staticImports(outputs, path, found = new Set()) {
  for (const { path: next, kind } of outputs[path].imports) {
    if (kind !== 'import-statement' || found.has(next)) continue;
    found.add(next);
    staticImports(outputs, next, found);
  }
  return found;
}

/** Returns the modules that a module imports dynamically. */
const laterImports = (outputs, path) =>
  outputs[path].imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path: next }) => next);

function describe({ outputs }, signInHtml) {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const outputOf = (file) => entries.find(([, { entryPoint }]) => entryPoint === `${source}/${file}`)[0];
  const font = Object.keys(outputs).find((path) => /inter-latin-wght-normal-\w+\.woff2$/.test(path));
  return Object.fromEntries(
    Object.entries(applications).map(([name, kind]) => {
      const script = outputOf(`${name}.tsx`);
      const modules = staticImports(outputs, script);
      const later = new Set();
      for (const each of [...laterImports(outputs, script), outputOf('shell/shell.tsx')])
        staticImports(outputs, each, later.add(each));
      return [
        name,
        {
          script: nameOf(script),
          modules: [...modules].map(nameOf),
          later: [...later].filter((each) => !modules.has(each)).map(nameOf),
          signIn: signInHtml(kind),
          style: nameOf(outputOf('styles/app.css')),
          font: nameOf(font),
        },
      ];
    }),
  );
}

async function write({ path, contents }) {
  const file = `${folder}/${nameOf(path)}`;
  writeFileSync(file, contents);
  if (file.endsWith('.woff2')) return; // WOFF2 is compressed already.
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(contents, { params }),
    promisify(gzip)(contents, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, zipped);
}

/** Builds both applications if they are not up to date. */
export async function buildApp() {
  if (isUpToDate()) return;
  const esbuild = await import('esbuild');
  const [{ outputFiles, metafile }, [{ signInHtml }, signInFiles]] = await Promise.all([
    bundle(esbuild),
    run(esbuild, `${source}/shell/sign-in-html.tsx`),
  ]);
  mkdirSync(folder, { recursive: true });
  await Promise.all(outputFiles.map(write));
  const files = outputFiles.map(({ path }) => nameOf(path));
  const inputs = [
    ...[...Object.keys(metafile.inputs), ...signInFiles].filter((file) => existsSync(root + file)),
    ...['tokens', 'networks'].map((name) => `src/pages/design/${name}.ts`),
    ...readdirSync(root + examples).map((file) => `${examples}/${file}`),
  ];
  writeFileSync(
    manifestFile,
    JSON.stringify({ applications: describe(metafile, signInHtml), files, inputs }),
  );
  for (const file of readdirSync(folder)) {
    const isKept = file === 'manifest.json' || files.includes(file.replace(/\.(br|gz)$/, ''));
    if (!isKept) rmSync(`${folder}/${file}`, { force: true });
  }
}
