import { request, type Dispatcher } from 'undici';
import {
  reactionTo,
  RpcAnswerError,
  RpcError,
  RpcFaultError,
  RpcLimitError,
  RpcTimeoutError,
  RpcTooLargeError,
  WrongChainError,
} from './rpc-errors.js';
import type { RpcCall } from './types.js';

export interface RpcEndpointOptions {
  readonly url: string;
  /** The EIP-155 chain id that it must answer for; null for any chain (development tools only). */
  readonly chainId: number | null;
  /** The time from the start of a request to the last byte of its answer. */
  readonly timeoutMs: number;
  readonly dispatcher: Dispatcher;
}

/** Shorter parts of a URL are words of its path (`v3`, `rpc`), not keys. */
const SECRET_MIN_LENGTH = 6;
/** Long: some providers use a whole paragraph to say which range they would answer. */
const MAX_MESSAGE_LENGTH = 600;

/**
 * One RPC server. It sends calls and returns their results, or throws `RpcError`, `RpcFaultError`, `RpcAnswerError`,
 * `RpcTooLargeError` or `WrongChainError`. It asks for the chain id before the first call, and again after each
 * failure. So the answers of another chain's node, behind a mistyped URL, are never used.
 */
export class RpcEndpoint {
  /** Scheme, host and port: the part of the URL that may be shown. */
  readonly origin: string;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #secrets: readonly string[];
  readonly #chainId: number | null;
  readonly #timeoutMs: number;
  readonly #dispatcher: Dispatcher;
  #chainVerified = false;
  #takesBatches = true;
  #lastId = 0;

  constructor(options: RpcEndpointOptions) {
    const url = new URL(options.url);
    this.origin = url.origin;
    this.#headers = requestHeaders(url);
    this.#secrets = secretsOf(url);
    url.username = '';
    url.password = '';
    this.#url = url.href;
    this.#chainId = options.chainId;
    this.#timeoutMs = options.timeoutMs;
    this.#dispatcher = options.dispatcher;
  }

  /** @returns one result for each call, in the order of the calls: all results or none. */
  async call(calls: readonly RpcCall[], signal?: AbortSignal): Promise<readonly unknown[]> {
    try {
      if (this.#chainId !== null && !this.#chainVerified) await this.#verifyChain(this.#chainId, signal);
      return calls.length === 1 ? await this.#sendEach(calls, signal) : await this.#sendBatch(calls, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof RpcError || error instanceof RpcTooLargeError)) this.#chainVerified = false;
      throw error;
    }
  }

  /** Has the chain id asked for again before the next call. */
  distrust(): void {
    this.#chainVerified = false;
  }

  /** Removes the keys in the RPC's URL from a text, and cuts it to a length for logs. */
  redact(text: string): string {
    const redacted = this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    return redacted.slice(0, MAX_MESSAGE_LENGTH);
  }

  async #verifyChain(expectedChainId: number, signal: AbortSignal | undefined): Promise<void> {
    const [answer] = await this.#sendEach([{ method: 'eth_chainId', params: [] }], signal);
    const actualChainId =
      typeof answer === 'string' && /^0x[0-9a-f]{1,13}$/i.test(answer) ? Number(answer) : null;
    if (actualChainId === null) throw new RpcAnswerError('eth_chainId was not answered with a number');
    if (actualChainId !== expectedChainId) throw new WrongChainError({ expectedChainId, actualChainId });
    this.#chainVerified = true;
  }

  async #sendEach(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<readonly unknown[]> {
    const results: unknown[] = [];
    for (const call of calls) {
      const id = ++this.#lastId;
      const answer = await this.#post({ jsonrpc: '2.0', id, ...call }, signal);
      if (!isAnswerTo(answer, id)) throw this.#notJsonRpc(answer);
      results.push(this.#resultOf(answer, call.method));
    }
    return results;
  }

  async #sendBatch(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<readonly unknown[]> {
    if (!this.#takesBatches) return this.#sendEach(calls, signal);
    const firstId = this.#lastId + 1;
    this.#lastId += calls.length;
    let answers: unknown;
    try {
      answers = await this.#post(
        calls.map((call, index) => ({ jsonrpc: '2.0', id: firstId + index, ...call })),
        signal,
      );
    } catch (error) {
      // The batch is too large; each call alone may not be.
      if (error instanceof RpcTooLargeError) return this.#sendEach(calls, signal);
      throw error;
    }
    if (!Array.isArray(answers)) {
      const refusal = this.#errorOf(answers, 'batch');
      if (refusal !== undefined && reactionTo(refusal) === 'fault') throw refusal;
      // Some providers refuse all batches. From now on this one gets each call alone.
      this.#takesBatches = false;
      return this.#sendEach(calls, signal);
    }
    return calls.map((call, index) => {
      const answer: unknown = answers.find((each) => isAnswerTo(each, firstId + index));
      if (!isAnswerTo(answer, firstId + index))
        throw new RpcAnswerError(`a batch was answered without its ${call.method}`);
      return this.#resultOf(answer, call.method);
    });
  }

  #resultOf(answer: JsonRpcAnswer, method: string): unknown {
    const refusal = this.#errorOf(answer, method);
    if (refusal !== undefined) throw refusal;
    if (answer.result === undefined)
      throw new RpcAnswerError(`${method} was answered with neither result nor error`);
    return answer.result;
  }

  #errorOf(answer: unknown, method: string): RpcError | undefined {
    const error = (answer as { error?: unknown } | null)?.error;
    if (typeof error !== 'object' || error === null) return undefined;
    const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
    return new RpcError(method, {
      code: typeof code === 'number' ? code : 0,
      message: this.redact(typeof message === 'string' ? message : 'no message'),
      detail: data == null ? null : this.redact(typeof data === 'string' ? data : JSON.stringify(data)),
    });
  }

  #notJsonRpc(answer: unknown): Error {
    return new RpcAnswerError(`not a JSON-RPC answer: ${this.redact(JSON.stringify(answer)).slice(0, 80)}`);
  }

  async #post(body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    let statusCode: number;
    let retryAfter: string | string[] | undefined;
    let text: string;
    try {
      const response = await request(this.#url, {
        method: 'POST',
        headers: this.#headers,
        body: JSON.stringify(body),
        dispatcher: this.#dispatcher,
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      });
      statusCode = response.statusCode;
      retryAfter = response.headers['retry-after'];
      text = await response.body.text();
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.aborted) throw new RpcTimeoutError(`no answer within ${this.#timeoutMs} ms`);
      if ((error as NodeJS.ErrnoException).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
        throw new RpcTooLargeError('the answer is larger than this client takes');
      }
      throw new RpcFaultError(this.redact(describe(error)));
    }
    const answer = parseJson(text);
    if (statusCode === 413 && answer === undefined) throw new RpcTooLargeError('HTTP 413: too large');
    if (statusCode === 429) throw new RpcLimitError('HTTP 429: asked too often', retryAfterMs(retryAfter));
    // Other HTTP errors may carry a JSON-RPC error that says more.
    const isNoRpcAnswer = [401, 402, 403, 407, 408].includes(statusCode) || statusCode >= 502;
    if (isNoRpcAnswer || (statusCode !== 200 && answer === undefined))
      throw new RpcFaultError(`HTTP ${statusCode}`);
    if (answer === undefined) throw new RpcFaultError('answered something that is not JSON');
    return answer;
  }
}

interface JsonRpcAnswer {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Returns whether this is the answer to the call. An error about the whole request may come without an id. */
function isAnswerTo(answer: unknown, id: number): answer is JsonRpcAnswer {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false;
  const { id: answeredId, error } = answer as { id?: unknown; error?: unknown };
  const isErrorForAll =
    (answeredId === null || answeredId === undefined) && typeof error === 'object' && error !== null;
  return answeredId === id || isErrorForAll;
}

/** Reads `Retry-After` (RFC 9110 §10.2.3): seconds, or a date. */
function retryAfterMs(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  const delayMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(delayMs) ? null : Math.max(0, delayMs);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requestHeaders(url: URL): Record<string, string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  if (url.username === '' && url.password === '') return headers;
  const credentials = `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
  return { ...headers, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function secretsOf(url: URL): readonly string[] {
  const parts = [...url.pathname.split('/'), ...url.searchParams.values(), url.username, url.password];
  const spellings = new Set(parts.flatMap((part) => [part, percentDecoded(part)]));
  return [...spellings]
    .filter((part) => part.length >= SECRET_MIN_LENGTH)
    .sort((a, b) => b.length - a.length);
}

function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Describes a failed request. undici wraps the socket's error, whose code (`ECONNREFUSED`) says most. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code =
    (error as NodeJS.ErrnoException).code ?? (error.cause as NodeJS.ErrnoException | undefined)?.code;
  const message = error.message === '' ? error.name : error.message;
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
