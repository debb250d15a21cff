import { createHash } from 'node:crypto';
import { contrastOfHex, contrastWithHex } from '../design/contrast.js';
import { COLOURS, TEXT_CONTRAST, type Themed } from '../design/tokens.js';

const WHITE = '#ffffff';
const BLACK = '#0b0d12';

/** What the accent is written on. */
const GROUNDS = [COLOURS.background, COLOURS.raised, COLOURS.sunken];

/** Makes the colour the accent of a theme, if it can be read on each ground there. */
function accentCss(color: string, theme: keyof Themed): string {
  const isReadable = GROUNDS.every((ground) => contrastWithHex(ground[theme], color) >= TEXT_CONTRAST);
  return isReadable ? `@media (prefers-color-scheme:${theme}){:root{--accent:${color}}}` : '';
}

/**
 * Returns the merchant's colour as CSS, with the text on it that is read best: white or black, of which one always has
 * a contrast of 4.5 : 1. It is the accent of the page as well, in each theme where it can be read. `color` is `#rrggbb`;
 * null: the page's own colour.
 */
export function brandCss(color: string | null): string {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return '';
  const text = contrastOfHex(color, WHITE) >= contrastOfHex(color, BLACK) ? WHITE : BLACK;
  const accents = (['light', 'dark'] as const).map((theme) => accentCss(color, theme)).join('');
  return `:root{--brand:${color};--on-brand:${text}}${accents}`;
}

/** Returns the source of the Content-Security-Policy that allows exactly this style in the page. */
export function styleSource(css: string): string {
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
}
