/** Returns the items in portions of `size`, in order. The last portion may be smaller. */
export function inPortions<T>(items: readonly T[], size: number): T[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, i) => i * size);
  return starts.map((start) => items.slice(start, start + size));
}
