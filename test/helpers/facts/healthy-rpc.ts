/** An RPC as a worker reports it while it answers. */
export const HEALTHY_RPC = {
  status: 'up',
  reason: null,
  headNumber: 120,
  behindBlocks: 0,
  consecutiveFailures: 0,
  lastError: null,
  lastSuccessAtMs: 1_700_000_000_000,
  lastLatencyMs: 12,
} as const;
