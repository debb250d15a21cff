import { createHash } from 'node:crypto';
import { contrastOfHex, contrastWithHex } from '../design/contrast.js';
import { COLOURS, OUTLINE_CONTRAST, TEXT_CONTRAST, type Themed } from '../design/tokens.js';

const WHITE = '#ffffff';
const BLACK = '#0b0d12';

/** What the accent is written on. */
const GROUNDS = [COLOURS.background, COLOURS.raised, COLOURS.sunken];

/**
 * Makes the colour the accent of a theme, if it can be read on each ground there. Where it can't even be told from them,
 * what has the colour gets an edge.
 */
function themeCss(color: string, theme: keyof Themed): string {
  const least = Math.min(...GROUNDS.map((ground) => contrastWithHex(ground[theme], color)));
  if (least >= OUTLINE_CONTRAST && least < TEXT_CONTRAST) return '';
  const css = least >= TEXT_CONTRAST ? `--accent:${color}` : '--brand-edge:var(--edge)';
  return `@media (prefers-color-scheme:${theme}){:root{${css}}}`;
}

/**
 * Returns the merchant's colour as CSS, with the text on it that is read best: white or black, of which one always has
 * a contrast of 4.5 : 1. It is the accent of the page as well, in each theme where it can be read. `color` is `#rrggbb`;
 * null: the page's own colour.
 */
export function brandCss(color: string | null): string {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return '';
  const text = contrastOfHex(color, WHITE) >= contrastOfHex(color, BLACK) ? WHITE : BLACK;
  const themes = (['light', 'dark'] as const).map((theme) => themeCss(color, theme)).join('');
  return `:root{--brand:${color};--on-brand:${text}}${themes}`;
}

/** Returns the source of the Content-Security-Policy that allows exactly this style in the page. */
export function styleSource(css: string): string {
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
}
