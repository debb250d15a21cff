import { createHash } from 'node:crypto';
import { contrastOfHex, contrastWithHex } from '../design/contrast.js';
import { COLOURS, OUTLINE_CONTRAST, TEXT_CONTRAST, type Themed } from '../design/tokens.js';

const WHITE = '#ffffff';
const BLACK = '#0b0d12';

/** The backgrounds of text in the accent. */
const GROUNDS = [COLOURS.background, COLOURS.raised, COLOURS.sunken];

/**
 * Makes the colour the accent of a theme, if text in it can be read on each ground there. If a shape in the colour can't
 * even be told from its ground, such shapes get an outline instead.
 */
function themeCss(color: string, theme: keyof Themed): string {
  const least = Math.min(...GROUNDS.map((ground) => contrastWithHex(ground[theme], color)));
  if (least >= OUTLINE_CONTRAST && least < TEXT_CONTRAST) return '';
  const css = least >= TEXT_CONTRAST ? `--accent:${color}` : '--brand-edge:var(--edge)';
  return `@media (prefers-color-scheme:${theme}){:root{${css}}}`;
}

/**
 * Returns the merchant's colour as CSS. Text on it is white or black, whichever has more contrast: one of them always has
 * 4.5 : 1. The colour is also the accent of the page, in each theme where it can be read. `color` is `#rrggbb`. Null: the
 * page keeps its own colour.
 */
export function brandCss(color: string | null): string {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return '';
  const text = contrastOfHex(color, WHITE) >= contrastOfHex(color, BLACK) ? WHITE : BLACK;
  const themes = (['light', 'dark'] as const).map((theme) => themeCss(color, theme)).join('');
  return `:root{--brand:${color};--on-brand:${text}}${themes}`;
}

/** Returns the Content-Security-Policy source that allows exactly this inline style. */
export function styleSource(css: string): string {
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
}
