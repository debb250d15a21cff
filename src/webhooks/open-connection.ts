import { constants } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';

import { AnswerTooLongError } from './judge-response.js';
import { bareHostname } from './guard-url.js';

/**
 * How long one address may take to accept, in ms, while other addresses are left. Node gives up an address for good
 * before it tries the next one, so its default of 250 ms fails receivers that are only far away
 * (https://github.com/nodejs/node/issues/54359).
 */
const ADDRESS_ATTEMPT_MS = 2500;

/**
 * How many bytes a TCP connection may bring in all: more than a handshake and a bounded answer need. TLS has messages
 * of its own (tickets, new keys) that no reader of the answer sees. Each of them is work for us, and a receiver may
 * send them without end.
 */
const CONNECTION_BYTES_MAX = 1024 * 1024;
const BYTES_CHECK_MS = 100;

export interface ConnectionTarget {
  readonly url: URL;
  /** The addresses that were checked. Only these are connected to. */
  readonly addresses: readonly string[];
  /** PEM of the authorities to trust instead of the well-known ones. */
  readonly ca: string | undefined;
  /** Ends the wait for the connection. */
  readonly signal: AbortSignal;
  /** Called when the TCP connection is open and TLS begins. */
  readonly onTls: () => void;
}

/** Opens TCP to one of the checked addresses. When the scheme is https, opens TLS over it with the URL's host name. */
export async function openConnection(target: ConnectionTarget): Promise<net.Socket> {
  const tcp = await openTcp(target);
  if (target.url.protocol === 'http:') return tcp;
  target.onTls();
  return openTls(tcp, target);
}

async function openTcp({ url, addresses, signal }: ConnectionTarget): Promise<net.Socket> {
  const socket = net.connect({
    host: bareHostname(url),
    port: Number(url.port) || (url.protocol === 'http:' ? 80 : 443),
    // Called only for names. An address literal is connected to as it is, and was checked as it is.
    lookup: (_hostname, _options, callback) => {
      callback(
        null,
        addresses.map((address) => ({ address, family: net.isIP(address) })),
      );
    },
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    noDelay: true,
  });
  return waitFor(socket, 'connect', signal);
}

async function openTls(tcp: net.Socket, { url, ca, signal }: ConnectionTarget): Promise<net.Socket> {
  const host = bareHostname(url).replace(/\.$/, '');
  const socket = tls.connect({
    socket: tcp,
    host, // The certificate must name this host when it is an address.
    servername: net.isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // With TLS 1.2 a receiver could ask for one handshake after another.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    ...(ca === undefined ? {} : { ca }),
  });
  const check = setInterval(() => {
    if (tcp.bytesRead > CONNECTION_BYTES_MAX) socket.destroy(new AnswerTooLongError());
  }, BYTES_CHECK_MS);
  socket.once('close', () => clearInterval(check));
  return waitFor(socket, 'secureConnect', signal);
}

/** Waits for the event. If it does not come, or `signal` is aborted first, the socket is destroyed. */
async function waitFor<S extends net.Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  // Users of the socket learn of an error by its close. Without a listener the error would end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
