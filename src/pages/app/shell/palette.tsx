import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isolate } from '../../design/isolate.js';
import { useSession } from '../data/queries.js';
import { pageHeading, useReturn } from '../data/focus.js';
import { ArrowUpRightIcon, GoIcon, SearchIcon, type IconType } from '../parts/icons.js';
import { failureWords } from '../parts/states.js';
import { SECURITY_PLACE, type Application } from './application.js';
import { usePageOfId } from './running-application.js';

interface Destination {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly icon: IconType;
}

const TYPING_MS = 200;
/** Texts with fewer characters are not searched for, because hardly any reference or name is so short. */
const CHARACTERS_MIN = 3;

/** Finds the things with this name once the typing stops. */
function useThings({ findThings }: Application, words: string, scopes: readonly string[]) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const found = useQuery({
    queryKey: ['things', asked],
    queryFn: async () => (await findThings?.(asked, scopes)) ?? [],
    enabled: asked.length >= CHARACTERS_MIN && asked === words,
  });
  const things: readonly Destination[] = asked === words ? (found.data ?? []) : [];
  return { things, error: found.error };
}

function usePlaces(application: Application, query: string) {
  const scopes = useSession().data?.member.scopes ?? [];
  const words = query.trim();
  const { things, error } = useThings(application, words, scopes);
  const pageOfId = usePageOfId();
  const byId = pageOfId(words);
  const places = [...application.navigation.flatMap((group) => group.places), SECURITY_PLACE]
    .filter(({ scope }) => scope === null || scopes.includes(scope))
    .filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()));
  const { searched } = application;
  const found: readonly Destination[] =
    words === '' || byId !== null || searched === undefined
      ? []
      : [
          {
            to: searched.to,
            search: { search: words },
            label: `${searched.words} ${isolate(words)}`,
            icon: SearchIcon,
          },
        ];
  const shown: readonly Destination[] =
    byId === null
      ? // Found things arrive later. They stand last, so that they do not move what somebody aims at.
        [...places, ...found, ...things]
      : [{ to: byId, label: `Open ${isolate(words)}`, icon: ArrowUpRightIcon }, ...places];
  return { places: shown, error, typed: application.typed(scopes) };
}

/** Handles the keys of the window: ⌘K opens this search, / goes to the search field of the page's list. */
export function useShortcuts(openSearch: () => void): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        openSearch();
        return;
      }
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping = (target as Element).closest('input, textarea, select, [role="dialog"]') !== null;
      const search = document.querySelector<HTMLInputElement>('[data-search]');
      if (key !== '/' || ctrlKey || metaKey || altKey || isTyping || search === null) return;
      event.preventDefault();
      search.focus();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [openSearch]);
}

interface PaletteProps {
  readonly application: Application;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

function PaletteList({
  application,
  leave,
}: Pick<PaletteProps, 'application'> & { readonly leave: () => void }) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const { places, error, typed } = usePlaces(application, query);
  const go = (place: Destination | undefined): void => {
    if (place === undefined) return;
    leave();
    void navigate({ to: place.to, search: place.search ?? {} });
  };
  // The effect must return nothing: newer browsers return a promise here, and React would take it for a clean-up.
  useEffect(() => {
    document.getElementById(`place-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') go(places[at]);
    else if (step === 0) return;
    else setAt((at + step + places.length) % Math.max(1, places.length));
    event.preventDefault();
  };
  return (
    <>
      <div className="query">
        <SearchIcon size={20} aria-hidden="true" />
        <input
          role="combobox"
          // Keys typed right after ⌘K must not be lost.
          autoFocus
          aria-expanded="true"
          aria-controls="places"
          aria-activedescendant={places[at] === undefined ? undefined : `place-${at}`}
          aria-label={typed}
          placeholder={typed}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={move}
        />
      </div>
      {error !== null && <p className="none">{failureWords(error)}</p>}
      {places.length === 0 && (
        <p className="none">Nothing has this name. A reference, hash or address has to be typed whole.</p>
      )}
      <ul id="places" role="listbox" aria-label="Pages">
        {places.map(({ to, label, icon: Sign }, each) => (
          <li
            key={`${label} ${to}`}
            id={`place-${each}`}
            role="option"
            aria-selected={each === at}
            className="menu-item"
            data-highlighted={each === at ? '' : undefined}
            onPointerMove={() => setAt(each)}
            onClick={() => go(places[each])}
          >
            <Sign size={16} aria-hidden="true" />
            <span className="grow">{label}</span>
            {each === at && <GoIcon size={16} aria-hidden="true" />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A search that goes to any page by its name, and to any thing by its id, reference, address or hash. */
export function Palette({ application, isOpen, setOpen }: PaletteProps) {
  const back = useReturn(isOpen);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (isOpen) isLeaving.current = false;
  }, [isOpen]);
  const leave = (): void => {
    isLeaving.current = true;
    setOpen(false);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="modal palette"
          // After a choice, the focus goes to the chosen page.
          finalFocus={() => (isLeaving.current ? pageHeading() : back())}
        >
          <Dialog.Title className="out-of-sight">Go to</Dialog.Title>
          <PaletteList application={application} leave={leave} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
