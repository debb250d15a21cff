import { createHash } from 'node:crypto';
import { contrastOfHex } from '../design/contrast.js';

const WHITE = '#ffffff';
const BLACK = '#0b0d12';

/**
 * Returns the merchant's colour as CSS, with the text on it that is read best: white or black, of which one always has
 * a contrast of 4.5 : 1. `color` is `#rrggbb`; null: the page's own colour.
 */
export function brandCss(color: string | null): string {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return '';
  const text = contrastOfHex(color, WHITE) >= contrastOfHex(color, BLACK) ? WHITE : BLACK;
  return `:root{--brand:${color};--on-brand:${text}}`;
}

/** Returns the source of the Content-Security-Policy that allows exactly this style in the page. */
export function styleSource(css: string): string {
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
}
