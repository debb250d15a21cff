import { TestWorkflowEnvironment } from '@temporalio/testing';

/** Of the SDK's own making, and not to be changed: it gives a server five seconds to start. */
const TOO_SLOW = /did not start within/;
const TRIES = 12;
/** For `beforeAll`: every try in vain, and what a busy machine needs beside. */
export const TIME_SKIPPING_START_MS = 120_000;

/**
 * Starts Temporal's time-skipping server. It runs on Java, which a busy machine may not start within the SDK's bound;
 * then it is started anew, as often as a machine several times slower needs.
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
      if (left === 0 || !(error instanceof Error) || !TOO_SLOW.test(error.message)) throw error;
    }
  }
}
