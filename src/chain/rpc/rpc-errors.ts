/** A JSON-RPC error in an RPC's answer: the RPC understood the call and refused it. */
export class RpcError extends Error {
  /** A code of JSON-RPC 2.0 §5.1 or EIP-1474. geth and anvil answer most refusals with −32000 to −32003. */
  readonly code: number;
  readonly method: string;
  /** The error's `data` as text, which some providers use instead of the message; null when there is none. */
  readonly detail: string | null;

  constructor(
    method: string,
    { code, message, detail = null }: { code: number; message: string; detail?: string | null },
  ) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.method = method;
    this.detail = detail;
  }
}

/** The RPC failed as a server: no connection, an HTTP error, not JSON. */
export class RpcFaultError extends Error {
  override readonly name: string = 'RpcFaultError';
}

/** The RPC was asked more often than it allows. */
export class RpcLimitError extends RpcFaultError {
  override readonly name = 'RpcLimitError';
  /** The delay of its `Retry-After` header in ms; null when there is none. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The RPC gave no answer in time. */
export class RpcTimeoutError extends RpcFaultError {
  override readonly name = 'RpcTimeoutError';
}

/** The request or its answer is too large for the RPC (HTTP 413) or for this client. Ask for less at once. */
export class RpcTooLargeError extends Error {
  override readonly name = 'RpcTooLargeError';
}

/** The RPC's answer can't be true: it is malformed, out of range, or contradicts an earlier answer. */
export class RpcAnswerError extends Error {
  override readonly name = 'RpcAnswerError';
}

/** The RPC does not have the requested data: not yet, or no longer. Another RPC may have it. */
export class RpcMissingError extends Error {
  override readonly name: string = 'RpcMissingError';
}

/** The RPC lags behind the others, or its chain was reorganised meanwhile. It may have the data in a moment. */
export class RpcBehindError extends RpcMissingError {
  override readonly name = 'RpcBehindError';
}

/** The RPC serves another chain than the configured one. */
export class WrongChainError extends Error {
  readonly expectedChainId: number;
  readonly actualChainId: number;

  constructor({ expectedChainId, actualChainId }: { expectedChainId: number; actualChainId: number }) {
    super(`answers for chain id ${actualChainId}, not ${expectedChainId}`);
    this.name = 'WrongChainError';
    this.expectedChainId = expectedChainId;
    this.actualChainId = actualChainId;
  }
}

export interface RpcFailure {
  /** Scheme, host and port of the RPC: never its path or query, which may hold an API key. */
  readonly origin: string;
  readonly message: string;
  readonly timedOut: boolean;
}

/** No RPC of the chain gave a usable answer in any round. A requested action may or may not have been done. */
export class RpcUnavailableError extends Error {
  readonly failures: readonly RpcFailure[];

  constructor({ chainCode, failures }: { chainCode: string; failures: readonly RpcFailure[] }) {
    const reasons = failures.map((failure) => `${failure.origin}: ${failure.message}`).join('; ');
    super(
      `No RPC of chain "${chainCode}" gave a usable answer (${reasons}). ` +
        'Check that they are up, or add another to its rpcUrls in CHAINS_FILE.',
    );
    this.name = 'RpcUnavailableError';
    this.failures = failures;
  }
}

/**
 * What a failed attempt means for the next one.
 * - `final`: the error is the answer. Asking another RPC would not change it, or would do something twice.
 * - `elsewhere`: this RPC does not have the data, can't run the call, or refuses it. Another RPC may answer. It is no
 *   fault, and a retry on this RPC is useless.
 * - `later`: this RPC seems to lag behind. Another RPC may have the data, and so may this one in a moment. It is no
 *   fault.
 * - `fault`: this RPC is unreliable now. The other RPCs are asked first, and then this one again.
 */
export type Reaction = 'final' | 'elsewhere' | 'later' | 'fault';

export function reactionTo(error: unknown): Reaction {
  if (error instanceof RpcFaultError || error instanceof RpcAnswerError || error instanceof WrongChainError) {
    return 'fault';
  }
  if (error instanceof RpcMissingError || error instanceof RpcTooLargeError) return 'elsewhere';
  if (error instanceof RpcError) return reactionToRpcError(error);
  return 'final';
}

const FAULT_CODES: ReadonlySet<number> = new Set([
  -32700, // parse error: we sent valid JSON, so it was damaged on its way
  -32603, // internal error
  -32005, // limit exceeded (EIP-1474)
  -32002, // resource unavailable (EIP-1474)
  -32090, // too many requests, of several providers
  -32016,
  -32007,
  -32029,
  429, // providers that repeat the HTTP status in the body
]);
const UNSUPPORTED_CODES: ReadonlySet<number> = new Set([
  -32601, // method not found
  -32004, // method not supported (EIP-1474)
]);

/** Nodes answer most of these with −32000, so only the words distinguish them. */
const FAULT_WORDS =
  /rate.?limit|too many requests|limit (exceeded|reached)|request count|compute units|throttle|quota|capacity|overloaded|server busy|service unavailable|temporar|timed? ?out|deadline exceeded|context canceled|syncing|unauthori[sz]ed|invalid api key/i;
const UNSUPPORTED_WORDS = /method .*(not (found|supported|available|allowed)|does not exist|disabled)/i;
/** Words for a block that this RPC does not have (yet), or whose state it has dropped. */
const LAGGING_WORDS = new RegExp(
  [
    'header not found|missing trie node|unknown block|(?<!finalized |safe )block not found|beyond (the )?current head',
    'state .{0,90}?(not |un)available|state unavailable', // geth, Erigon, Besu: of a block, a root, or nothing named
    'no state (available|found)|state .{0,90}?pruned', // Nethermind, reth
    '(cannot|could not|can.t) find (the )?(block|header)', // Nethermind, Erigon
  ].join('|'),
  'i',
);

/** The call ran and failed in the EVM. That is an answer, though anvil gives it the code of an internal error. */
const MACHINE_WORDS = /^EVM error \w+$|invalid opcode|stack (under|over)flow|invalid jump/i;
/** The code of most nodes for a call that ran and ended by REVERT. */
const REVERT_CODE = 3;
const REVERT_WORDS = /revert/i;

/** The methods that change something. When one RPC refuses such a call, asking another one does not undo it. */
const SENDING_METHODS: ReadonlySet<string> = new Set(['eth_sendRawTransaction']);

function reactionToRpcError(error: RpcError): Reaction {
  // Checked first. The author of a contract chooses the words of its reverts, and may write that it "is asked too
  // often".
  if (MACHINE_WORDS.test(error.message) || isReverted(error)) return 'final';
  if (isUnsupported(error) || saysRangeTooWide(error)) return 'elsewhere';
  if (LAGGING_WORDS.test(error.message) || saysOnlyLimit(error)) return 'later';
  if (FAULT_CODES.has(error.code) || FAULT_WORDS.test(error.message)) return 'fault';
  if (SENDING_METHODS.has(error.method)) return 'final';
  // An RPC that refuses to be read, in whatever words, must not keep the other RPCs from being asked.
  return 'elsewhere';
}

function isReverted({ code, message }: RpcError): boolean {
  return code === REVERT_CODE || REVERT_WORDS.test(message);
}

function isUnsupported(error: RpcError): boolean {
  return UNSUPPORTED_CODES.has(error.code) || UNSUPPORTED_WORDS.test(error.message);
}

/** Codes of providers for "too often": EIP-1474, Ankr, Base, QuickNode, OnFinality, the HTTP status in the body. */
const LIMIT_CODES: ReadonlySet<number> = new Set([-32005, -32090, -32016, -32007, -32029, 429]);
const LIMIT_WORDS =
  /rate.?limit|too many requests|limit (exceeded|reached)|request count|per second|compute units|throttle|quota/i;

/** True when the RPC works, but refuses because it was asked too often. Then it gets no requests for a while. */
export function isRateLimit(error: unknown): boolean {
  if (error instanceof RpcLimitError) return true;
  if (!(error instanceof RpcError) || reactionToRpcError(error) !== 'fault') return false;
  return LIMIT_CODES.has(error.code) || LIMIT_WORDS.test(error.message);
}

/** True when no RPC offers the method, so that another method is needed. */
export function isUnsupportedMethod(error: unknown): boolean {
  return error instanceof RpcError && !MACHINE_WORDS.test(error.message) && isUnsupported(error);
}

/** True when the RPC has no such block: a reorganisation removed it, or the RPC lags behind. */
export function isUnknownBlock(error: unknown): boolean {
  return error instanceof RpcError && LAGGING_WORDS.test(error.message);
}

/**
 * The words of nodes and providers for an `eth_getLogs` range that is too wide or finds too many logs. Their codes
 * don't help: Infura uses −32005 for this and for its rate limit, Alchemy −32602 for this and for invalid parameters.
 */
const RANGE_WORDS = new RegExp(
  [
    'block.?range', // Alchemy, Ankr, BlastAPI, BlockPI, Chainstack, Cloudflare, publicnode, reth: its limit, too wide, …
    '(range|distance|blocks).*(too (large|wide|big|many)|exceed|bigger|greater|not supported)', // Besu, dRPC, Infura, Tenderly
    'exceeds?.*range|max(imum)? range|ranges over|blocks distance',
    'limited to (an? |0 ?- ?)?[\\d,]+ (blocks?|range)|at most [\\d,]+ blocks|requested blocks', // QuickNode, 1RPC, Coinbase, thirdweb
    'too many (blocks|logs|results|events)', // Avalanche, Nethermind
    'more than [\\d,]+ (results|logs)|exceeds? max(imum)? results|logs? matched by query exceeds', // geth, Infura, reth, Arbitrum
    'response( size)?( is| was)? (too (large|big)|exceeded|larger|should not)|size limit exceeded', // Alchemy, proxyd, erigon
    'query time(d )?.?out|consider reducing|reduce the (block )?range|must be smaller than size', // geth, Alchemy, Harmony
  ].join('|'),
  'i',
);
/** Similar words of the same providers for other refusals, against which a narrower range does not help. */
const NOT_RANGE_WORDS =
  /per second|per minute|per day|compute units|rate.?limit|request count|too many requests|invalid block range|beyond (the )?current head|archive/i;

const RANGE_METHODS: ReadonlySet<string> = new Set(['eth_getLogs', 'batch']);

function saysRangeTooWide(error: RpcError): boolean {
  const words = `${error.message} ${error.detail ?? ''}`;
  return RANGE_METHODS.has(error.method) && RANGE_WORDS.test(words) && !NOT_RANGE_WORDS.test(words);
}

/**
 * True when the message is only "limit exceeded". BSC's public nodes say this both of a range and of a rate. So waiting
 * is tried first, and then a narrower range.
 */
function saysOnlyLimit(error: RpcError): boolean {
  return error.method === 'eth_getLogs' && /^(\w+ )?limit exceeded\.?$/i.test(error.message);
}

/**
 * True when `eth_getLogs` was asked for more blocks at once than any RPC of the chain allows, or when all of them timed
 * out. Then the caller tries a narrower range. When the range was a single block, the refusal is final.
 */
export function isRangeTooWide(error: unknown): boolean {
  if (error instanceof RpcTooLargeError) return true;
  if (error instanceof RpcUnavailableError) {
    return error.failures.length > 0 && error.failures.every(({ timedOut }) => timedOut);
  }
  return error instanceof RpcError && (saysRangeTooWide(error) || saysOnlyLimit(error));
}

const COUNT = String.raw`(\d{1,3}(?:,\d{3})+|\d+)(k)?\b`;
/** The usual providers' words for the number of blocks that they allow. They never match a number of logs. */
const COUNT_WORDS: readonly RegExp[] = [
  `up to an? ${COUNT}`, // Alchemy, in all its plans
  `limited to (?:an? |0 ?- ?)?${COUNT}`, // QuickNode, 1RPC, BlockPI
  `max(?:imum)?(?: allowed)?(?: block)? range(?: limit)?(?: is| of|:| =)? ?${COUNT}`, // publicnode, reth, Cloudflare
  `range(?: \\d+)? (?:is bigger than range limit|exceeds limit of) ${COUNT}`, // Tenderly, Infura
  `ranges over ${COUNT}`, // dRPC
  `range allowed for your plan \\(\\d+ > ${COUNT}`, // BlastAPI
  `max(?:imum)?(?: allowed)?(?: number of requested blocks)? (?:is |is set to )?${COUNT}`, // Avalanche, thirdweb, Moonbeam
  `blocks? (?:distance|range): ${COUNT}`, // Cronos
  `(?:at most|not exceed|smaller than size) ${COUNT}`, // Coinbase, Harmony
].map((words) => new RegExp(words, 'i'));

const MAX_SUGGESTED_BLOCKS = 1_000_000;

/**
 * The number of blocks that the RPC says it would answer for; null when it names none. It is only advice: some nodes
 * suggest the very range that they refused. So the caller has to ask for fewer blocks than before in any case.
 */
export function suggestedBlocks(error: unknown): number | null {
  if (!(error instanceof RpcError) || !saysRangeTooWide(error)) return null;
  const words = `${error.message} ${error.detail ?? ''}`;
  const blocks = suggestedSpan(words) ?? suggestedCount(words);
  return blocks !== null && blocks >= 1 && blocks <= MAX_SUGGESTED_BLOCKS ? blocks : null;
}

/** "this block range should work: [0x1, 0x7d0]" (Alchemy, Infura); "retry with the range 1-2000" (reth). */
function suggestedSpan(words: string): number | null {
  const found =
    /\[\s*(0x[0-9a-f]+)\s*,\s*(0x[0-9a-f]+)\s*\]/i.exec(words) ??
    /with the range (\d+)\s*-\s*(\d+)/i.exec(words);
  return found === null ? null : Number(found[2]) - Number(found[1]) + 1;
}

function suggestedCount(words: string): number | null {
  for (const pattern of COUNT_WORDS) {
    const [, digits, thousands] = pattern.exec(words) ?? [];
    if (digits !== undefined) {
      return Number(digits.replaceAll(',', '')) * (thousands === undefined ? 1 : 1_000);
    }
  }
  return null;
}
