/**
 * Runs after `npm pack` of the repository. It replaces npm's tarball of the repository by the package that merchants
 * install. Both have the same name and version. But the repository's manifest is that of the server: it is private and has
 * all dependencies. `prepack` has built the package (build-package.ts). Plain Node, because npm runs it.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const file = `${name}-${version}.tgz`;

// `--dry-run` writes no tarball, so there is none to replace.
if (process.env.npm_config_dry_run !== 'true') {
  const built = path.join(root, 'dist', file);
  const packed = path.resolve(root, process.env.npm_config_pack_destination ?? '', file);
  copyFileSync(built, packed);
  const sha512 = createHash('sha512').update(readFileSync(packed)).digest('base64');
  process.stderr.write(`${file} is the package for merchants, integrity sha512-${sha512}\n`);
}
