import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../house/source-files.js';
import { ROOT } from '../runner/groups.js';

/** A copy of the checkout as it is now, committed or not, in which faults can be planted. */
export interface CheckoutCopy {
  readonly root: string;
  /** Returns the text of a file, given by its path from the root. */
  readText(file: string): string;
}

/** Copies our files into a folder that does not exist yet. The copy uses the packages of the checkout. */
export function copyCheckout(root: string): CheckoutCopy {
  for (const file of listFiles()) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(ROOT, file), target);
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  return { root, readText: (file) => readFileSync(path.join(root, file), 'utf8') };
}
