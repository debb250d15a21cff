import { msToTs } from '@temporalio/common/lib/time.js';
import { launchTemporal } from '../../src/local/embed.js';
import { wantedPorts } from '../../src/local/ports.js';
import { openClient, type TemporalOptions } from '../../src/temporal/connection.js';
import { registerSearchAttributes } from '../../src/temporal/register-search-attributes.js';
import type { BenchContext } from '../harness/bench.js';

/** Starts a server as `npm start` does. @returns its `host:port`. */
export async function startTemporalServer({ launch }: BenchContext): Promise<string> {
  return (await launchTemporal(launch, wantedPorts(launch.config.ports))).address;
}

/** Makes a namespace with our search attributes. Workflow ids and task queues are separate in each namespace. */
export async function createNamespace(options: {
  readonly address: string;
  readonly namespace: string;
}): Promise<TemporalOptions> {
  const temporal: TemporalOptions = { ...options, apiKey: null, tls: null };
  const { connection } = openClient(temporal);
  try {
    await connection.workflowService.registerNamespace({
      namespace: options.namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
  } finally {
    await connection.close();
  }
  await registerSearchAttributes(temporal);
  return temporal;
}
