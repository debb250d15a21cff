import { constants } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';

import { AnswerTooLongError } from './describe-failure.js';
import { bareHostname } from './guard-url.js';

/**
 * How long one address may take to accept while others are left. Node gives up an attempt for good before it tries the
 * next, so its default of 250 ms fails receivers that are merely far away
 * (https://github.com/nodejs/node/issues/54359).
 */
const ADDRESS_ATTEMPT_MS = 2500;

/**
 * What TCP may bring in all: more than a handshake and a bounded answer need. TLS has messages of its own (tickets, new
 * keys) that no reader sees; each is work for us, and a receiver may send them without end.
 */
const CONNECTION_BYTES_MAX = 1024 * 1024;
const BYTES_CHECK_MS = 100;

export interface ConnectionTarget {
  readonly url: URL;
  /** The addresses that were checked; nothing else is connected to. */
  readonly addresses: readonly string[];
  /** PEM of the authorities to trust in place of the well-known ones. */
  readonly ca: string | undefined;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called when TCP stands and TLS begins. */
  readonly onTls: () => void;
}

/** Opens TCP to one of the checked addresses, and TLS with the URL's own name over it when the scheme is https. */
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
    // Asked for names only: a literal is connected to as it stands, and was checked as it stands.
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
  return settle(socket, 'connect', signal);
}

async function openTls(tcp: net.Socket, { url, ca, signal }: ConnectionTarget): Promise<net.Socket> {
  const host = bareHostname(url).replace(/\.$/, '');
  const socket = tls.connect({
    socket: tcp,
    host, // What the certificate must name when it is an address.
    servername: net.isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // TLS 1.2 lets a receiver ask for one handshake after another.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    ...(ca === undefined ? {} : { ca }),
  });
  const check = setInterval(() => {
    if (tcp.bytesRead > CONNECTION_BYTES_MAX) socket.destroy(new AnswerTooLongError());
  }, BYTES_CHECK_MS);
  socket.once('close', () => clearInterval(check));
  return settle(socket, 'secureConnect', signal);
}

/** Waits for the event; the socket is gone when it does not come, or not before `signal` is aborted. */
async function settle<S extends net.Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  // Whoever uses the socket hears of an error by its close; without a listener the process would end.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
