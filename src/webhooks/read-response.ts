import { pipeline, type Readable, type Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { constants, createGunzip, createInflate } from 'node:zlib';

/** How much of a body is read, both before and after decompression, and how much of it is kept. */
const READ_BYTES_MAX = 64 * 1024;
const KEPT_BYTES_MAX = 16 * 1024;
const KEPT_HEADERS_MAX = 64;
const KEPT_HEADER_BYTES_MAX = 1024;

/**
 * Reads the beginning of an answer's body as text, at most 16 KiB. Never rejects: when the encoding is broken, the
 * connection is closed or the time is over (then the stream is destroyed), it returns what came before.
 */
export async function readBody(body: Readable, contentEncoding: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of firstBytes(decoded(body, contentEncoding))) chunks.push(chunk);
  return keptText(Buffer.concat(chunks).toString('utf8'), KEPT_BYTES_MAX);
}

/**
 * Returns an answer's headers as they are kept: at most 64, each at most 1 KiB, repeated ones joined by commas.
 *
 * @param rawHeaders names and values alternately, as Node reads them. A name can be `__proto__`.
 */
export function keptHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const values = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    const key = keptText(name.toLowerCase(), KEPT_HEADER_BYTES_MAX);
    const same = values.get(key);
    if (same === undefined) values.set(key, [value]);
    else same.push(value);
  }
  const kept = [...values].slice(0, KEPT_HEADERS_MAX);
  return Object.fromEntries(
    kept.map(([name, all]) => [name, keptText(all.join(', '), KEPT_HEADER_BYTES_MAX)]),
  );
}

function decoded(body: Readable, contentEncoding: string): AsyncIterable<Buffer> {
  const decoder = createDecoder(contentEncoding.trim().toLowerCase());
  // The bytes are limited before the decoder too: a compressed stream can be endless and decode to nothing.
  return decoder === undefined ? body : pipeline(firstBytes(body), decoder, () => undefined);
}

/**
 * Creates a decoder for codings of RFC 9110 §8.4.1. Anything else is read as it comes. A stream that is cut off is
 * flushed, and is not an error.
 *
 * Brotli is left out: no receiver is asked to use it, and its decoder fills its window before it gives the first byte.
 * So 51 bytes cost 16 MiB and 75 ms, however little is read.
 */
function createDecoder(contentEncoding: string): Transform | undefined {
  switch (contentEncoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    default:
      return undefined;
  }
}

/**
 * Yields the first bytes of a source. Ends at the limit, at the end, or where the source breaks off: that is no error,
 * since the status has decided and the body is only shown.
 */
async function* firstBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = READ_BYTES_MAX;
  try {
    for await (const chunk of source) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  } catch {
    return;
  }
}

/** Cuts a text between characters, and removes NUL, which PostgreSQL's text type cannot store. */
function keptText(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text.replaceAll('\0', ''));
  return bytes.length <= bytesMax
    ? bytes.toString('utf8')
    : new StringDecoder('utf8').write(bytes.subarray(0, bytesMax));
}
