import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A fault that the tests have to find: one text of the product replaced by another. */
export interface Mutation {
  /** The guarantee that it breaks, in few words. */
  readonly name: string;
  /** Path from the repository's root, as for the test files. */
  readonly file: string;
  /** The text to replace. It must occur in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** The fastest test files that find the fault. */
  readonly tests: readonly string[];
}

/** Returns a file's text with the fault in it. @throws Error unless the file has the fault's text exactly once. */
export function mutate(source: string, { name, file, text, replacement }: Mutation): string {
  const places = source.split(text).length - 1;
  if (places === 1) return source.replace(text, () => replacement);
  throw new Error(
    `"${name}" can't be planted: the code has changed, and the fault's text occurs ${places} times in ${file}. ` +
      'Change the text of the fault in test/mutations.',
  );
}

/**
 * Plants a fault in a copy of the repository.
 *
 * @returns a function that puts the original file back.
 */
export function plant(root: string, mutation: Mutation): () => void {
  const file = path.join(root, mutation.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(source, mutation));
  return () => writeFileSync(file, source);
}
