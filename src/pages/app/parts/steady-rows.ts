import { useRef, useState, type FocusEvent } from 'react';
import type { ListOf } from '../data/queries.js';

interface SteadyRows<Row> {
  readonly rows: readonly Row[];
  /** The number of new rows. They are shown when somebody asks for them. */
  readonly come: number;
  readonly showCome: () => void;
  /** While the pointer is over the list, no row disappears either. The content of each row is always the newest. */
  readonly setUnder: (isUnder: boolean) => void;
}

/**
 * Returns the rows of a list that is not sorted by age, and is read again and again. While the pointer or the focus is
 * in the list, no row moves, and new rows wait.
 */
export function useHeldRows<Row>(items: readonly Row[], keyOf: (row: Row) => string) {
  const [held, setHeld] = useState<readonly Row[] | null>(null);
  const rowOf = new Map(items.map((row) => [keyOf(row), row]));
  const rows = held?.map((row) => rowOf.get(keyOf(row)) ?? row) ?? items;
  const shown = new Set(rows.map(keyOf));
  // Rows are let go when neither the pointer nor the focus is in the list any more.
  const holders = useRef(new Set<'pointer' | 'focus'>());
  const hold = (holder: 'pointer' | 'focus'): void => {
    holders.current.add(holder);
    setHeld((before) => before ?? items);
  };
  const letGo = (holder: 'pointer' | 'focus'): void => {
    holders.current.delete(holder);
    if (holders.current.size === 0) setHeld(null);
  };
  return {
    rows,
    /** The number of new rows that wait. */
    come: items.filter((row) => !shown.has(keyOf(row))).length,
    showCome: () => setHeld(items),
    /** The events of the element around the rows. */
    holding: {
      onPointerEnter: () => hold('pointer'),
      onPointerLeave: () => letGo('pointer'),
      onFocus: () => hold('focus'),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) letGo('focus');
      },
    },
  };
}

/**
 * Returns the value above a list. While the pointer is over the list, the value does not change by itself, because that
 * would move the list. It changes after an order given here, which changes `question`.
 */
export function useHeldAbove<T>(now: T, { question }: Pick<ListOf<unknown>, 'question'>) {
  const [held, setHeld] = useState<{ readonly above: T; readonly question: string } | null>(null);
  return {
    above: held?.question === question ? held.above : now,
    /** The events of the element around the list. */
    holding: {
      onPointerEnter: () => setHeld({ above: now, question }),
      onPointerLeave: () => setHeld(null),
    },
  };
}

/** Returns the rows of a list that is read again and again, so that no row moves by itself. */
export function useSteadyRows<Row>(
  { items, question }: Pick<ListOf<Row>, 'items' | 'question'>,
  keyOf: (row: Row) => string,
): SteadyRows<Row> {
  const keys = items.map(keyOf);
  const [known, setKnown] = useState({ question, keys });
  const [kept, setKept] = useState<readonly Row[] | null>(null);
  // The rows of a new query are all shown.
  if (known.question !== question) {
    setKnown({ question, keys });
    setKept(null);
  }
  const before = new Set(known.keys);
  const come = Math.max(
    0,
    keys.findIndex((key) => before.has(key)),
  );
  const current = items.slice(come);
  const rowOf = new Map(current.map((row) => [keyOf(row), row]));
  const held = kept?.map((row) => rowOf.get(keyOf(row)) ?? row) ?? [];
  const heldKeys = new Set(held.map(keyOf));
  return {
    rows: [...held, ...current.filter((row) => !heldKeys.has(keyOf(row)))],
    come,
    showCome: () => {
      setKnown({ question, keys });
      setKept(kept === null ? null : items);
    },
    setUnder: (isUnder) => setKept(isUnder ? current : null),
  };
}
