/** One RPC of a chain, as the chain's follower last reported it. */
interface ReportedRpc {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly status: string;
  /** Behind the highest head of the chain's RPCs, at the last comparison. */
  readonly behindBlocks: number | null;
  readonly consecutiveFailures: number;
  readonly lastSuccessAtMs: number | null;
}

/** The last report about the RPCs of a chain. */
export interface ReportedRpcs {
  readonly rpcs: readonly ReportedRpc[];
  /** When it was made, epoch ms; null: there is none. */
  readonly rpcsAtMs: number | null;
}

/** Nodes of one provider always differ by some blocks. More than this is far behind. */
export const MAX_BEHIND_BLOCKS = 3;

/** All RPCs are asked every ten seconds. An RPC without an answer for this time has failed more than once. */
const SILENT_AFTER_MS = 20_000;
/** A rate limit, or a restart of a node, is over within this time. */
const AWAY_AFTER_MS = 60_000;
/** A chain that is read has been caught up within this time. */
const HELD_UP_AFTER_MS = 60_000;

/** The time since which no RPC answers. */
export interface Silence {
  /** Epoch ms; null: nobody has ever answered. */
  readonly sinceMs: number | null;
}

/** An RPC that was not asked before may refuse the first request, for its rate for example. */
const FAILURES_OF_SILENCE = 3;

/** Says whether an RPC had given no answer for some time when it was reported. */
const gaveNone = (
  { consecutiveFailures, lastSuccessAtMs }: ReportedRpc,
  { atMs, forMs }: { readonly atMs: number; readonly forMs: number },
): boolean =>
  lastSuccessAtMs === null
    ? consecutiveFailures >= FAILURES_OF_SILENCE
    : consecutiveFailures > 0 && atMs - lastSuccessAtMs >= forMs;

function lastAnswerOf(rpcs: readonly ReportedRpc[]): Silence {
  const answers = rpcs.flatMap(({ lastSuccessAtMs }) => lastSuccessAtMs ?? []);
  return { sinceMs: answers.length === 0 ? null : Math.max(...answers) };
}

/** Returns since when none of a chain's RPCs answers. Null: one does, or nothing was reported yet. */
export function silenceOf({ rpcs, rpcsAtMs: atMs }: ReportedRpcs): Silence | null {
  if (atMs === null || rpcs.length === 0) return null;
  return rpcs.every((rpc) => gaveNone(rpc, { atMs, forMs: SILENT_AFTER_MS })) ? lastAnswerOf(rpcs) : null;
}

/** Says since when no RPC of a chain answers, without a full stop. */
export const sayNoneAnswers = (chainCode: string, { sinceMs }: Silence): string =>
  sinceMs === null
    ? `no RPC of ${chainCode} has answered yet`
    : `no RPC of ${chainCode} has answered since ${new Date(sinceMs).toISOString()}`;

/**
 * Returns the only RPC of a chain that still answers, and since when the others do not. Its word alone counts then.
 * Null: several RPCs answer, none does, or the chain has a single RPC. URLs of one host are one RPC.
 */
export function loneRpcOf({
  rpcs,
  rpcsAtMs: atMs,
}: ReportedRpcs): (Silence & { readonly origin: string }) | null {
  if (atMs === null) return null;
  const isAway = (rpc: ReportedRpc): boolean => gaveNone(rpc, { atMs, forMs: AWAY_AFTER_MS });
  const counting = rpcs.filter((rpc) => rpc.status !== 'quarantined' && !isAway(rpc));
  const [origin, ...others] = new Set(counting.map((rpc) => rpc.origin));
  if (origin === undefined || others.length > 0) return null;
  const away = rpcs.filter((rpc) => rpc.origin !== origin && isAway(rpc));
  return away.length === 0 ? null : { origin, ...lastAnswerOf(away) };
}

/**
 * Returns the RPCs that hold up a chain: they answer, are not quarantined, and are far behind, so that the RPCs do not
 * agree on the newest block. Empty while the chain is read to its end.
 *
 * @param caughtUpAtMs when the chain was last read to its end; null: never.
 */
export function holdingUp<T extends ReportedRpc>(
  rpcs: readonly T[],
  { caughtUpAtMs, nowMs }: { readonly caughtUpAtMs: number | null; readonly nowMs: number },
): readonly T[] {
  if (caughtUpAtMs !== null && nowMs - caughtUpAtMs < HELD_UP_AFTER_MS) return [];
  return rpcs.filter(
    ({ status, behindBlocks }) => status === 'up' && (behindBlocks ?? 0) > MAX_BEHIND_BLOCKS,
  );
}
