import { createContext, useContext } from 'react';
import { useSession } from '../data/queries.js';
import { mayOpen, type Application } from './application.js';

/** The application that runs in this window. */
export const Running = createContext<Application | null>(null);

/** Returns a function that says whether the signed-in person may open a path. Nobody is led to a page that is closed to them. */
export function useMayOpen(): (path: string) => boolean {
  const application = useContext(Running);
  const scopes = useSession().data?.member.scopes ?? [];
  return (path) => application !== null && mayOpen(application, path, scopes);
}

/** Returns a function that finds the page of an id. Null: there is none, or the person may not open it. */
export function usePageOfId(): (id: string) => string | null {
  const application = useContext(Running);
  const may = useMayOpen();
  return (id) => {
    const page = application?.pageOfId(id) ?? null;
    return page !== null && may(page) ? page : null;
  };
}
