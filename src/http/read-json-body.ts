import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { QuittanceError } from '../domain/errors.js';

const BODY_BYTES_MAX = 64 * 1024;

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
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: Error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
  });
  return request.body;
}
