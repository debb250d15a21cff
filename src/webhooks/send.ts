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
} from './describe-failure.js';
import { findAllowedAddresses, parseWebhookUrl, type WebhookUrlPolicy } from './guard-url.js';
import { openConnection } from './open-connection.js';
import { keptHeaders, readBody } from './read-answer.js';
import { resolveHost, type ResolveHost } from './resolve-host.js';

export type { ErrorClass } from './describe-failure.js';

const HEADER_BYTES_MAX = 64 * 1024;
/** All that is read of an answer: more than the bounds of its head and body need. */
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
  /** From name look-up to the answer's status; the reading of its body ends then too. */
  readonly timeoutMs: number;
  /** Shutdown: before the answer's status, sendWebhook rejects with this signal's reason, for nothing was learnt. */
  readonly signal?: AbortSignal;
  /** Epoch ms. */
  readonly now?: () => number;
  readonly resolve?: ResolveHost;
  /** PEM of the authorities to trust in place of the well-known ones. */
  readonly ca?: string;
}

/** What is kept of one attempt. All of it may be shown to the merchant. */
export interface AttemptResult {
  /** Epoch ms. */
  readonly startedAt: number;
  /** Until the answer's status, or the failure. */
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** Null for a 2xx, which is success whatever its body does. */
  readonly errorClass: ErrorClass | null;
  /** What went wrong and what to do; names no address. */
  readonly errorMessage: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** The first 16 KiB, decompressed, as text. */
  readonly responseBody: string | null;
}

/** What an exchange has come to so far. */
interface Progress {
  step: AttemptStep;
  timedOut: boolean;
}

/**
 * Makes one attempt: one POST over a connection of its own, which is gone when this returns. Its address is checked and
 * pinned, redirects are not followed, no proxy is asked. Resolves whatever the receiver does; rejects only when `signal`
 * is aborted, and for bugs of ours.
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
  // By hand: AbortSignal.any holds on to a signal that lives as long as the process.
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

/** Sends and reads the answer; rejects when none came. */
async function post(input: {
  readonly options: SendWebhookOptions;
  readonly stop: AbortSignal;
  readonly progress: Progress;
  readonly elapsed: () => Pick<AttemptResult, 'startedAt' | 'durationMs' | 'requestHeaders'>;
}): Promise<AttemptResult> {
  const { options, stop, progress, elapsed } = input;
  const url = parseWebhookUrl(options.url, options.policy);
  let socket: Socket | undefined;
  // Without an agent: `Connection: close`, and no later attempt is made over this one's socket.
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

/** Sends the body; the final answer's head, whatever informational ones (RFC 9110 §15.2) come before it. */
function answerTo(request: http.ClientRequest, body: Uint8Array | string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('upgrade', () => reject(new Error('the receiver wants to speak another protocol')));
    // It may come after the answer too, and then only the body's reader needs to know.
    request.on('error', reject);
    request.once('socket', (socket) => boundAnswer(socket));
    request.end(body);
  });
}

/**
 * Cuts an answer that goes on for ever where the parser would read on: before its status by informational answers, blank
 * lines or a reason without end, within its body by what surrounds the chunks.
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
