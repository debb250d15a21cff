import { useLocation } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** The page that was shown last: only another one takes the focus. Undefined: none, and the browser has it. */
let shownPath: string | undefined;
/** The heading that has had the focus. Read anew, a page has another one, which takes it over. */
let shownHeading: HTMLElement | null = null;

/** Lets the next page take the focus also when it is the first: whoever has signed in comes from a form. */
export function expectPage(): void {
  shownPath = '';
}

/** The heading of the page that is shown. */
export const pageHeading = (): HTMLElement | null => document.querySelector('#main h1');

/** Where somebody types or chooses: from there nothing takes the focus. */
const BUSY = 'input, select, textarea, [role="dialog"], [role="menu"]';

/** Brings whoever goes by the keyboard, and whoever listens, to the heading of a page that they have gone to. */
export function useFocusOfPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const isNew = useRef(true);
  useEffect(() => {
    // The page before hears of the new address too, and may stay for it: only a page that comes is remembered.
    const isBusy = document.activeElement?.closest(BUSY) != null;
    const isHeld =
      shownHeading !== null && !shownHeading.isConnected && document.activeElement === document.body;
    if (isHeld || (!isBusy && shownPath !== undefined && shownPath !== pathname)) {
      heading.current?.focus({ preventScroll: true });
      shownHeading = heading.current;
    }
    if (isNew.current) shownPath = pathname;
    isNew.current = false;
  }, [pathname]);
  return heading;
}

/** Brings the focus to the page where what had it is gone: an order may take away the button that gave it. */
export function holdFocus(): void {
  if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
}

/** Where the focus goes when a window above the page closes: to what opened it, or where that is gone, to the page. */
export function useReturn(isOpen: boolean): () => HTMLElement | null {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  return () => {
    const was = opener.current;
    // What is gone or hidden by now takes no focus.
    const isSeen = was instanceof HTMLElement && was !== document.body && was.getClientRects().length > 0;
    return isSeen ? was : pageHeading();
  };
}
