import path from 'node:path';

/** The script of package.json by which npm runs the command line. */
const OF_NPM = 'cli';

/**
 * For commander: returns the path of a file that the user has named. npm runs the command line in the folder of the
 * checkout. A relative path is meant from the folder in which npm was called, which npm tells.
 */
export function givenFile(file: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  return script === OF_NPM && folder !== undefined ? path.resolve(folder, file) : file;
}
