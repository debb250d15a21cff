import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { QuittanceEmbed } from '../../src/pages/embed/quittance-embed.js';
import type { TestWindow } from './chromium.js';

/**
 * Starts the page of a shop, with a policy of its own that allows the embedding script and no inline style. The checkout
 * may start later: it is named when the page is asked for.
 */
export async function startShopPage(checkout: {
  readonly origin: string;
  readonly url: string;
}): Promise<{ readonly origin: string; stop(): void }> {
  const server = createServer((_request, response) => {
    const { origin, url } = checkout;
    const policy = `default-src 'none'; script-src ${origin}; frame-src ${origin}; img-src data:`;
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy });
    response.end(`<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">
<script src="${origin}/quittance.js" defer></script></head>
<body><quittance-button href="${url}">Pay now</quittance-button>
<quittance-button href="${url}"><a href="${url}">Pay by a link</a></quittance-button></body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens a checkout over the page of the shop, as its own script does. */
export async function openInShop(window: TestWindow, shop: string, checkoutUrl: string): Promise<void> {
  await window.page.goto(shop);
  await window.page.evaluate((url) => {
    const log: string[] = [];
    const { Quittance } = globalThis as unknown as { Quittance: QuittanceEmbed };
    Quittance.open(url, { onStatus: (status) => log.push(status), onClose: () => log.push('closed') });
    // What the script itself does when the frame has loaded, it has done before.
    const frame = document.body.lastElementChild?.shadowRoot?.querySelector('iframe');
    frame?.addEventListener('load', () => Object.assign(globalThis, { isFrameLoaded: true }));
    Object.assign(globalThis, { log, isFrameLoaded: false });
  }, checkoutUrl);
}

/** Waits until the frame of the checkout has loaded, with whatever it shows. */
export async function frameLoaded({ page }: TestWindow): Promise<void> {
  await page.waitForFunction(() => (globalThis as unknown as { isFrameLoaded: boolean }).isFrameLoaded);
}

/** Returns the messages to the shop, in order. */
export function toldToShop({ page }: TestWindow): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as { log: string[] }).log.join());
}
