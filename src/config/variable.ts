import { z } from 'zod';
import { parseUrl } from '../domain/core/parse-url.js';

/** The declaration of one environment variable: how its text is converted into the value that the program uses. */
export interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  /** Shown with a mistake, together with the example. */
  readonly expected: string;
  readonly example: string;
  /** True: its value is never repeated in a message. */
  readonly secret?: boolean;
}

/** Declares a variable. It keeps the type of the value. */
export function define<T>(variable: Variable<T>): Variable<T> {
  return variable;
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function durationMs(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match === null ? undefined : Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

/** The message of an issue that adds nothing to `expected`. */
export const MALFORMED = 'malformed';

/**
 * Returns a schema from a function. The function returns undefined for a text that it cannot read. The message of an
 * error that it throws becomes the message of the issue.
 */
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

/** Any text that is not empty. */
export const anyText = z.string().min(1);

/** Returns the schema of a whole number within bounds. */
export function integer({ min, max }: { min: number; max: number }): z.ZodType<number, string> {
  return readBy((text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

/** A duration above zero, such as `30s` or `2h`, in ms. */
export const duration = readBy((text) => durationMs(text) || undefined);

/** A duration, which may be zero (`0s`), in ms. */
export const durationOrNone = readBy(durationMs);

/** Durations that are separated by commas, in ms. */
export const durations = readBy((text) => {
  const all = splitList(text).map(durationMs);
  return all.length > 0 && all.every((ms) => ms !== undefined) ? all : undefined;
});

export const flag = readBy((text) => {
  if (['true', '1', 'yes', 'on'].includes(text.toLowerCase())) return true;
  return ['false', '0', 'no', 'off'].includes(text.toLowerCase()) ? false : undefined;
});

/** Returns the schema of a URL with one of the given schemes. The trailing slash is removed. */
export function url(...schemes: readonly string[]): z.ZodType<string, string> {
  return readBy((text) => {
    if (!schemes.includes(parseUrl(text)?.protocol.slice(0, -1) ?? '')) return undefined;
    return text.replace(/\/+$/, '');
  });
}

/** Returns the items of a list that is separated by commas, without the spaces around them. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
