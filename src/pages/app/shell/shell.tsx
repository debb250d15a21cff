import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { AppSession } from '../data/session.js';
import { OfflineBar } from '../parts/states.js';
import { Toasts } from '../parts/toast.js';
import { SECURITY_PLACE, type Application } from './application.js';
import { ConfirmIdentity } from './confirm-identity.js';
import { Palette, useShortcuts } from './palette.js';
import { Bar, Navigation } from './navigation.js';
import { StaleBar } from './stale-bar.js';

/** The frame around every page after the sign-in. */
export default function Shell({
  application,
  session,
}: {
  readonly application: Application;
  readonly session: AppSession;
}) {
  const [isSearching, setSearching] = useState(false);
  const [openSearch] = useState(() => () => setSearching(true));
  useShortcuts(openSearch);
  const { pathname } = useLocation();
  // Until the passkey is registered, every other page would be refused.
  const isLedAway = session.needsPasskey && !pathname.endsWith(SECURITY_PLACE.to);
  const given = { application, session, openSearch };
  return (
    <>
      <div className="shell">
        <a className="skip" href="#main">
          Skip to the page
        </a>
        <Bar {...given} />
        <Navigation {...given} />
        <main id="main" className="main" tabIndex={-1}>
          <OfflineBar />
          <StaleBar />
          {isLedAway ? <Navigate to={SECURITY_PLACE.to} replace /> : <Outlet />}
        </main>
        <Palette application={application} isOpen={isSearching} setOpen={setSearching} />
      </div>
      <ConfirmIdentity />
      <Toasts />
    </>
  );
}
