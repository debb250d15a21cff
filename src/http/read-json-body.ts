import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { QuittanceError } from '../domain/errors.js';
import { validationFailed } from './validate.js';

const BODY_BYTES_MAX = 64 * 1024;
/** More than any body of the API has; below it nothing that walks through a value runs out of stack. */
const LEVELS_MAX = 16;

const parseJson: (request: Request, response: Response, next: (error?: Error) => void) => void = express.json(
  {
    limit: BODY_BYTES_MAX,
    // Any JSON value: that it has to be an object is for validation to say.
    strict: false,
    type: () => true,
    // Bytes that no text stands for would be replaced silently.
    verify: (_request, _response, bytes) => {
      if (!isUtf8(bytes)) throw new Error('not UTF-8');
    },
  },
);

/** Reads the body, if there is one. What it throws is for `toPublicError` to name. */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    !['0', undefined].includes(request.headers['content-length']);
  if (!hasBody) return undefined;
  if (request.is('application/json') === false) {
    throw new QuittanceError('unsupported_media_type', 'Send the body as Content-Type: application/json.');
  }
  // The parser would read UTF-16 and UTF-32 as well.
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new QuittanceError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  await new Promise<void>((resolve, reject) => {
    // The parser says so only when it has read to the end, which may never come.
    refuseBeyond(request, BODY_BYTES_MAX, reject);
    parseJson(request, response, (error?: Error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
  });
  if (isNestedBeyond(request.body, LEVELS_MAX)) {
    throw validationFailed([{ path: '', message: `expected no more than ${LEVELS_MAX} levels` }]);
  }
  return request.body;
}

function refuseBeyond(request: Request, bytesMax: number, refuse: (why: QuittanceError) => void): void {
  let bytes = 0;
  const count = (more: number): void => {
    bytes += more;
    if (bytes <= bytesMax) return;
    refuse(new QuittanceError('payload_too_large', `The body is larger than ${bytesMax / 1_024} KiB.`));
  };
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) count(Infinity);
  request.on('data', (chunk: Buffer) => {
    count(chunk.length);
  });
}

function isNestedBeyond(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isNestedBeyond(item, levels - 1));
}
