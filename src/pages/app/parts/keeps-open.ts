import { createContext, useContext, useEffect, useRef } from 'react';

interface Keeping {
  /** How many parts of the dialog keep it open. */
  count: number;
}

export const KeepingOpen = createContext<Keeping | null>(null);

export const useKeeping = (): Keeping => useRef<Keeping>({ count: 0 }).current;

/**
 * Keeps the dialog around this part open when somebody presses Escape or clicks beside it. It is used while an order is
 * under way, and while a text is shown that is shown only once.
 */
export function useKeepsOpen(isKept: boolean): void {
  const keeping = useContext(KeepingOpen);
  useEffect(() => {
    if (keeping === null || !isKept) return undefined;
    keeping.count += 1;
    return () => void (keeping.count -= 1);
  }, [keeping, isKept]);
}
