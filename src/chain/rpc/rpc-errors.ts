/** A JSON-RPC error that an RPC answered with: the call was understood, and refused. */
export class RpcError extends Error {
  /** JSON-RPC 2.0 §5.1 and EIP-1474 codes; geth and anvil answer most refusals with −32000 to −32003. */
  readonly code: number;
  readonly method: string;
  /** What some providers say in the error's `data` instead of in its message, as text; null without. */
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
  /** What its `Retry-After` says, in ms; null without. */
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

/** The answer would be larger than the RPC (HTTP 413) or this client takes. Less has to be asked for at once. */
export class RpcTooLargeError extends Error {
  override readonly name = 'RpcTooLargeError';
}

/** The RPC answered something that can't be true: malformed, out of range or contradicting what it said before. */
export class RpcAnswerError extends Error {
  override readonly name = 'RpcAnswerError';
}

/** The RPC does not know what it was asked for (yet, or any more). Another one may. */
export class RpcMissingError extends Error {
  override readonly name: string = 'RpcMissingError';
}

/** The RPC lags behind what others have read, or its chain was reorganised meanwhile. It may have it in a moment. */
export class RpcBehindError extends RpcMissingError {
  override readonly name = 'RpcBehindError';
}

/** The RPC serves another chain than the configuration says. */
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

/** No RPC of the chain gave a usable answer, in any of the rounds. What was asked may or may not have been done. */
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
 * - `final`: an answer like any other; asking elsewhere would not change it, or would do something twice.
 * - `elsewhere`: this RPC does not have it, can't do it or refuses it in words of its own; others may do it. No fault, and
 *   not worth repeating here.
 * - `later`: this RPC seems to lag behind; others may have it, and it too in a moment. No fault.
 * - `fault`: this RPC is not to be relied upon now; others first, then it again.
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
  -32700, // parse error: what we send is JSON, so it was damaged on its way
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

/** Nodes answer most of these with −32000, so that only the words tell them apart. */
const FAULT_WORDS =
  /rate.?limit|too many requests|limit (exceeded|reached)|request count|compute units|throttle|quota|capacity|overloaded|server busy|service unavailable|temporar|timed? ?out|deadline exceeded|context canceled|syncing|unauthori[sz]ed|invalid api key/i;
const UNSUPPORTED_WORDS = /method .*(not (found|supported|available|allowed)|does not exist|disabled)/i;
/** A block this RPC does not have (yet), or whose state it has dropped. */
const LAGGING_WORDS =
  /header not found|unknown block|(?<!finalized |safe )block not found|missing trie node|state (is )?(not|un)available|beyond (the )?current head/i;

/** The call was run and failed in the machine: an answer, which anvil numbers as an internal error all the same. */
const MACHINE_WORDS = /^EVM error \w+$|invalid opcode|stack (under|over)flow|invalid jump/i;
/** The same, as most nodes say it of a call that ends by REVERT. */
const REVERT_CODE = 3;
const REVERT_WORDS = /revert/i;

/** What does something: what one RPC says to that is not undone by asking another. */
const SENDING_METHODS: ReadonlySet<string> = new Set(['eth_sendRawTransaction']);

function reactionToRpcError(error: RpcError): Reaction {
  // First: the words that a contract reverts with are its own, and anybody can write one that "is asked too often".
  if (MACHINE_WORDS.test(error.message) || isReverted(error)) return 'final';
  if (isUnsupported(error) || saysRangeTooWide(error)) return 'elsewhere';
  if (LAGGING_WORDS.test(error.message) || saysOnlyLimit(error)) return 'later';
  if (FAULT_CODES.has(error.code) || FAULT_WORDS.test(error.message)) return 'fault';
  if (SENDING_METHODS.has(error.method)) return 'final';
  // One alone that refuses to be read from, whatever it says, must not keep the others from being asked.
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

/** True when the RPC works and refuses because it was asked too often: it is left alone for a while. */
export function isRateLimit(error: unknown): boolean {
  if (error instanceof RpcLimitError) return true;
  if (!(error instanceof RpcError) || reactionToRpcError(error) !== 'fault') return false;
  return LIMIT_CODES.has(error.code) || LIMIT_WORDS.test(error.message);
}

/** True when no RPC offers the method at all, so that another way has to be taken. */
export function isUnsupportedMethod(error: unknown): boolean {
  return error instanceof RpcError && !MACHINE_WORDS.test(error.message) && isUnsupported(error);
}

/** True when the RPC has no such block: a reorganisation removed it, or the RPC lags behind. */
export function isUnknownBlock(error: unknown): boolean {
  return error instanceof RpcError && LAGGING_WORDS.test(error.message);
}

/**
 * What nodes and providers call a range of `eth_getLogs` that is too wide, or finds too much. Their codes don't help:
 * −32005 is Infura's for this and for its rate limit, −32602 Alchemy's for this and for nonsense.
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
/** Words of the same provider for something else, that a narrower range doesn't help against. */
const NOT_RANGE_WORDS =
  /per second|per minute|per day|compute units|rate.?limit|request count|too many requests|invalid block range|beyond (the )?current head|archive/i;

const RANGE_METHODS: ReadonlySet<string> = new Set(['eth_getLogs', 'batch']);

function saysRangeTooWide(error: RpcError): boolean {
  const words = `${error.message} ${error.detail ?? ''}`;
  return RANGE_METHODS.has(error.method) && RANGE_WORDS.test(words) && !NOT_RANGE_WORDS.test(words);
}

/** BSC's public nodes say no more than this, of a range and of a rate: both are tried, patience first. */
function saysOnlyLimit(error: RpcError): boolean {
  return error.method === 'eth_getLogs' && /^(\w+ )?limit exceeded\.?$/i.test(error.message);
}

/**
 * True when `eth_getLogs` was asked for more blocks at once than any RPC of the chain gives, or than all of them
 * answer in time. A narrower range is to be tried; of one block, that is the RPC's last word.
 */
export function isRangeTooWide(error: unknown): boolean {
  if (error instanceof RpcTooLargeError) return true;
  if (error instanceof RpcUnavailableError) {
    return error.failures.length > 0 && error.failures.every(({ timedOut }) => timedOut);
  }
  return error instanceof RpcError && (saysRangeTooWide(error) || saysOnlyLimit(error));
}

const COUNT = String.raw`(\d{1,3}(?:,\d{3})+|\d+)(k)?\b`;
/** How many blocks would be taken, as the usual providers say it. Never how many logs. */
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
 * How many blocks the RPC says it would answer for; null when it doesn't say. It is advice: some nodes suggest the very
 * range that they refused, so that whoever asks again asks for less than before in any case.
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
