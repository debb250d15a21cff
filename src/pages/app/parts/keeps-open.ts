import { createContext, useContext, useEffect, useState } from 'react';

interface Keeping {
  /** How many parts of the dialog keep it open. */
  count: number;
  /** Changes how many parts keep what is filled in when the dialog is closed. */
  readonly fill: (change: (filled: number) => number) => void;
}

/** Null: this part is not in a dialog. */
export const KeepingOpen = createContext<Keeping | null>(null);

/** Returns what the parts of a dialog keep. `isFilled`: its content stays when it is closed, and is there when it opens again. */
export function useKeeping(): { readonly keeping: Keeping; readonly isFilled: boolean } {
  const [filled, fill] = useState(0);
  const [keeping] = useState<Keeping>(() => ({ count: 0, fill }));
  return { keeping, isFilled: filled > 0 };
}

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

/**
 * Keeps the content of the dialog around this part when it is closed, after an order whose answer was lost. The same order
 * can then be given again from the same form, and it still says what is not known.
 */
export function useKeepsFilled(isLost: boolean): void {
  const keeping = useContext(KeepingOpen);
  useEffect(() => {
    if (keeping === null || !isLost) return undefined;
    keeping.fill((filled) => filled + 1);
    return () => keeping.fill((filled) => filled - 1);
  }, [keeping, isLost]);
}
