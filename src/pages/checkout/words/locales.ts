import { de } from './de.js';
import { en } from './en.js';
import type { Words } from './words.js';

/** The languages of the page. */
export const LOCALES = ['en', 'de'] as const;
export type PageLocale = (typeof LOCALES)[number];

/** All texts by language. */
export const WORDS: Readonly<Record<PageLocale, Words>> = { en, de };

function findLocale(tag: string): PageLocale | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_;]/)[0];
  return LOCALES.find((locale) => locale === primary);
}

/**
 * Returns the language of a page. The link decides first (`?lang`), then the merchant's setting, then the browser's first
 * language that has texts (RFC 9110, 12.5.4). The last resort is English.
 */
export function chooseLocale(asked: {
  readonly lang: string | undefined;
  readonly locale: string | null;
  readonly acceptLanguage: string | undefined;
}): PageLocale {
  const weighed = (asked.acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => ({ part, weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? '1') }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ part }) => part);
  const tags = [asked.lang ?? '', asked.locale ?? '', ...weighed];
  return tags.map(findLocale).find((locale) => locale !== undefined) ?? 'en';
}
