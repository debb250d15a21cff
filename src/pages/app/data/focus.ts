import { useLocation } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** The path of the page that was shown last. A page with another path takes the focus. Undefined: no page was shown yet. */
let shownPath: string | undefined;
/** The heading that got the focus. When a page renders a new heading, that one takes the focus over. */
let shownHeading: HTMLElement | null = null;

/** Lets the next page take the focus even if it is the first one. After a sign-in, the focused form is gone. */
export function expectPage(): void {
  shownPath = '';
}

/** Returns the heading of the present page. */
export const pageHeading = (): HTMLElement | null => document.querySelector('#main h1');

/** Elements in which somebody types or chooses. Nothing takes the focus from these. */
const BUSY = 'input, select, textarea, [role="dialog"], [role="menu"]';

/** Focuses the heading of a newly opened page, for users of keyboards and screen readers. */
export function useFocusOfPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const isNew = useRef(true);
  useEffect(() => {
    // The previous page also gets the new address, and may stay for it. So only a page that was just opened remembers
    // its path.
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

/** Focuses the page's heading if nothing has the focus any more. An order may remove the button that gave it. */
export function holdFocus(): void {
  if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
}

/** Returns where the focus goes when a dialog closes: to the element that opened it, or if that is gone, to the heading. */
export function useReturn(isOpen: boolean): () => HTMLElement | null {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  return () => {
    const was = opener.current;
    // An element that is gone or hidden can't take the focus.
    const isSeen = was instanceof HTMLElement && was !== document.body && was.getClientRects().length > 0;
    return isSeen ? was : pageHeading();
  };
}
