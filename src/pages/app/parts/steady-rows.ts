import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { pageHeading } from '../data/focus.js';
import type { ListOf } from '../data/queries.js';

interface SteadyRows<Row> {
  readonly rows: readonly Row[];
  /** The number of new rows. They are shown when somebody asks for them. */
  readonly come: number;
  readonly showCome: () => void;
  /** While the pointer is over the list, no row disappears either. The content of each row is always the newest. */
  readonly setUnder: (isUnder: boolean) => void;
}

/** An element is held for this long after the pointer has moved in it, or somebody has pressed a key there. */
const HELD_MS = 60_000;

/**
 * Says whether the pointer or the focus is in an element. Nothing in it may move then. `holding` has the events of that
 * element. When both have rested for a minute, nobody points at anything, and the element shows what is true again.
 */
export function useHolding() {
  const [isHeld, setHeld] = useState(false);
  const isUnder = useRef(false);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  // An element that is removed while it has the focus tells nobody. So each event asks where the focus is now.
  const look = (element: Element, focused: Element | null): void => {
    // The heading gets the focus when its page is opened. Nobody points at anything yet.
    const isIn = focused !== null && focused !== pageHeading() && element.contains(focused);
    const isNow = isUnder.current || isIn;
    setHeld(isNow);
    clearTimeout(timer.current);
    if (isNow) timer.current = window.setTimeout(() => setHeld(false), HELD_MS);
  };
  const point = ({ currentTarget }: PointerEvent, isIn: boolean): void => {
    isUnder.current = isIn;
    look(currentTarget, document.activeElement);
  };
  return {
    isHeld,
    holding: {
      onPointerEnter: (event: PointerEvent) => point(event, true),
      onPointerMove: (event: PointerEvent) => point(event, true),
      onPointerLeave: (event: PointerEvent) => point(event, false),
      onFocus: ({ currentTarget, target }: FocusEvent) => look(currentTarget, target),
      onKeyDown: ({ currentTarget }: KeyboardEvent) => look(currentTarget, document.activeElement),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => look(currentTarget, relatedTarget),
    },
  };
}

/**
 * Returns the rows of a list that is not sorted by age, and is read again and again. While `isHeld`, no row moves, and
 * new rows wait. The content of each row is always the newest. `items` is undefined until they are read.
 */
export function useHeldRows<Row>(
  items: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  isHeld: boolean,
) {
  const [held, setHeld] = useState<readonly Row[] | null>(null);
  if (isHeld && held === null && items !== undefined) setHeld(items);
  if (!isHeld && held !== null) setHeld(null);
  const now = items ?? [];
  const rowOf = new Map(now.map((row) => [keyOf(row), row]));
  const rows = held?.map((row) => rowOf.get(keyOf(row)) ?? row) ?? now;
  const shown = new Set(rows.map(keyOf));
  return {
    rows,
    /** The number of new rows that wait. */
    come: now.filter((row) => !shown.has(keyOf(row))).length,
    showCome: () => setHeld(now),
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
