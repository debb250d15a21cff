import { createContext, useContext } from 'react';
import type { Application } from './application.js';

/** The application that runs in this window. */
export const Running = createContext<Application | null>(null);

/** Returns a function that finds the page of an id. Null: this application has no page for it. */
export function usePageOfId(): (id: string) => string | null {
  const application = useContext(Running);
  return (id) => application?.pageOfId(id) ?? null;
}
