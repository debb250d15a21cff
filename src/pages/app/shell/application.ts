import type { FunctionComponent } from 'react';
import type { AppKind } from '../data/session.js';
import { ShieldIcon, type IconType } from '../parts/icons.js';

/** One page of an application. Its code is loaded when it is opened. */
export interface PageEntry {
  /** Below the application's own path, e.g. `/invoices/$invoiceId`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: FunctionComponent }>;
  /** True: it needs no session, and has no navigation around it. */
  readonly isOpen?: true;
  /** The scope that it needs. Left out: that of the navigation entry above it. */
  readonly scope?: string;
}

/** One place of the navigation. */
export interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconType;
  /** Only people with this scope see the place. Null: everybody does. */
  readonly scope: string | null;
}

/** Places that belong together. The first group needs no name. */
export interface NavigationGroup {
  readonly name: string | null;
  readonly places: readonly NavigationEntry[];
}

/** Returns a function that finds the page of an id. `pages` has the list page of each kind, by the prefix of its ids. */
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

/**
 * Says whether somebody with these scopes may open a path below the application's own. A page without parameters comes
 * before one that takes anything: `/withdrawals/new`.
 */
export function mayOpen(
  application: Pick<Application, 'navigation' | 'pages'>,
  path: string,
  scopes: readonly string[],
): boolean {
  const { pages } = application;
  const fits = (page: PageEntry): boolean =>
    new RegExp(`^${page.path.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path);
  const page = pages.find((each) => each.path === path) ?? pages.find(fits);
  const scope = page === undefined ? null : scopeOfPage(application, page);
  return scope === null || scopes.includes(scope);
}

/** A thing that the search has found, and its page. */
export interface FoundThing {
  readonly to: string;
  readonly label: string;
  readonly icon: IconType;
}

/** The differences between the dashboard and the console. */
export interface Application {
  readonly kind: AppKind;
  readonly basePath: string;
  readonly pages: readonly PageEntry[];
  readonly navigation: readonly NavigationGroup[];
  /** Returns the page of a thing by its id. Null: the application has no page for it. */
  readonly pageOfId: (id: string) => string | null;
  /** Says what can be typed in the search, for somebody with these scopes. */
  readonly typed: (scopes: readonly string[]) => string;
  /** Finds things by the texts that `typed` names. */
  readonly findThings?: (words: string, scopes: readonly string[]) => Promise<readonly FoundThing[]>;
  /** The list that is searched for any other text. */
  readonly searched?: { readonly to: string; readonly words: string };
}

/** The page of one's own sign-in. It is in the menu of the signed-in person, not in the navigation. */
export const SECURITY_PLACE: NavigationEntry = {
  to: '/security',
  label: 'Security',
  icon: ShieldIcon,
  scope: null,
};
