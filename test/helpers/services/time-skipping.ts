import { TestWorkflowEnvironment } from '@temporalio/testing';

/** The SDK's own error. It gives a server five seconds to start, and this cannot be configured. */
const TOO_SLOW = /did not start within/;
const TRIES = 12;

/**
 * Starts Temporal's time-skipping server. It runs on Java, and a busy machine may not start Java within the SDK's
 * limit. Then it is started again. The number of tries suits a machine that is several times slower.
 *
 * @param path of the server's program.
 */
export async function startTimeSkipping(path: string): Promise<TestWorkflowEnvironment> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({
        server: { executable: { type: 'existing-path', path } },
      });
    } catch (error) {
      // Jest has an `Error` of its own, so the error of a native library is no `instanceof` it.
      if (left === 0 || !TOO_SLOW.test(String(error))) throw error;
    }
  }
}
