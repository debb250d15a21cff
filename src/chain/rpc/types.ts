export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Checks one result and gives it its type; throws `RpcAnswerError` or `RpcMissingError`. See decode.ts. */
export type Decode<T> = (result: unknown, index: number) => T;

/** What can be asked of one RPC, or of all of a chain's in turn. */
export interface RpcSession {
  /**
   * @throws RpcError when the call was refused, RpcUnavailableError when no RPC gave a usable answer (through a
   * client), RpcMissingError when `decode` found nothing at any.
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  request<T>(method: string, params: readonly unknown[], decode: Decode<T>): Promise<T>;
  /**
   * All results in order, or the first error, sent in bounded pieces.
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

/** `aside`: the RPC is put aside, so that its answer says nothing about the chain. */
export type RpcAnswer<T> =
  | { readonly ok: true; readonly origin: string; readonly aside: boolean; readonly value: T }
  | { readonly ok: false; readonly origin: string; readonly aside: boolean; readonly error: unknown };

export interface AskEachOptions {
  /**
   * Passes over those that did not answer in time when they were last asked, which would hold up all the others; they
   * count as away until `checkHealth`, or a turn of theirs, has an answer of them.
   */
  readonly withoutHanging?: boolean;
}

/** The RPCs of one chain as one: the first that is well is asked, the next ones when it fails. */
export interface ChainClient extends RpcSession {
  readonly chainCode: string;
  /**
   * Runs `work` against a single RPC, so that its answers belong together. When one of them fails or contradicts
   * another, the whole of it runs again on the next RPC: it must be free of effects, or safe to repeat.
   */
  onOneRpc<T>(work: (rpc: OneRpc) => Promise<T>): Promise<T>;
  /**
   * The same for what can be done without, on an RPC that offers the method. One that refuses it is asked for it again
   * after ten minutes; one that gives no usable answer in any round, after half a minute.
   *
   * @returns null when no RPC gave an answer.
   */
  onOneOffering<T>(method: string, work: (rpc: OneRpc) => Promise<T>): Promise<T | null>;
  /** Runs `work` against every RPC once, side by side, without retries. */
  onEachRpc<T>(
    work: (rpc: RpcSession) => Promise<T>,
    options?: AskEachOptions,
  ): Promise<readonly RpcAnswer<T>[]>;
  /** Asks every RPC once, side by side, without retries. */
  requestFromEach<T>(
    method: string,
    params: readonly unknown[],
    decode: Decode<T>,
    options?: AskEachOptions,
  ): Promise<readonly RpcAnswer<T>[]>;
  health(): readonly RpcHealth[];
  /**
   * Compares all RPCs with each other and with a block that we read and that is final, and puts aside those that lag,
   * lie or serve another chain until they pass such a check. One request each; a call before the next check is due, or
   * while one runs, does nothing. Never rejects.
   */
  checkHealth(known: KnownBlock | null): Promise<void>;
  /**
   * Puts an RPC aside that was found to tell falsely what is in the chain: it is asked when no other answers, for some
   * minutes (`omits`) or for half a minute (`strays`).
   *
   * @returns false when it was already.
   */
  quarantine(origin: string, reason: string, kind?: 'omits' | 'strays'): boolean;
  /** The same client, which asks any RPC but those of this origin, except where all are asked. */
  without(origin: string): ChainClient;
  /** The same client, whose requests end with the signal's reason when it is aborted. */
  withSignal(signal: AbortSignal): ChainClient;
  /** Closes the connections once their requests are done. */
  close(): Promise<void>;
}

/** What of a pino logger is used. */
export interface ChainLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ChainClientOptions {
  readonly log?: ChainLog;
  /** For one HTTP request, from its start to its last byte. Default 10 000. */
  readonly timeoutMs?: number;
  /** How often the list of RPCs is gone through before `RpcUnavailableError`. Default 3. */
  readonly maxRounds?: number;
  /** Between two comparisons of all RPCs by `checkHealth`. Default 10 000. */
  readonly healthIntervalMs?: number;
  /** How long a head has to stand still before its RPC is put aside for another's that moves. Default 120 000. */
  readonly restsAfterMs?: number;
}

/** A block by its number, as we read it: what an RPC has to agree with. */
export interface KnownBlock {
  readonly number: number;
  readonly hash: string;
}

/**
 * Why an RPC is not asked in its turn.
 * - `wrong_chain`, `contradicts`: its answers are of another chain or another branch, and never used.
 * - `strays`: what may still be replaced was on another branch of it than of most: for half a minute it is used when no
 *   other RPC gives an answer.
 * - `lags`, `rests`, `unserved_head`, `omits`: its answers are true but old, doubtful, or not whole, and used when no
 *   other RPC gives any.
 */
export type QuarantineKind =
  'wrong_chain' | 'contradicts' | 'strays' | 'lags' | 'rests' | 'unserved_head' | 'omits';

export interface Quarantine {
  readonly kind: QuarantineKind;
  /** For the operator. */
  readonly reason: string;
}

export interface RpcHealth {
  /** Scheme, host and port of the RPC; its path and query may hold a key and are never shown. */
  readonly origin: string;
  /**
   * - `untried`: the RPCs before it in the list have answered so far.
   * - `limited`: it refuses for now because it was asked too often.
   * - `down`: its last answer was a fault.
   * - `aside`: compared with the others and with what we read, it is not to be relied upon; see `reason`.
   */
  readonly status: 'untried' | 'up' | 'limited' | 'down' | 'aside';
  /** Why it is aside, in words; null when it is not. */
  readonly reason: string | null;
  /** At the last comparison; null when it did not answer then. */
  readonly headNumber: number | null;
  /** How many blocks its head was behind the best of the chain's RPCs then. */
  readonly behindBlocks: number | null;
  readonly consecutiveFailures: number;
  readonly lastError: string | null;
  readonly lastSuccessAtMs: number | null;
  readonly lastLatencyMs: number | null;
}

/** What one RPC answers of its blocks when all are compared. */
export interface RpcHeads {
  readonly head: { readonly number: number; readonly timestampMs: number };
  /** Its block at the known block's number; null when it has none there, or was not asked. */
  readonly hashAtKnown: string | null;
}

/** The same, with what is known of it besides. */
export interface RpcObservation extends RpcHeads {
  /** False: it does not have the block that it calls its head. */
  readonly servesHead: boolean;
  /** For how long, by our clock, earlier comparisons have found it too many blocks behind most RPCs. */
  readonly behindForMs: number;
  /** For how long, by our clock, its head has not moved. */
  readonly stillForMs: number;
}
