/** Returns the ids of a whole list, which is asked for page by page, as a client does it. */
export async function readAllPages(
  limit: number,
  list: (page: { readonly limit: number; readonly afterId?: string }) => Promise<readonly string[]>,
): Promise<string[]> {
  const ids: string[] = [];
  let page: readonly string[];
  do {
    page = await list({ limit, ...(ids.length === 0 ? {} : { afterId: ids.at(-1) ?? '' }) });
    ids.push(...page);
  } while (page.length === limit);
  return ids;
}

/** Whether a filter by some values lets one through. */
export function isAmong<T>(values: readonly T[] | undefined, value: T): boolean {
  return values === undefined || values.includes(value);
}
