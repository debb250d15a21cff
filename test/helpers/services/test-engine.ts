import type { WorkerRole } from '../../../src/domain/core/worker-roles.js';
import type { Client, WorkflowHandle } from '@temporalio/client';
import pino, { type Logger } from 'pino';
import { installRuntime } from '../../../src/temporal/runtime.js';
import { connectWorkers } from '../../../src/temporal/worker-connection.js';
import { prepareWorkflowBundle } from '../../../src/temporal/workflow-bundle.js';
import { runWorkers, type Workers } from '../../../src/temporal/workers.js';
import { createTestNamespace } from './temporal.js';

export const silentLog: Logger = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });

/** A namespace of the real dev server, and a client that shares the connection of the workers. */
export interface TestEngine {
  readonly address: string;
  readonly namespace: string;
  readonly client: Client;
  /** Runs the product's own workers with these activities until they are stopped; by default for one chain. */
  startWorkers(
    roles: Partial<Record<WorkerRole, object>>,
    options?: { readonly chainCount?: number },
  ): Promise<Workers>;
  /** Stops the workers that still run, and disconnects. */
  close(): Promise<void>;
}

export async function startTestEngine(): Promise<TestEngine> {
  const { address, namespace } = await createTestNamespace();
  installRuntime(silentLog);
  const { connection, client } = await connectWorkers({ address, namespace, apiKey: null, tls: null });
  const started: Workers[] = [];
  return {
    address,
    namespace,
    client,
    async startWorkers(roles, { chainCount = 1 } = {}) {
      const workers = runWorkers({
        connection,
        namespace,
        workflowBundle: await prepareWorkflowBundle(),
        roles: new Map(Object.entries(roles) as [WorkerRole, object][]),
        chainCount,
        log: silentLog,
      });
      started.push(workers);
      await workers.ready;
      return workers;
    },
    async close() {
      for (const workers of started) await workers.stop();
      await connection.close();
    },
  };
}

/** The parts of a workflow's history that tests read. */
export interface TestHistory {
  /** One name for each event, such as `workflowExecutionSignaled`. */
  readonly events: readonly string[];
  /** Summaries of the workflow, its activities and timers, in order. */
  readonly summaries: readonly string[];
  /** All text that a user of Temporal's UI could read. */
  readonly text: string;
}

export async function historyOf(handle: WorkflowHandle): Promise<TestHistory> {
  const { events } = await handle.fetchHistory();
  return {
    events: (events ?? []).map((event) => {
      const attributes = Object.keys(event).find((key) => key.endsWith('EventAttributes')) ?? '';
      return attributes.replace('EventAttributes', '');
    }),
    summaries: (events ?? []).flatMap(({ userMetadata }) => {
      const data = userMetadata?.summary?.data;
      return data == null ? [] : [JSON.parse(Buffer.from(data).toString('utf8')) as string];
    }),
    text: wordsOf(events).join('\n'),
  };
}

/** Returns the search attributes by which an operator can find the workflow, by name. */
export async function searchAttributesOf(handle: WorkflowHandle): Promise<Record<string, unknown>> {
  const { typedSearchAttributes } = await handle.describe();
  return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
}

/** Returns the text that an operator reads under "Current Details". */
export async function currentDetailsOf(handle: WorkflowHandle): Promise<string> {
  const metadata = await handle.query<{ readonly currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}

/** Returns every text within a message; payloads are decoded. */
function wordsOf(value: unknown): string[] {
  if (value instanceof Uint8Array || Buffer.isBuffer(value)) return [Buffer.from(value).toString('utf8')];
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
}
