import { useEffect, useState, type RefObject } from 'react';

const ARMED_AFTER_MS = 600;

/**
 * Says whether a button that moves money may be pressed. For a moment after it has appeared or moved, it may not. So a
 * double click at what stood in its place before does not give the order. The button is in a `.decision` or a `.form`.
 */
export function useArmed(button: RefObject<HTMLButtonElement | null>): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const { current } = button;
    const page = document.getElementById('main');
    if (current === null || page === null) return undefined;
    let before = '';
    let timer = 0;
    const look = (): void => {
      const { left, top } = current.getBoundingClientRect();
      const at = `${left + scrollX} ${top + scrollY}`;
      if (at === before) return;
      before = at;
      clearTimeout(timer);
      setArmed(false);
      timer = window.setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    };
    // The button moves only when one of these sizes changes. The observer is called before the change is drawn.
    const sizes = new ResizeObserver(look);
    const form = current.closest('.decision, .form');
    for (const around of [page, ...(form === null ? [] : [form, ...form.children])]) sizes.observe(around);
    look();
    return () => {
      sizes.disconnect();
      clearTimeout(timer);
    };
  }, [button]);
  return isArmed;
}
