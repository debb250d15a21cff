/** Returns the quantile of a share (0 to 1) of the values, by linear interpolation. Throws when there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new Error('Nothing was measured.');
  return below + (above - below) * (position - Math.floor(position));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Describes the median and the noise of the values, e.g. `38.2 ms (half of 120 between 36.9 and 40.1)`. */
export function describeSpread(values: readonly number[], unit: string): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(1));
  return `${middle} ${unit} (half of ${values.length} between ${low} and ${high})`;
}
