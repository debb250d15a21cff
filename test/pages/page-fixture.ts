import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readPageAssets, type AssetName } from '../../src/pages/page-assets.js';

/** The content of the page. A change is sent to all open streams. */
export interface FixtureState {
  readonly status: string;
  readonly headline: string;
  /** Attributes of the wallet area; null: nothing is due. */
  readonly wallet: Readonly<Record<string, string>> | null;
  readonly extra?: string;
  /** The hashes of the transactions that the service has seen. */
  readonly seen?: string;
}

/** A server of one page with the structure that the script of the checkout page expects, under the same policy. */
export interface PageFixture {
  readonly origin: string;
  readonly url: string;
  /** How often the page was read again. */
  readonly reads: () => number;
  readonly openStreams: () => number;
  change(state: Partial<FixtureState>): void;
  /** Sends a heartbeat to all streams. */
  beat(): void;
  /** Opens new streams, but sends nothing on any as long as this holds. */
  muteStreams(isMute: boolean): void;
  /** Cuts all streams, and refuses new ones as long as this holds. */
  refuseStreams(isRefused: boolean): void;
  stop(): Promise<void>;
}

const PUBLIC_ID = 'pay_0123456789abcdef';

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function renderState(state: FixtureState, frameOrigins: readonly string[]): string {
  const own = {
    id: 'pay',
    'data-public-id': PUBLIC_ID,
    'data-status': state.status,
    'data-version': '1',
    'data-order': 'cs_0123456789abcdef',
    'data-events': '/pay/events',
    'data-fragment': '/pay/fragment',
    'data-now': String(Date.now()),
    'data-frame-origins': frameOrigins.join(' '),
  };
  const wallet =
    state.wallet === null
      ? ''
      : `<div data-unsent><p>Pay here</p><div data-wallet ${attributes(state.wallet)}></div></div>`;
  return `<main ${attributes(own)}><h1>${escapeHtml(state.headline)}</h1>
<p><button type="button" data-copy="0xabc" aria-label="Copy address"><span data-copy-says>Copy</span></button></p>
<details id="more"><summary>More</summary><p>Inside</p></details>${wallet}${state.extra ?? ''}
<section data-sent="${state.seen ?? ''}" hidden></section><p data-offline hidden>Connection lost</p></main>`;
}

function renderPage(main: string, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pay</title>
<link rel="icon" href="data:,"><script src="/assets/${script}" defer></script></head><body>${main}</body></html>`;
}

/** Starts the server. `frameOrigins` may frame its page. */
export async function startPageFixture(
  first: FixtureState,
  frameOrigins: readonly string[] = [],
): Promise<PageFixture> {
  const assets = readPageAssets();
  const streams = new Set<ServerResponse>();
  let state = first;
  let reads = 0;
  let isRefused = false;
  let isMute = false;
  const assetOf = (name: AssetName): string => assets.get(name)?.file ?? 'not-built';
  const policy = [
    ...["default-src 'none'", "script-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
    ...["base-uri 'none'", "form-action 'self'"],
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
  ].join('; ');
  const event = (): string => {
    const lines = renderState(state, frameOrigins).split('\n');
    return `event: state\n${lines.map((line) => `data: ${line}\n`).join('')}\n`;
  };
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const asset = [...assets.values()].find(({ file }) => pathname === `/assets/${file}`);
    if (asset !== undefined || pathname === '/quittance.js') {
      response.setHeader('Content-Type', 'text/javascript');
      response.end((asset ?? assets.get('quittance.js'))?.plain);
    } else if (pathname === '/pay/events') {
      if (isRefused) {
        response.writeHead(429).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      if (isMute) response.flushHeaders();
      else response.write(event());
      streams.add(response);
      response.once('close', () => streams.delete(response));
    } else {
      const main = renderState(state, frameOrigins);
      if (pathname === '/pay/fragment') reads += 1;
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy });
      response.end(pathname === '/pay/fragment' ? main : renderPage(main, assetOf('pay.js')));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/pay/${PUBLIC_ID}`,
    reads: () => reads,
    openStreams: () => streams.size,
    change(change) {
      state = { ...state, ...change };
      if (!isMute) for (const stream of streams) stream.write(event());
    },
    beat() {
      for (const stream of streams) stream.write('event: beat\ndata:\n\n');
    },
    muteStreams(mute) {
      isMute = mute;
    },
    refuseStreams(refused) {
      isRefused = refused;
      if (refused) for (const stream of streams) stream.destroy();
    },
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
