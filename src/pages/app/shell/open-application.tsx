import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { watchActivity } from '../data/user-activity.js';
import { beginAs, readSession, type AppKind, type AppSession } from '../data/session.js';
import { FailedPage } from './failed-page.js';
import { SignInPage } from './sign-in.js';
import type { Opening } from './start.js';

/**
 * Opens an application in the page. Without a session, the document itself contains the sign-in, so that people can type at
 * once. This function then makes the form work, and loads the application in the background. With a session, it starts the
 * application.
 *
 * @param load loads the application, and returns the function that starts it. A second call uses what was loaded before.
 */
export function openApplication(kind: AppKind, load: () => Promise<(opening: Opening) => void>): void {
  beginAs(kind);
  watchActivity();
  const place = document.getElementById('root');
  if (place === null) return;
  if (place.firstElementChild === null) {
    const session = readSession();
    // The application handles the rejection later. Until then it must not count as unhandled.
    session.catch(() => undefined);
    void load().then(
      (start) => start({ place, session }),
      (error: unknown) =>
        createRoot(place).render(
          <main className="door">
            <FailedPage what="application" error={error} />
          </main>,
        ),
    );
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
  // If it can't be loaded now, it is loaded again after the sign-in, and the form shows that failure.
  load().catch(() => undefined);
}
