import type { FunctionComponent } from 'react';
import type { AppKind } from '../data/session.js';
import { ShieldIcon, type IconType } from '../parts/icons.js';

/** One page of an application. It is loaded when it is opened. */
export interface PageEntry {
  /** Below the application's own path, e.g. `/invoices/$invoiceId`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: FunctionComponent }>;
  /** True: it is for whoever is signed out too, and stands alone. */
  readonly isOpen?: true;
  /** Left out: that of the place that it stands below. */
  readonly scope?: string;
}

/** One place of the navigation. */
export interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconType;
  /** Whoever lacks it does not see the place; null: everybody does. */
  readonly scope: string | null;
}

/** Places that belong together; the first ones need no name. */
export interface NavigationGroup {
  readonly name: string | null;
  readonly places: readonly NavigationEntry[];
}

/** Returns what finds the page of a thing, of the pages of each kind by the prefix of their ids. */
export function pagesByPrefix(pages: Readonly<Record<string, string>>): Application['pageOfId'] {
  return (id) => {
    const [prefix = '', rest] = id.split('_');
    const page = rest === undefined ? undefined : pages[prefix];
    return page === undefined ? null : `${page}/${id}`;
  };
}

/** Returns the scope that a page needs. Null: everybody opens it. */
export function scopeOfPage(
  { navigation }: Pick<Application, 'navigation'>,
  { path, scope }: Pick<PageEntry, 'path' | 'scope'>,
): string | null {
  if (scope !== undefined) return scope;
  const above = navigation
    .flatMap(({ places }) => places)
    .find(({ to }) => path === to || path.startsWith(`${to}/`));
  return above?.scope ?? null;
}

/** A thing that the search has found, and its page. */
export interface FoundThing {
  readonly to: string;
  readonly label: string;
  readonly icon: IconType;
}

/** What differs between the merchants' application and the operators'. */
export interface Application {
  readonly kind: AppKind;
  readonly basePath: string;
  readonly pages: readonly PageEntry[];
  readonly navigation: readonly NavigationGroup[];
  /** The page of a thing by its id, for the search; null: it is no id of ours. */
  readonly pageOfId: (id: string) => string | null;
  /** What is typed to get somewhere, for the search. The scopes are those of whoever asks. */
  readonly typed: (scopes: readonly string[]) => string;
  /** Finds things by what `typed` says. */
  readonly findThings?: (words: string, scopes: readonly string[]) => Promise<readonly FoundThing[]>;
  /** The list that is searched for what is no page and no id. */
  readonly searched?: { readonly to: string; readonly words: string };
}

/** The page of the own sign-in: it is in the menu of the signed-in person, and not among the places. */
export const SECURITY_PLACE: NavigationEntry = {
  to: '/security',
  label: 'Security',
  icon: ShieldIcon,
  scope: null,
};
