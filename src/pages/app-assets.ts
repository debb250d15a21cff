import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/pages/app');

/** The two applications: of merchants and of operators. */
export type ApplicationName = 'dashboard' | 'admin';

/** What the first page of an application loads, by the names of its files. */
export interface ApplicationFiles {
  readonly script: string;
  /** Loaded by the script at once. */
  readonly modules: readonly string[];
  /** What the sign-in does not need: the application, and what stands around all its pages. */
  readonly later: readonly string[];
  /** The sign-in as HTML. */
  readonly door: string;
  readonly style: string;
  readonly font: string;
}

/** A file in the encodings in which it is sent; null: it is not sent compressed. */
export interface ApplicationAsset {
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

export interface BuiltApplications {
  readonly applications: Readonly<Record<ApplicationName, ApplicationFiles>>;
  /** By the name of the file. */
  readonly assets: ReadonlyMap<string, ApplicationAsset>;
}

/** Reads what `src/pages/build-app.mjs` has built; null: it could not be built here. */
export function readApplications(): BuiltApplications | null {
  const manifestFile = path.join(FOLDER, 'manifest.json');
  if (!existsSync(manifestFile)) return null;
  const { applications, files } = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    applications: BuiltApplications['applications'];
    files: readonly string[];
  };
  const read = (file: string): Buffer | null =>
    existsSync(path.join(FOLDER, file)) ? readFileSync(path.join(FOLDER, file)) : null;
  const assets = files.map((file): [string, ApplicationAsset] => [
    file,
    {
      plain: readFileSync(path.join(FOLDER, file)),
      brotli: read(`${file}.br`),
      gzip: read(`${file}.gz`),
    },
  ]);
  return { applications, assets: new Map(assets) };
}
