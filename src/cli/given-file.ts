import path from 'node:path';

/** The npm script that runs the command line. */
const OF_NPM = 'cli';

/**
 * For commander: returns the path of a file that the user has named. npm runs the command line in the folder of the
 * checkout. A relative path is relative to the folder in which npm was called (`INIT_CWD`).
 */
export function givenFile(file: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  return script === OF_NPM && folder !== undefined ? path.resolve(folder, file) : file;
}
