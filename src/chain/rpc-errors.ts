/** A JSON-RPC error that an RPC answered with: the call was understood, and refused. */
export class RpcError extends Error {
  /** JSON-RPC 2.0 §5.1 and EIP-1474 codes; geth and anvil answer most refusals with −32000 to −32003. */
  readonly code: number;
  readonly method: string;

  constructor(method: string, { code, message }: { code: number; message: string }) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.method = method;
  }
}

/** The RPC failed as a server: no connection, no answer in time, an HTTP error, not JSON. */
export class RpcFaultError extends Error {
  override readonly name = 'RpcFaultError';
}

/** The RPC answered something that can't be true: malformed, out of range or contradicting what it said before. */
export class RpcAnswerError extends Error {
  override readonly name = 'RpcAnswerError';
}

/** The RPC does not know what it was asked for (yet, or any more). Another one may. */
export class RpcMissingError extends Error {
  override readonly name: string = 'RpcMissingError';
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
 * - `final`: an answer like any other; asking elsewhere would not change it.
 * - `elsewhere`: this RPC does not have it or can't do it; others may. No fault, and not worth repeating here.
 * - `later`: this RPC seems to lag behind; others may have it, and it too in a moment. No fault.
 * - `fault`: this RPC is not to be relied upon now; others first, then it again.
 */
export type Reaction = 'final' | 'elsewhere' | 'later' | 'fault';

export function reactionTo(error: unknown): Reaction {
  if (error instanceof RpcFaultError || error instanceof RpcAnswerError || error instanceof WrongChainError) {
    return 'fault';
  }
  if (error instanceof RpcMissingError) return 'elsewhere';
  if (error instanceof RpcError) return reactionToRpcError(error);
  return 'final';
}

const FAULT_CODES: ReadonlySet<number> = new Set([
  -32700, // parse error: what we send is JSON, so it was damaged on its way
  -32603, // internal error
  -32005, // limit exceeded (EIP-1474)
  -32002, // resource unavailable (EIP-1474)
  429, // providers that repeat the HTTP status in the body
]);
const UNSUPPORTED_CODES: ReadonlySet<number> = new Set([
  -32601, // method not found
  -32004, // method not supported (EIP-1474)
]);

/** Nodes answer most of these with −32000, so that only the words tell them apart. */
const FAULT_WORDS =
  /rate.?limit|too many requests|limit exceeded|capacity|overloaded|server busy|service unavailable|temporar|timed? ?out|deadline exceeded|context canceled|syncing|unauthori[sz]ed|invalid api key/i;
const UNSUPPORTED_WORDS = /method .*(not (found|supported|available|allowed)|does not exist|disabled)/i;
/** A block this RPC does not have (yet), or whose state it has dropped. */
const LAGGING_WORDS =
  /header not found|unknown block|(?<!finalized |safe )block not found|missing trie node|state (is )?(not|un)available/i;

/** The call was run and failed in the machine: an answer, which anvil numbers as an internal error all the same. */
const MACHINE_WORDS = /^EVM error \w+$|invalid opcode|stack (under|over)flow|invalid jump/i;

function reactionToRpcError(error: RpcError): Reaction {
  if (MACHINE_WORDS.test(error.message)) return 'final';
  if (UNSUPPORTED_CODES.has(error.code) || UNSUPPORTED_WORDS.test(error.message)) return 'elsewhere';
  if (LAGGING_WORDS.test(error.message)) return 'later';
  if (FAULT_CODES.has(error.code) || FAULT_WORDS.test(error.message)) return 'fault';
  return 'final';
}

/** True when no RPC offers the method at all, so that another way has to be taken. */
export function isUnsupportedMethod(error: unknown): boolean {
  return error instanceof RpcError && reactionToRpcError(error) === 'elsewhere';
}

/** True when the RPC has no such block: a reorganisation removed it, or the RPC lags behind. */
export function isUnknownBlock(error: unknown): boolean {
  return error instanceof RpcError && reactionToRpcError(error) === 'later';
}
