import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useContext } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, SESSION_KEY, useCan, useSession } from '../data/queries.js';
import type { AppSession } from '../data/session.js';
import { ButtonLink } from './button-link.js';
import { expectPage } from '../data/focus.js';
import { SearchIcon } from '../parts/icons.js';
import { Bones, Empty, FailureBox } from '../parts/states.js';
import { scopeOfPage, SECURITY_PLACE, type Application, type PageEntry } from './application.js';
import { FailedPage } from './failed-page.js';
import { Forbidden } from './forbidden.js';
import { Running } from './running-application.js';
import { SignInPage } from './sign-in.js';

/** It is loaded after the sign-in, which needs none of its menus and dialogs. */
const Shell = lazy(() => import('./shell.js'));

function Unreachable(failure: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <main className="door">
      <FailureBox {...failure} />
    </main>
  );
}

/** Both applications have this page. */
const SECURITY_PAGE: PageEntry = {
  path: SECURITY_PLACE.to,
  load: () => import('./security/security-page.js'),
};

/** Everything needs a session. Without one, the sign-in is shown at the same address. */
function Root() {
  const application = useContext(Running);
  const client = useQueryClient();
  const { data: session, error, refetch } = useSession();
  const { pathname } = useLocation();
  if (application === null) return null;
  if (application.pages.some(({ path, isOpen }) => isOpen === true && pathname.endsWith(path)))
    return <Outlet />;
  if (session === undefined)
    return error === null ? null : <Unreachable error={error} retry={() => void refetch()} />;
  if (session === null || session.needsSecondFactor)
    return (
      <SignInPage
        kind={application.kind}
        begun={session}
        then={(made) => {
          expectPage();
          client.setQueryData(SESSION_KEY, made);
        }}
      />
    );
  return (
    <Suspense fallback={null}>
      <Shell application={application} session={session} />
    </Suspense>
  );
}

function PageOfNothing() {
  return (
    <Empty icon={SearchIcon} title="There is no such page" actions={<ButtonLink to="/">Overview</ButtonLink>}>
      The address may be out of date.
    </Empty>
  );
}

const Broken = ({ error }: { readonly error: unknown }) => <FailedPage what="page" error={error} />;

/** Reads the query of a page as plain text: `?status=paid&chainCode=base`. The router would parse JSON. */
const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '');
  const text = new URLSearchParams(set as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
}

/** A page that the role may not read sends no requests. The API decides all the same. */
function componentOf(application: Application, page: PageEntry) {
  const Page = lazyRouteComponent(page.load);
  const scope = scopeOfPage(application, page);
  if (scope === null) return Page;
  const Guarded = () => (useCan(scope) ? <Page /> : <Forbidden scope={scope} />);
  return Object.assign(Guarded, { preload: () => Page.preload?.() });
}

function createPages(application: Application) {
  const root = createRootRoute({ component: Root });
  const routes = [...application.pages, SECURITY_PAGE].map((page) =>
    createRoute({ getParentRoute: () => root, path: page.path, component: componentOf(application, page) }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: application.basePath,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // The page of another object begins anew. Otherwise its dialogs would keep what was typed about the object before.
    defaultRemountDeps: ({ params }) => params,
    defaultPendingComponent: () => <Bones lines={4} />,
    defaultPendingMs: 150,
    defaultNotFoundComponent: PageOfNothing,
    defaultErrorComponent: Broken,
  });
}

/** The element in which an application is shown, and its session, which may still be loading. */
export interface Opening {
  readonly place: HTMLElement;
  readonly session: Promise<AppSession | null>;
  /** True: somebody has just signed in, so the form that had the focus is gone. */
  readonly isEntered?: boolean;
}

/** Starts an application in the page. */
export function startApplication(
  application: Application,
  { place, session, isEntered = false }: Opening,
): void {
  if (isEntered) expectPage();
  // The page says why it could not be read.
  queryClient.query({ queryKey: SESSION_KEY, queryFn: () => session }).catch(() => undefined);
  createRoot(place).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <Running value={application}>
            <RouterProvider router={createPages(application)} />
          </Running>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
