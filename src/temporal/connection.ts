import { Client, Connection, type TLSConfig } from '@temporalio/client';

/** Where Temporal is and how it is spoken to: what its own client configuration says. */
export interface TemporalOptions {
  /** `host:port`. */
  readonly address: string;
  readonly namespace: string;
  /** False for plain text, true for the system's authorities, or the certificates themselves. */
  readonly tls: TLSConfig | boolean;
  readonly apiKey: string | null;
}

/**
 * A client that connects at its first call, and again after an outage: a process that only starts workflows may come
 * up before Temporal does.
 */
export function openClient(options: TemporalOptions): Client {
  const connection = Connection.lazy({
    address: options.address,
    tls: options.tls,
    ...(options.apiKey === null ? {} : { apiKey: options.apiKey }),
  });
  return new Client({ connection, namespace: options.namespace });
}
