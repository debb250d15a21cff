import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { connectionSettings, type TemporalOptions } from './connection.js';

/**
 * Opens the connection that workers poll through. A client over it can start workflows eagerly, in this process.
 *
 * @throws TransportError when Temporal doesn't answer.
 */
export async function connectWorkers(
  options: TemporalOptions,
): Promise<{ readonly connection: NativeConnection; readonly client: Client }> {
  const connection = await NativeConnection.connect({
    ...connectionSettings(options),
    // Compression costs more than it saves when Temporal is on the same machine.
    grpcCompression: { codec: isLoopback(options.address) ? 'none' : 'gzip' },
  });
  return { connection, client: new Client({ connection, namespace: options.namespace }) };
}

function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(address);
}
