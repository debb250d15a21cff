import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The answer for a name: addresses, an error (RFC 1035 §4.1.1: 2 a failing server, 3 no such name), or none at all. */
export type DnsAnswer = readonly string[] | 'fails' | 'unknown' | 'silent';

/** A DNS server of the test, over UDP (RFC 1035). */
export interface DnsServer extends AsyncDisposable {
  /** Its address in the form of `WEBHOOK_DNS_SERVERS`. */
  readonly address: string;
  /** The names that were asked for, each once for IPv4 and once for IPv6. */
  readonly asked: readonly string[];
}

const HEADER_BYTES = 12;
const IS_ANSWER = 0x8580; // With recursion and authority.
const ERRORS = { fails: 2, unknown: 3 };
const TYPE_A = 1;
const TYPE_AAAA = 28;

export async function startDnsServer(answerTo: (name: string) => DnsAnswer): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const answer = answerTo(name);
    if (answer === 'silent') return;
    const addresses = typeof answer === 'string' ? [] : answer;
    const wanted = addresses.filter(type === TYPE_AAAA ? isIPv6 : type === TYPE_A ? isIPv4 : () => false);
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(IS_ANSWER | (typeof answer === 'string' ? ERRORS[answer] : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(wanted.length, 6);
    const records = wanted.map((text) => recordOf(text, type));
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Encodes a record that nobody may cache (TTL 0). Its name is a pointer to the question's name. */
function recordOf(text: string, type: number): Buffer {
  const bytes = Buffer.from(ipaddr.parse(text).toByteArray());
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}
