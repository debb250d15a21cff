import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { QuittanceError } from '../../domain/core/errors.js';
import { validationFailed } from './validate.js';

const BODY_BYTES_MAX = 64 * 1024;
/**
 * The most levels of nesting. No body of the API needs as many, and no recursive function exhausts the stack at this
 * depth.
 */
const LEVELS_MAX = 16;

const parseJson: (request: Request, response: Response, next: (error?: Error) => void) => void = express.json(
  {
    limit: BODY_BYTES_MAX,
    // Any JSON value is accepted here. The validation then requires an object.
    strict: false,
    type: () => true,
    // The parser would silently replace bytes that are not UTF-8.
    verify: (_request, _response, bytes) => {
      if (!isUtf8(bytes)) throw new Error('not UTF-8');
    },
  },
);

/**
 * Refuses a body that is too large by its Content-Length, before the sender is authenticated.
 *
 * @throws QuittanceError `payload_too_large`.
 */
export function refuseByContentLength(request: Request): void {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge();
}

/** Reads the body, if there is one. `toPublicError` translates the errors that it throws. */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    !['0', undefined].includes(request.headers['content-length']);
  if (!hasBody) return undefined;
  if (request.is('application/json') === false) {
    throw new QuittanceError('unsupported_media_type', 'Send the body as Content-Type: application/json.');
  }
  // The parser would also accept UTF-16 and UTF-32.
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new QuittanceError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  // The parser would decompress Brotli. Brotli fills a window of 16 MiB before its first byte, so a body of 51 bytes
  // could cost that much memory.
  if (/\bbr\b/i.test(request.headers['content-encoding'] ?? '')) {
    throw new QuittanceError(
      'unsupported_media_type',
      'Send the body as it is, or compressed by gzip or deflate: Brotli is not supported.',
    );
  }
  await new Promise<void>((resolve, reject) => {
    // The parser refuses a large body only when it has read all of it, and its end may never come.
    refuseTooLarge(request, reject);
    parseJson(request, response, (error?: Error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
  });
  if (isNestedBeyond(request.body, LEVELS_MAX)) {
    throw validationFailed([{ path: '', message: `expected at most ${LEVELS_MAX} levels of nesting` }]);
  }
  return request.body;
}

function refuseTooLarge(request: Request, refuse: (why: QuittanceError) => void): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) refuse(tooLarge());
  });
}

function tooLarge(): QuittanceError {
  return new QuittanceError('payload_too_large', `The body is larger than ${BODY_BYTES_MAX / 1_024} KiB.`);
}

function isNestedBeyond(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isNestedBeyond(item, levels - 1));
}
