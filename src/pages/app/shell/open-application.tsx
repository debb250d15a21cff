import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { watchActivity } from '../data/user-activity.js';
import { beginAs, readSession, type AppKind, type AppSession } from '../data/session.js';
import { SignInPage } from './sign-in.js';
import type { Opening } from './start.js';

/**
 * Opens an application in the page. Whoever has no session finds the sign-in in the document itself and can type at once:
 * this makes it answer, and loads the application behind it. For everybody else the application is started.
 *
 * @param load loads the application, and returns what starts it. What was loaded before is there at once.
 */
export function openApplication(kind: AppKind, load: () => Promise<(opening: Opening) => void>): void {
  beginAs(kind);
  watchActivity();
  const place = document.getElementById('root');
  if (place === null) return;
  if (place.firstElementChild === null) {
    const session = readSession();
    // Whoever waits for it gets the rejection, and may not have begun to wait.
    session.catch(() => undefined);
    void load().then((start) => start({ place, session }));
    return;
  }
  const enter = async (session: AppSession): Promise<void> => {
    const start = await load();
    signIn.unmount();
    start({ place, session: Promise.resolve(session), isEntered: true });
  };
  const signIn = hydrateRoot(
    place,
    <StrictMode>
      <SignInPage kind={kind} begun={null} then={enter} />
    </StrictMode>,
  );
  // If it can't be loaded now, it is tried again after the sign-in, which then says so.
  load().catch(() => undefined);
}
