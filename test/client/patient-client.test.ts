import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPatientClient, type PatientClient } from '../../src/client/patient-client.js';

const BODY = { amountCrypto: '12.5', chainCode: 'local', tokenSymbol: 'USDC' };
const servers: Server[] = [];

/** @returns a client of a server that answers like this. */
async function clientOf(
  listener: RequestListener,
  signal = new AbortController().signal,
): Promise<PatientClient> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createPatientClient({ baseUrl, apiKey: 'qk_test', signal });
}

const refusal = (code: string): string =>
  JSON.stringify({ ok: false, error: { code, message: 'No.', requestId: 'req_1' } });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('the client that waits for an API that is away', () => {
  it('repeats a request with the same Idempotency-Key while the API is cut off, down or busy', async () => {
    const keys: unknown[] = [];
    const client = await clientOf((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) request.socket.destroy();
      else if (keys.length === 2) response.writeHead(503).end(refusal('temporarily_unavailable'));
      else if (keys.length === 3)
        response.writeHead(429, { 'retry-after': '1' }).end(refusal('rate_limited'));
      else if (keys.length === 4) response.writeHead(502).end('<html>Bad Gateway</html>');
      else response.writeHead(201).end('{"ok":true,"data":{"invoiceId":"inv_1"}}');
    });
    expect(await client.post('/v1/invoices', { body: BODY })).toEqual({ invoiceId: 'inv_1' });
    expect(keys).toHaveLength(5);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('says which request was refused, and why', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(404).end(refusal('not_found'));
    });
    const path = { invoiceId: 'inv_1' };
    await expect(client.get('/v1/invoices/{invoiceId}', { path })).rejects.toMatchObject({
      message: 'GET /v1/invoices/{invoiceId} was refused with 404 not_found: No.',
      status: 404,
      code: 'not_found',
    });
  });

  it('stops with the reason of its signal', async () => {
    const stopping = new AbortController();
    const client = await clientOf(() => stopping.abort(new Error('Ctrl-C')), stopping.signal);
    await expect(client.get('/v1/balances')).rejects.toThrow('Ctrl-C');
  });
});
