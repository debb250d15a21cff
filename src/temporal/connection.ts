import { Client, Connection, type TLSConfig } from '@temporalio/client';

const CHECK_TIMEOUT_MS = 2_000;

/** Where Temporal is, and how to connect to it. */
export interface TemporalOptions {
  /** `host:port`. */
  readonly address: string;
  readonly namespace: string;
  readonly apiKey: string | null;
  /** Certificates and key as PEM text. Without an authority, the system's are trusted. Null: plain text. */
  readonly tls: {
    readonly serverName: string | null;
    readonly serverCaPem: string | null;
    readonly clientCertPem: string | null;
    readonly clientKeyPem: string | null;
  } | null;
}

/** The same options, as both kinds of SDK connections take them. */
export interface ConnectionSettings {
  readonly address: string;
  readonly tls: TLSConfig | false;
  readonly apiKey?: string;
}

export function connectionSettings(options: TemporalOptions): ConnectionSettings {
  return {
    address: options.address,
    tls: options.tls === null ? false : tlsSettings(options.tls),
    ...(options.apiKey === null ? {} : { apiKey: options.apiKey }),
  };
}

/**
 * Opens a client that connects at its first call, and again after an outage. So a process that only starts workflows
 * may start before Temporal does.
 */
export function openClient(options: TemporalOptions): Client {
  return new Client({
    connection: Connection.lazy(connectionSettings(options)),
    namespace: options.namespace,
  });
}

/** Checks that Temporal answers, for health checks. @throws when it doesn't answer within two seconds. */
export async function checkTemporal(client: Client): Promise<void> {
  await client.withDeadline(Date.now() + CHECK_TIMEOUT_MS, () => client.workflowService.getSystemInfo({}));
}

function tlsSettings(tls: NonNullable<TemporalOptions['tls']>): TLSConfig {
  const { serverName, serverCaPem, clientCertPem, clientKeyPem } = tls;
  return {
    ...(serverName === null ? {} : { serverNameOverride: serverName }),
    ...(serverCaPem === null ? {} : { serverRootCACertificate: Buffer.from(serverCaPem) }),
    ...(clientCertPem === null || clientKeyPem === null
      ? {}
      : { clientCertPair: { crt: Buffer.from(clientCertPem), key: Buffer.from(clientKeyPem) } }),
  };
}
