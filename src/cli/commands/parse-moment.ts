import { InvalidArgumentError } from 'commander';

/** Reads a moment with a time zone offset. Returns epoch ms. Null: the text is no such moment. */
export function readMoment(text: string): number | null {
  const atMs = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** For commander: reads a moment as epoch ms. */
export function parseMoment(text: string): number {
  const atMs = readMoment(text);
  if (atMs !== null) return atMs;
  throw new InvalidArgumentError('Expected a moment such as 2026-01-31T12:00:00Z.');
}
