import { fileURLToPath } from 'node:url';
import { Worker } from '@temporalio/worker';
import type { Client } from '@temporalio/client';
import pino from 'pino';
import { installRuntime } from '../../../src/temporal/runtime.js';
import { connectWorkers } from '../../../src/temporal/worker-connection.js';
import type { BenchContext } from '../../harness/bench.js';

export interface OneActivity {
  doNothing(): Promise<void>;
}

const TASK_QUEUE = 'bench-one-activity';
const WARM_UP_WORKFLOWS = 50;
/** Workflows that are open at the same time. */
const WORKFLOWS_AT_ONCE = 32;

let isRuntimeInstalled = false;

export interface OneActivityFigures {
  /** Workflows a second. A warm-up before them is not counted. */
  readonly perSecond: number;
  /** Events in the history of one workflow. */
  readonly events: number;
}

/**
 * Runs bare workflows on the same Temporal, each with one activity that does nothing. Worker and client share one
 * process, so that workflow and activity start eagerly: there is no faster way.
 */
export async function runOneActivityWorkflows(
  context: BenchContext,
  { address, workflows }: { readonly address: string; readonly workflows: number },
): Promise<OneActivityFigures> {
  if (!isRuntimeInstalled) installRuntime(pino({ level: 'warn' }, pino.destination(2)));
  isRuntimeInstalled = true;
  const temporal = { address, namespace: 'default', apiKey: null, tls: null };
  const { connection, client } = await connectWorkers(temporal);
  context.onEnd(() => connection.close());
  const worker = await Worker.create({
    connection,
    taskQueue: TASK_QUEUE,
    workflowsPath: fileURLToPath(new URL('workflow.ts', import.meta.url)),
    activities: { doNothing: () => Promise.resolve() } satisfies OneActivity,
  });
  return worker.runUntil(async () => {
    await runMany(context, client, { from: 0, count: WARM_UP_WORKFLOWS });
    const startedAtMs = performance.now();
    await runMany(context, client, { from: WARM_UP_WORKFLOWS, count: workflows });
    const perSecond = workflows / ((performance.now() - startedAtMs) / 1_000);
    const { historyLength } = await client.workflow.getHandle(idOf(0)).describe();
    context.say(
      `bare workflows of one activity: ${perSecond.toFixed(1)} a second, ${historyLength} events each`,
    );
    return { perSecond, events: historyLength };
  });
}

const idOf = (number: number): string => `one-activity-${number}`;

async function runMany(
  { signal }: BenchContext,
  client: Client,
  { from, count }: { from: number; count: number },
): Promise<void> {
  let next = from;
  const runSome = async (): Promise<void> => {
    while (next < from + count) {
      signal.throwIfAborted();
      const workflowId = idOf(next);
      next += 1;
      await client.workflow.execute('oneActivity', {
        workflowId,
        taskQueue: TASK_QUEUE,
        requestEagerStart: true,
      });
    }
  };
  await Promise.all(Array.from({ length: WORKFLOWS_AT_ONCE }, runSome));
}
