import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/pages/app');

/** The two applications: `dashboard` for merchants, `admin` for operators. */
export type ApplicationName = 'dashboard' | 'admin';

/** The names of the files that the first page of an application loads. */
export interface ApplicationFiles {
  readonly script: string;
  /** Loaded by the script at once. */
  readonly modules: readonly string[];
  /** Modules that the sign-in does not need: the application, and the frame around all its pages. */
  readonly later: readonly string[];
  /** The sign-in as HTML. */
  readonly signIn: string;
  readonly style: string;
  readonly font: string;
}

/** A file in the encodings in which it is sent. The plain bytes are made on demand: hardly any browser asks for them. */
export interface ApplicationAsset {
  /** Null: it is not sent compressed. */
  readonly compressed: { readonly br: Buffer; readonly gzip: Buffer } | null;
  readonly plain: () => Buffer;
}

export interface BuiltApplications {
  readonly applications: Readonly<Record<ApplicationName, ApplicationFiles>>;
  /** By the name of the file. */
  readonly assets: ReadonlyMap<string, ApplicationAsset>;
}

/** Reads the files that `src/pages/build-app.mjs` has built. Null: they could not be built here. */
export function readApplications(): BuiltApplications | null {
  const manifestFile = path.join(FOLDER, 'manifest.json');
  if (!existsSync(manifestFile)) return null;
  const { applications, files } = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    applications: BuiltApplications['applications'];
    files: readonly string[];
  };
  return { applications, assets: new Map(files.map((file) => [file, readAsset(file)])) };
}

/** The files are kept in memory: another build may remove them while pages ask for them. */
function readAsset(file: string): ApplicationAsset {
  const read = (name: string): Buffer => readFileSync(path.join(FOLDER, name));
  if (existsSync(path.join(FOLDER, `${file}.gz`))) {
    const [br, gzip] = [read(`${file}.br`), read(`${file}.gz`)];
    return { compressed: { br, gzip }, plain: () => gunzipSync(gzip) };
  }
  const plain = read(file);
  return { compressed: null, plain: () => plain };
}
