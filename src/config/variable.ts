import { z } from 'zod';
import { parseUrl } from '../domain/core/parse-url.js';

/** How one variable of the environment is read: from its text to what the program uses. */
export interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  /** What a mistake is answered with: what was expected, and an example. */
  readonly expected: string;
  readonly example: string;
  /** Its value is never repeated in a message. */
  readonly secret?: boolean;
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function durationMs(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match === null ? undefined : Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

/** The issue's message when there is nothing to add to what was expected. */
export const MALFORMED = 'malformed';

/** A schema from a function that answers undefined for what it can't read; what it throws becomes the message. */
export function readBy<T>(read: (text: string) => T | undefined): z.ZodType<T, string> {
  return z.string().transform((text, context) => {
    let message = MALFORMED;
    try {
      const value = read(text);
      if (value !== undefined) return value;
    } catch (error) {
      message = String((error as { message?: unknown }).message);
    }
    context.addIssue({ code: 'custom', message, input: text });
    return z.NEVER;
  });
}

/** A whole number within bounds. */
export function integer({ min, max }: { min: number; max: number }): z.ZodType<number, string> {
  return readBy((text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

/** A length of time such as `30s` or `2h`, above zero. In ms. */
export const duration = readBy((text) => durationMs(text) || undefined);

/** A length of time, or none (`0s`). In ms. */
export const durationOrNone = readBy(durationMs);

/** Lengths of time, separated by commas. In ms. */
export const durations = readBy((text) => {
  const all = splitList(text).map(durationMs);
  return all.length > 0 && all.every((ms) => ms !== undefined) ? all : undefined;
});

export const flag = readBy((text) => {
  if (['true', '1', 'yes', 'on'].includes(text.toLowerCase())) return true;
  return ['false', '0', 'no', 'off'].includes(text.toLowerCase()) ? false : undefined;
});

/** A URL of one of the given schemes, without a trailing slash. */
export function url(...schemes: readonly string[]): z.ZodType<string, string> {
  return readBy((text) => {
    if (!schemes.includes(parseUrl(text)?.protocol.slice(0, -1) ?? '')) return undefined;
    return text.replace(/\/+$/, '');
  });
}

/** What is listed between commas, without the spaces around it. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
