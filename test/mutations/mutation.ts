import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A fault that the tests have to find: one text of the product in the place of another. */
export interface Mutation {
  /** The guarantee that it breaks, in few words. */
  readonly name: string;
  /** From the repository's root, as the files of tests. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** The cheapest that find it. */
  readonly tests: readonly string[];
}

/** The text of a file with the fault in it. @throws Error when the code has changed so that it can't be planted. */
export function mutate(source: string, { name, file, text, replacement }: Mutation): string {
  const places = source.split(text).length - 1;
  if (places === 1) return source.replace(text, () => replacement);
  throw new Error(
    `"${name}" can't be planted: its text stands ${places} times in ${file}, for the code has changed. ` +
      'Give the fault its new place in test/mutations/mutations.ts.',
  );
}

/**
 * Plants a fault in a copy of the repository.
 *
 * @returns what puts the file back.
 */
export function plant(root: string, mutation: Mutation): () => void {
  const file = path.join(root, mutation.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(source, mutation));
  return () => writeFileSync(file, source);
}
