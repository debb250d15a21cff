import type { Measurement } from './bench.js';

export interface Report extends Measurement {
  /** The bench's name. */
  readonly name: string;
}

const SIGNIFICANT_DIGITS = 4;

/** Formats a figure as one JSON object, without a newline. */
export function jsonLine(report: Report): string {
  const { name, value, unit, reference, referenceValue, measure } = report;
  return JSON.stringify({
    name,
    value: rounded(value),
    unit,
    reference,
    referenceValue: rounded(referenceValue),
    ratio: rounded(value / referenceValue),
    measure,
  });
}

/** Formats a figure for people. */
export function textLine(report: Report): string {
  const { name, measure, value, unit, reference, referenceValue } = report;
  return (
    `${name}: ${measure}: ${rounded(value)} ${unit}, ${rounded(value / referenceValue)} times ` +
    `${reference} (${rounded(referenceValue)} ${unit})`
  );
}

function rounded(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}
