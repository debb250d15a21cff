import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../data/queries.js';
import { signOut, type AppSession } from '../data/session.js';
import { IconButton } from '../parts/button.js';
import { ChevronDownIcon, MenuIcon, SearchIcon, ShieldIcon, SignOutIcon } from '../parts/icons.js';
import { tellFailure } from '../parts/toast.js';
import { SECURITY_PLACE, type Application } from './application.js';

const nameOf = ({ merchant, operator, member }: AppSession): string =>
  merchant?.name ?? operator?.name ?? member.name;

function Who({ session }: { readonly session: AppSession }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = (): void => {
    signOut().then(
      () => {
        client.clear();
        location.reload();
      },
      (error: unknown) => tellFailure(error, 'You are still signed in.'),
    );
  };
  const name = nameOf(session);
  return (
    <Menu.Root>
      <Menu.Trigger className="who">
        <span className="letters" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className="names">
          <span>{name}</span>
          <span>{session.member.email}</span>
        </span>
        <ChevronDownIcon size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu" align="start" sideOffset={4}>
          <Menu.Popup className="menu-items">
            <div className="about">
              <b>{session.member.name}</b>
              <bdi>{session.member.email}</bdi> · {session.member.role}
            </div>
            <Menu.Item className="menu-item" onClick={() => void navigate({ to: SECURITY_PLACE.to })}>
              <ShieldIcon size={16} />
              {SECURITY_PLACE.label}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={leave}>
              <SignOutIcon size={16} />
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Places({ application, label }: { readonly application: Application; readonly label: string }) {
  const scopes = useSession().data?.member.scopes ?? [];
  return (
    <nav className="nav" aria-label={label}>
      {application.navigation.map(({ name, places }) => {
        const seen = places.filter(({ scope }) => scope === null || scopes.includes(scope));
        if (seen.length === 0) return null;
        return (
          <div key={name ?? ''} className="group">
            {name !== null && <span className="group-name">{name}</span>}
            {seen.map(({ to, label: words, icon: Sign }) => (
              <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Sign size={16} aria-hidden="true" />
                {words}
              </Link>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

interface NavigationProps {
  readonly application: Application;
  readonly session: AppSession;
  readonly openSearch: () => void;
}

/** The navigation beside the page, on wide windows. */
export function Navigation({ application, session, openSearch }: NavigationProps) {
  return (
    <div className="side">
      <Who session={session} />
      <button type="button" className="go-to" onClick={openSearch}>
        <SearchIcon size={16} aria-hidden="true" />
        Go to
        <kbd aria-hidden="true">{/mac/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Places application={application} label="Pages" />
    </div>
  );
}

/** The same as a bar with a menu, on narrow windows. */
export function Bar({ application, session, openSearch }: NavigationProps) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="bar">
      <Who session={session} />
      <IconButton label="Go to" icon={SearchIcon} onClick={openSearch} />
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <IconButton label="Menu" icon={MenuIcon} onClick={() => setOpen(true)} aria-expanded={isOpen} />
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="modal drawer">
            <Dialog.Title className="out-of-sight">Pages</Dialog.Title>
            <Places application={application} label="Pages in the menu" />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  );
}
