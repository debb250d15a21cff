import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { Socket } from 'node:net';

import {
  AnswerTooLongError,
  describeError,
  describeStatus,
  describeTimeout,
  type AttemptStep,
  type ErrorClass,
} from './judge-response.js';
import { findAllowedAddresses, parseWebhookUrl, type WebhookUrlPolicy } from './guard-url.js';
import { openConnection } from './open-connection.js';
import { keptHeaders, readBody } from './read-response.js';
import { resolveHost, type ResolveHost } from './resolve-host.js';

export type { ErrorClass } from './judge-response.js';

const HEADER_BYTES_MAX = 64 * 1024;
/** How many bytes of an answer are read: more than the limits of its head and body need. */
const ANSWER_BYTES_MAX = 512 * 1024;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export interface SendWebhookOptions {
  readonly url: string;
  /** Sent as it is: the bytes that were signed. */
  readonly body: Uint8Array | string;
  /** The headers that sign it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: WebhookUrlPolicy;
  /** Time limit from the name look-up to the answer's status. Reading the answer's body ends then too. */
  readonly timeoutMs: number;
  /**
   * Aborted at shutdown. If no status has come by then, sendWebhook rejects with this signal's reason: the result of
   * the attempt is not known.
   */
  readonly signal?: AbortSignal;
  /** Epoch ms. */
  readonly now?: () => number;
  readonly resolve?: ResolveHost;
  /** PEM of the authorities to trust instead of the well-known ones. */
  readonly ca?: string;
}

/** The result of one attempt, as it is kept. All of it may be shown to the merchant. */
export interface AttemptResult {
  /** Epoch ms. */
  readonly startedAt: number;
  /** Time until the answer's status, or until the failure. */
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** Null for a 2xx: that is a success, even if its body can't be read. */
  readonly errorClass: ErrorClass | null;
  /** What went wrong and what to do. It names no address. */
  readonly errorMessage: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The first 16 KiB, decompressed, as text. */
  readonly responseBody: string | null;
}

/** How far an attempt has come. */
interface Progress {
  step: AttemptStep;
  timedOut: boolean;
}

/**
 * Makes one attempt: one POST over a connection of its own, which is closed when this returns. The connection goes only
 * to the addresses that were checked. Redirects are not followed, and no proxy is used. Resolves whatever the receiver
 * does. Rejects only when `signal` is aborted, and for our own bugs.
 */
export async function sendWebhook(options: SendWebhookOptions): Promise<AttemptResult> {
  const { timeoutMs, signal, now = Date.now } = options;
  const startedAt = now();
  const startMs = performance.now();
  const requestHeaders = {
    'Content-Type': 'application/json',
    'User-Agent': `Quittance/${version}`,
    ...options.headers,
  };
  const elapsed = () => ({ startedAt, durationMs: Math.round(performance.now() - startMs), requestHeaders });
  const progress: Progress = { step: 'look-up', timedOut: false };
  // Not AbortSignal.any: with a signal that lives as long as the process, it would never be freed.
  const stop = new AbortController();
  const onShutdown = (): void => stop.abort();
  const timer = setTimeout(() => {
    progress.timedOut = true;
    stop.abort();
  }, timeoutMs);
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', onShutdown, { once: true });
    return await post({
      options: { ...options, headers: requestHeaders },
      stop: stop.signal,
      progress,
      elapsed,
    });
  } catch (error) {
    signal?.throwIfAborted();
    const { step, timedOut } = progress;
    const failure = timedOut ? describeTimeout({ step, timeoutMs }) : describeError({ step, error });
    if (failure === undefined) throw error;
    return { ...elapsed(), statusCode: null, ...failure, responseHeaders: null, responseBody: null };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onShutdown);
    stop.abort();
  }
}

/** Sends the request and reads the answer. Rejects when none came. */
async function post(input: {
  readonly options: SendWebhookOptions;
  readonly stop: AbortSignal;
  readonly progress: Progress;
  readonly elapsed: () => Pick<AttemptResult, 'startedAt' | 'durationMs' | 'requestHeaders'>;
}): Promise<AttemptResult> {
  const { options, stop, progress, elapsed } = input;
  const url = parseWebhookUrl(options.url, options.policy);
  let socket: Socket | undefined;
  // There is no agent: so `Connection: close` is sent, and no later attempt uses this socket.
  const request = http.request({
    method: 'POST',
    path: url.pathname + url.search,
    headers: { Host: url.host, ...options.headers },
    maxHeaderSize: HEADER_BYTES_MAX,
    signal: stop,
    createConnection: (_options, done) => {
      connect({ url, options, stop, progress }).then(
        (opened) => done(null, (socket = opened)),
        (error: unknown) => done(error as Error, undefined as never),
      );
      return undefined;
    },
  });
  try {
    const response = await answerTo(request, options.body);
    const answeredIn = elapsed();
    const statusCode = response.statusCode ?? 0;
    const failure = describeStatus(statusCode);
    return {
      ...answeredIn,
      statusCode,
      errorClass: failure?.errorClass ?? null,
      errorMessage: failure?.errorMessage ?? null,
      responseHeaders: keptHeaders(response.rawHeaders),
      responseBody: await readBody(response, response.headers['content-encoding'] ?? ''),
    };
  } finally {
    request.destroy();
    socket?.destroy();
  }
}

/** Sends the body, and waits for the head of the final answer. Informational answers (RFC 9110 §15.2) are skipped. */
function answerTo(request: http.ClientRequest, body: Uint8Array | string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('upgrade', () => reject(new Error('the receiver wants to speak another protocol')));
    // An error may also come after the answer. Then only the reader of the body needs to know.
    request.on('error', reject);
    request.once('socket', (socket) => boundAnswer(socket));
    request.end(body);
  });
}

/**
 * Cuts off an endless answer that the parser would read for ever. Before the status these are informational answers,
 * blank lines or an endless reason phrase; in the body, the bytes around the chunks.
 */
function boundAnswer(socket: Socket): void {
  let left = ANSWER_BYTES_MAX;
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy(new AnswerTooLongError());
  });
}

async function connect(input: {
  readonly url: URL;
  readonly options: SendWebhookOptions;
  readonly stop: AbortSignal;
  readonly progress: Progress;
}): Promise<Socket> {
  const { url, options, stop, progress } = input;
  const { policy, resolve = resolveHost, ca } = options;
  const addresses = await findAllowedAddresses({ url, policy, resolve, signal: stop });
  progress.step = 'connect';
  const onTls = (): void => {
    progress.step = 'tls';
  };
  const socket = await openConnection({ url, addresses, ca, signal: stop, onTls });
  progress.step = 'answer';
  return socket;
}
