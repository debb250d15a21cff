import { setTimeout as pause } from 'node:timers/promises';
import { isRateLimit, RpcLimitError } from './rpc-errors.js';

const BACKOFF_BASE_MS = 200;
const BACKOFF_MAX_MS = 5_000;
/** An RPC that failed is asked after the others, for longer each time. */
const COOL_DOWN_BASE_MS = 1_000;
const COOL_DOWN_MAX_MS = 30_000;
/** The longest that an RPC's `Retry-After` is heeded. */
const RETRY_AFTER_MAX_MS = 60_000;

/**
 * Returns how long an RPC that failed is asked after the others. After a rate limit it has jitter: processes that were
 * refused together must not come back together.
 */
export function coolDownMs(earlierFailures: number, error: unknown): number {
  const growingMs = Math.min(COOL_DOWN_MAX_MS, COOL_DOWN_BASE_MS * 2 ** earlierFailures);
  if (!isRateLimit(error)) return growingMs;
  const askedMs = error instanceof RpcLimitError ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(RETRY_AFTER_MAX_MS, Math.max(growingMs, askedMs)) * (1 + Math.random() / 4);
}

/** Waits before the next round, with full jitter: callers that failed together must not come back together. */
export async function backOff(
  round: number,
  { atLeastMs, signal }: { atLeastMs: number; signal: AbortSignal | undefined },
): Promise<void> {
  const jitterMs = Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** round);
  const delayMs = Math.min(BACKOFF_MAX_MS, atLeastMs + jitterMs);
  try {
    await pause(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
