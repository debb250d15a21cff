import { createContext, useContext } from 'react';
import type { Application } from './application.js';

/** The application that runs in this window. */
export const Running = createContext<Application | null>(null);

/** Returns the page of a thing by its id; null: it has none here. */
export function usePageOfId(): (id: string) => string | null {
  const application = useContext(Running);
  return (id) => application?.pageOfId(id) ?? null;
}
