/**
 * `download-temporal.ts cli|test-server FOLDER` lets Temporal's SDK download its dev server or its time-skipping test server
 * into FOLDER, and starts it once. It is a separate program, because the SDK's download cannot be cancelled, and because
 * the supervising process does not need the SDK's native runtime.
 */
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [kind, downloadDir] = process.argv.slice(2);
if ((kind !== 'cli' && kind !== 'test-server') || downloadDir === undefined) {
  throw new Error('Usage: download-temporal.ts cli|test-server FOLDER');
}
const server = { executable: { type: 'cached-download', downloadDir } } as const;
try {
  const environment = await (kind === 'cli'
    ? TestWorkflowEnvironment.createLocal({ server })
    : TestWorkflowEnvironment.createTimeSkipping({ server }));
  await environment.teardown();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
