import { useEffect, useState } from 'react';
import { KNOWN_TIMES } from './filter-time.js';
import { useFilters, type FilterValues } from './filters.js';
import { anAsset, aSearch, type KnownValue } from './known-values.js';

interface KnownFilters {
  readonly filters: FilterValues;
  /** The values in the address that their filters do not have. They are kept here until the filters change. */
  readonly dropped: readonly string[];
}

const OF_ALL_LISTS = { ...KNOWN_TIMES, search: aSearch, asset: anAsset };

/**
 * Returns the filters of a list, and removes the values from the address that the API would refuse: they may be mistyped, or
 * from a link of another version. `known` has the values that each filter takes. A filter that is not in it takes any text.
 */
export function useKnownFilters(known: Readonly<Record<string, KnownValue>>): KnownFilters {
  const [inAddress, set] = useFilters();
  const taking: Readonly<Record<string, KnownValue>> = { ...OF_ALL_LISTS, ...known };
  const dropped: string[] = [];
  const filters: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(inAddress)) {
    const taken = value === undefined ? undefined : taking[name]?.(value);
    filters[name] = taken === undefined ? value : taken.join() || undefined;
    const parts = taken === undefined || filters[name] === value ? [] : (value ?? '').split(',');
    dropped.push(...parts.filter((part) => part !== '' && taken?.includes(part) !== true));
  }
  const kept = JSON.stringify(filters);
  const [last, setLast] = useState<{ readonly dropped: readonly string[]; readonly kept: string } | null>(
    null,
  );
  const isUnknown = dropped.length > 0;
  useEffect(() => {
    if (!isUnknown) return;
    setLast({ dropped, kept });
    set(Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? ''])));
    // The dropped values follow from the address alone.
  }, [isUnknown, JSON.stringify(inAddress)]);
  return { filters, dropped: isUnknown ? dropped : last?.kept === kept ? last.dropped : [] };
}
