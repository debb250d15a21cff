/** What every bundle of a program needs: that which build-program.mjs makes, and that which the tests make. Plain Node. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Packages that knex and pg load only for other databases, or when they are configured to. They are not installed. */
export const NEVER_LOADED = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

/** Keeps each source's own path in the bundle, which lies elsewhere. So the source finds what lies beside it. */
export const keepSourcePaths = {
  name: 'keep source paths',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
      loader: 'ts',
    }));
  },
};
