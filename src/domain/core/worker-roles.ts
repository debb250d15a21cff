/** The roles of a worker. Each role has a task queue. Only `signer` holds keys. */
export const WORKER_ROLES = ['core', 'chain', 'signer', 'webhooks'] as const;
export type WorkerRole = (typeof WORKER_ROLES)[number];
