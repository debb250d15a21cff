import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { RenderedMain } from '../../../pages/checkout/main-part.js';
import { clientIp } from '../../requests/client-ip.js';
import type { OpenPages, ReadFacts } from './open-pages.js';
import { localeOf } from './send-page.js';

/** The maximum number of open streams for one address. */
const STREAMS_PER_IP_MAX = 20;
/** How often a silent stream sends a heartbeat, in ms. Some proxies close connections after 30 s of silence. */
const HEARTBEAT_MS = 15_000;
/** How long a browser waits before it opens an interrupted stream again, in ms. */
const RETRY_MS = 2_000;
/** The stream of a client that has left this many bytes unread is ended. */
const UNREAD_MAX = 256 * 1024;
const RETRY_AFTER_SECONDS = 10;

/** Counts the open streams of each address. */
export class StreamCounts {
  readonly #open = new Map<string, number>();

  /**
   * Counts a new stream. @returns a function that takes it off the count, once.
   * @throws QuittanceError `rate_limited` if the address has the maximum already.
   */
  open(request: Request): () => void {
    const key = ipKeyGenerator(clientIp(request));
    const count = this.#open.get(key) ?? 0;
    if (count >= STREAMS_PER_IP_MAX)
      throw new QuittanceError('rate_limited', `One address may have ${STREAMS_PER_IP_MAX} streams open.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    this.#open.set(key, count + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    };
  }
}

/**
 * Returns a state as an event. Its data is the HTML. Each line of the HTML becomes one `data` line (HTML Standard,
 * 9.2.6).
 */
function eventOf({ version, html }: RenderedMain): string {
  const lines = /[\r\n]/.test(html) ? html.replaceAll(/\r\n|\r|\n/g, '\ndata: ') : html;
  return `id: ${version}\nevent: state\ndata: ${lines}\n\n`;
}

/**
 * Returns the event which says that the page shows the current state already, and its version. The state is most of a
 * page's bytes, so it is not sent twice. The version is needed because a browser reopens an interrupted stream with the
 * version that it had at first.
 */
const sameOf = (version: string): string => `event: same\ndata: ${version}\n\n`;

/**
 * The functions that end the streams of a server, by its signal. The signal has one listener for all streams, because
 * an AbortSignal compares each new listener with all others.
 */
const endings = new WeakMap<AbortSignal, Set<() => void>>();

function endingsOf(closing: AbortSignal): Set<() => void> {
  const known = endings.get(closing);
  if (known !== undefined) return known;
  const all = new Set<() => void>();
  endings.set(closing, all);
  const endAll = (): void => {
    for (const end of all) end();
  };
  closing.addEventListener('abort', endAll, { once: true });
  return all;
}

/**
 * Sends the state of a page at once, and then each change, as server-sent events, until either side ends the stream.
 * The server ends it when the page can't be read any more: heartbeats would promise that the page is current.
 */
export function streamPage(
  { request, response }: { readonly request: Request; readonly response: Response },
  read: ReadFacts,
  parts: { readonly pages: OpenPages; readonly counts: StreamCounts; readonly closing: AbortSignal },
): void {
  // A client that left while the page was read gets no stream. Its close event came before this function could listen.
  if (response.destroyed) return;
  // From here on, the close of the response releases the resources of the stream, even after a failure.
  response.once('close', parts.counts.open(request));
  response.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    // nginx would otherwise buffer the events.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  const write = (text: string): void => {
    if (response.writableLength > UNREAD_MAX) response.destroy();
    else if (!response.writableEnded) response.write(text);
  };
  const end = (): void => {
    response.end();
  };
  const beating = setInterval(() => {
    write('event: beat\ndata:\n\n');
  }, HEARTBEAT_MS).unref();
  const atClosing = endingsOf(parts.closing).add(end);
  response.once('close', () => {
    clearInterval(beating);
    atClosing.delete(end);
  });
  const { facts } = read;
  let { have } = request.query;
  const stopWatching = parts.pages.watch(read, {
    publicId: facts.publicId,
    locale: localeOf(request, facts.locale),
    tell: (main) => {
      write(main.version === have ? sameOf(main.version) : eventOf(main));
      have = undefined;
    },
    // The page then requests its state itself, and shows a message if it gets none.
    lose: end,
  });
  response.once('close', stopWatching);
  if (parts.closing.aborted) end();
}
