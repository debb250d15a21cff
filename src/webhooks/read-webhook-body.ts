import type { IncomingMessage } from 'node:http';

const BODY_BYTES_MAX = 1024 * 1024;

/** Reads the bytes of a request as they came. @throws Error beyond 1 MiB. */
export async function readWebhookBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
