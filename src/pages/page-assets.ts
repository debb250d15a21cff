import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/pages');

/** Files that the build makes for browsers. */
export type AssetName = 'pay.js' | 'quittance.js';

/** A file for browsers, in the encodings in which it is sent. */
export interface PageAsset {
  /** Its name, with the hash of its content: the content under this name never changes. */
  readonly file: string;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/**
 * Reads the files that `src/pages/build-assets.mjs` has built. If they could not be built, the map is empty. Pages then
 * have no script, and work by links and forms.
 */
export function readPageAssets(): ReadonlyMap<AssetName, PageAsset> {
  const manifestFile = path.join(FOLDER, 'manifest.json');
  if (!existsSync(manifestFile)) return new Map();
  const { files } = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    files: Readonly<Record<AssetName, string>>;
  };
  return new Map(
    Object.entries(files).map(([name, file]) => [
      name as AssetName,
      {
        file,
        plain: readFileSync(path.join(FOLDER, file)),
        brotli: readFileSync(path.join(FOLDER, `${file}.br`)),
        gzip: readFileSync(path.join(FOLDER, `${file}.gz`)),
      },
    ]),
  );
}
