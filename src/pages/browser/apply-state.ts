import { Idiomorph } from 'idiomorph';
import { findState } from './state.js';

/** Marks elements that the script made inside the server's: the server's next state does not remove them. */
export const OWN = 'data-own';

/**
 * Makes the page show the state in the server's HTML: a whole page, or the state's element alone. The focus stays where
 * it is, opened details stay open, and elements that the script added stay. Returns whether there was a state.
 */
export function applyState(html: string): boolean {
  const next = findState(new DOMParser().parseFromString(html, 'text/html'));
  const current = findState();
  if (next === null || current === null) return false;
  // The note about an earlier form says nothing about the new state.
  if (next.dataset['status'] !== current.dataset['status'])
    document.querySelector('[data-form-note]')?.remove();
  void Idiomorph.morph(current, next, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeAttributeUpdated: (name, element) => !(name === 'open' && element instanceof HTMLDetailsElement),
      beforeNodeRemoved: (node) => !(node instanceof Element && node.hasAttribute(OWN)),
    },
  });
  return true;
}
