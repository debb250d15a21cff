/** Counts the origins of RPCs: two URLs of one host count once. */
export function countOrigins(each: readonly { readonly origin: string }[]): number {
  return new Set(each.map(({ origin }) => origin)).size;
}
