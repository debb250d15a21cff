import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/**
 * Writes the bundle of the workflows to the file that is given. This is a program of its own: the bundler leaves a
 * hundred megabytes behind in its process, and a worker would keep them for as long as it lives.
 */
const target = process.argv[2];
if (target === undefined) throw new Error('usage: build-workflow-bundle.ts FILE');

const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
  logger: new DefaultLogger('WARN'),
});
// The file appears by a rename, so that two workers that start at once never read half a file.
const unfinished = `${target}.${process.pid}`;
writeFileSync(unfinished, code);
renameSync(unfinished, target);
