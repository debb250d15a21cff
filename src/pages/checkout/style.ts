import { readFileSync } from 'node:fs';
import { tokensCss } from '../design/tokens.js';
import { networksCss } from '../design/networks.js';

/** The style of the page. It is inline, so the first paint waits for no further file. */
export const STYLE = [
  tokensCss(),
  networksCss(),
  ...['checkout.css', 'choices.css', 'payment.css', 'receipt.css'].map((file) =>
    squeeze(readFileSync(new URL(file, import.meta.url), 'utf8')),
  ),
].join('');

/** Removes comments, and the space that only people need. */
function squeeze(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .trim();
}
