import { randomUUID } from 'node:crypto';
import { openClient } from '../../src/temporal/connection.js';
import type { BenchContext } from '../harness/bench.js';

/** A task queue without a worker: only the start of these workflows is measured. */
const TASK_QUEUE = 'bench-bare-starts';

/**
 * Starts bare workflows for a given time, in `atOnce` parallel loops. Each start waits for the loop's previous answer.
 *
 * @returns starts a second.
 */
export async function startBareWorkflows(
  { signal }: Pick<BenchContext, 'signal'>,
  { address, atOnce, seconds }: { address: string; atOnce: number; seconds: number },
): Promise<number> {
  const { connection, workflow } = openClient({ address, namespace: 'default', apiKey: null, tls: null });
  try {
    const startedAtMs = performance.now();
    const endsAtMs = startedAtMs + seconds * 1_000;
    let started = 0;
    const startSome = async (): Promise<void> => {
      while (performance.now() < endsAtMs) {
        signal.throwIfAborted();
        await workflow.start('bare', { workflowId: `bare-${randomUUID()}`, taskQueue: TASK_QUEUE });
        started += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, startSome));
    return started / ((performance.now() - startedAtMs) / 1_000);
  } finally {
    await connection.close();
  }
}
