import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/**
 * A program of its own: writes the workflows' bundle to the file that it is given. A bundler leaves a hundred megabytes
 * behind in its process, which a worker would carry for as long as it lives.
 */
const target = process.argv[2];
if (target === undefined) throw new Error('usage: build-workflow-bundle.ts FILE');

const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
  logger: new DefaultLogger('WARN'),
});
// By a rename: two workers that start at once never read half a file.
const unfinished = `${target}.${process.pid}`;
writeFileSync(unfinished, code);
renameSync(unfinished, target);
