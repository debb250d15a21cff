export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A block as nodes are asked for it: a tag, a number in hex, or a hash (EIP-1898). */
export type BlockParameter = string | { readonly blockHash: string };

/**
 * Checks one result and returns it with its type. See decode.ts.
 *
 * @throws RpcAnswerError or RpcMissingError.
 */
export type Decode<T> = (result: unknown, index: number) => T;

/** Requests to one RPC, or to the RPCs of a chain one after the other. */
export interface RpcSession {
  /**
   * @throws RpcError when the call was refused; RpcMissingError when `decode` found nothing at any RPC;
   *   RpcUnavailableError, through a client, when no RPC gave a usable answer.
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  request<T>(method: string, params: readonly unknown[], decode: Decode<T>): Promise<T>;
  /**
   * Sends the calls in pieces of a bounded size. Returns all results in order, or throws the first error.
   *
   * @throws RpcTooLargeError beyond `MAX_BATCH_CALLS`.
   */
  requestBatch<T>(calls: readonly RpcCall[], decode: Decode<T>): Promise<readonly T[]>;
}

/** One RPC, with its name. */
export interface OneRpc extends RpcSession {
  /** Scheme, host and port. */
  readonly origin: string;
}

/** The answer of one RPC among several. When the RPC is `quarantined`, its answer has no vote. */
export type RpcAnswer<T> =
  | { readonly ok: true; readonly origin: string; readonly quarantined: boolean; readonly value: T }
  | { readonly ok: false; readonly origin: string; readonly quarantined: boolean; readonly error: unknown };

export interface AskEachOptions {
  /**
   * Skips each RPC whose last request timed out: waiting for it would delay all the others. A skipped RPC counts as
   * unavailable until it answers `checkHealth` or an ordinary request.
   */
  readonly withoutHanging?: boolean;
}

/** All RPCs of one chain behind one interface: the first healthy one is asked, and the next ones when it fails. */
export interface ChainClient extends RpcSession {
  readonly chainCode: string;
  /**
   * Runs `work` against a single RPC, so that its answers are consistent. When an answer fails or contradicts another
   * one, all of `work` runs again on the next RPC. So it must have no effects, or be safe to repeat.
   */
  onOneRpc<T>(work: (rpc: OneRpc) => Promise<T>): Promise<T>;
  /**
   * Runs optional `work` like `onOneRpc`, on an RPC that offers the method. An RPC that refuses the method is asked for
   * it again after ten minutes. An RPC that gives no usable answer in any round is asked again after half a minute.
   *
   * @returns null when no RPC gave an answer.
   */
  onOneOffering<T>(method: string, work: (rpc: OneRpc) => Promise<T>): Promise<T | null>;
  /** Runs `work` against every RPC once, in parallel, without retries. */
  onEachRpc<T>(
    work: (rpc: RpcSession) => Promise<T>,
    options?: AskEachOptions,
  ): Promise<readonly RpcAnswer<T>[]>;
  /** Asks every RPC once, in parallel, without retries. */
  requestFromEach<T>(
    method: string,
    params: readonly unknown[],
    decode: Decode<T>,
    options?: AskEachOptions,
  ): Promise<readonly RpcAnswer<T>[]>;
  health(): readonly RpcHealth[];
  /**
   * Compares all RPCs with each other and with a final block that we read. Quarantines those that lag, lie or serve
   * another chain, until they pass such a check. It costs one request for each RPC. A call does nothing when the next
   * check is not due yet, or while one is running. Never rejects.
   */
  checkHealth(known: KnownBlock | null): Promise<void>;
  /**
   * Quarantines an RPC that gave wrong information about the chain. This lasts some minutes (`omits`, `lies`) or half a
   * minute (`strays`). One that `lies` is not asked meanwhile, and the others only when no other RPC answers.
   *
   * @returns false when it was in this quarantine already.
   */
  quarantine(origin: string, reason: string, kind?: 'omits' | 'strays' | 'lies'): boolean;
  /** The same client without the RPCs of this origin. Requests to every RPC still include them. */
  without(origin: string): ChainClient;
  /** The same client. When the signal is aborted, its requests end with the signal's reason. */
  withSignal(signal: AbortSignal): ChainClient;
  /** Closes the connections once their requests are done. */
  close(): Promise<void>;
}

/** The used part of a pino logger. */
export interface ChainLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ChainClientOptions {
  readonly log?: ChainLog;
  /** Time-out of one HTTP request, from its start to the last byte of the answer. Default 10 000. */
  readonly timeoutMs?: number;
  /** How many times all RPCs are tried before `RpcUnavailableError`. Default 3. */
  readonly maxRounds?: number;
  /** The time between two comparisons of all RPCs by `checkHealth`. Default 10 000. */
  readonly healthIntervalMs?: number;
  /** An RPC is quarantined when its head stands still for this long while another RPC's moves. Default 120 000. */
  readonly stallsAfterMs?: number;
}

/** A block that we read. An RPC has to have the same hash at its number. */
export interface KnownBlock {
  readonly number: number;
  readonly hash: string;
}

/**
 * Why an RPC is quarantined.
 * - `wrong_chain`, `contradicts`: it answers for another chain or another branch. Its answers are never used.
 * - `lies`: it made something up, as most RPCs say: a payment, a time, a final block or what became of a transaction of
 *   ours. Its answers are never used.
 * - `strays`: it had another block than most RPCs, at a height where a block may still be replaced. For half a minute
 *   it is used only when no other RPC gives an answer.
 * - `lags`, `stalls`, `unserved_head`, `omits`: its answers are true but old, doubtful or incomplete. They are used
 *   only when no other RPC gives an answer.
 */
export type QuarantineKind =
  'wrong_chain' | 'contradicts' | 'lies' | 'strays' | 'lags' | 'stalls' | 'unserved_head' | 'omits';

export interface Quarantine {
  readonly kind: QuarantineKind;
  /** The reason in words, for the operator. */
  readonly reason: string;
}

export interface RpcHealth {
  /** Scheme, host and port of the RPC; its path and query may hold a key and are never shown. */
  readonly origin: string;
  /**
   * - `untried`: not asked yet, since the RPCs before it in the list have answered so far.
   * - `limited`: it refuses requests for now, because it was asked too often.
   * - `down`: its last answer was a fault.
   * - `quarantined`: it differs from the other RPCs or from what we read; see `reason`.
   */
  readonly status: 'untried' | 'up' | 'limited' | 'down' | 'quarantined';
  /** Why it is quarantined, in words; null when it is not. */
  readonly reason: string | null;
  /** Its head at the last comparison; null when it did not answer then. */
  readonly headNumber: number | null;
  /** How many blocks its head was behind the highest head of the chain's RPCs at the last comparison. */
  readonly behindBlocks: number | null;
  readonly consecutiveFailures: number;
  /** Its last failure. It stays when the RPC answers again. */
  readonly lastError: string | null;
  readonly lastErrorAtMs: number | null;
  readonly lastSuccessAtMs: number | null;
  readonly lastLatencyMs: number | null;
}

/** The blocks that one RPC names in a comparison of all RPCs. */
export interface RpcHeads {
  readonly head: { readonly number: number; readonly timestampMs: number };
  /** The hash of its block at the known block's number; null when it has none there, or was not asked. */
  readonly hashAtKnown: string | null;
}

/** The blocks that an RPC names, and what earlier requests to it have shown. */
export interface RpcObservation extends RpcHeads {
  /** False when it does not have the block that it calls its head. */
  readonly servesHead: boolean;
  /** How long, by our clock, earlier comparisons have found it too many blocks behind most RPCs. */
  readonly behindForMs: number;
  /** How long, by our clock, its head has not moved. */
  readonly stillForMs: number;
}
