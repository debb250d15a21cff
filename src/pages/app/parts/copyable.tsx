import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { shorten } from '../data/figures.js';
import { Button } from './button.js';
import { CheckIcon, CopyIcon } from './icons.js';

const SAID_MS = 1_600;

/** The result of copying. It is shown for a moment. */
type Copied = 'Copied' | 'Not copied';

/** Copies a text and returns the result to show, because a browser may refuse it. */
function useCopying(): readonly [said: Copied | null, copy: (text: string) => void] {
  const [last, setLast] = useState<{ readonly said: Copied } | null>(null);
  useEffect(() => {
    if (last === null) return undefined;
    const timer = setTimeout(() => setLast(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const copy = (text: string): void => {
    const say = (said: Copied) => () => setLast({ said });
    // Without a secure connection there is no clipboard at all, and this rejects too.
    const write = async (): Promise<void> => navigator.clipboard.writeText(text);
    write().then(say('Copied'), say('Not copied'));
  };
  return [last?.said ?? null, copy];
}

const EDGE_PX = 8;

/** The whole of a shortened text, in a layer near its place. */
function WholeText({ text, near }: { readonly text: string; readonly near: HTMLElement | null }) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null || near === null) return;
    current.showPopover();
    const { left, top, bottom } = near.getBoundingClientRect();
    const { width, height } = current.getBoundingClientRect();
    const rightmost = document.documentElement.clientWidth - width - EDGE_PX;
    const hasRoomBelow = bottom + height + EDGE_PX < innerHeight;
    current.style.left = `${Math.max(EDGE_PX, Math.min(left, rightmost))}px`;
    current.style.top = `${hasRoomBelow ? bottom + 4 : top - height - 4}px`;
  }, [near]);
  return (
    <span ref={box} popover="manual" className="whole-text">
      {text}
    </span>
  );
}

/**
 * A button that copies, and says so. With `shortened`, the whole text is shown while the button has the keyboard's
 * focus, and after copying.
 */
export function CopyIt({
  text,
  what,
  shortened = false,
}: {
  readonly text: string;
  readonly what: string;
  readonly shortened?: boolean;
}) {
  const [said, copy] = useCopying();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [isFocused, setFocused] = useState(false);
  return (
    <>
      <button
        ref={setPlace}
        type="button"
        aria-label={`Copy ${what}`}
        title={`Copy ${what}`}
        onClick={(event) => {
          event.stopPropagation();
          copy(text);
        }}
        // After a click the whole text is shown only for a moment.
        onFocus={({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
      >
        {said === 'Copied' ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
      </button>
      <span className="said" role="status">
        {said}
      </span>
      {shortened && (isFocused || said !== null) && <WholeText text={text} near={place} />}
    </>
  );
}

/** An id, address, hash or link with a copy button. It is shortened to its ends; the pointer and the focus show all of it. */
export function Copyable({
  text,
  what,
  whole = false,
}: {
  readonly text: string;
  /** Names the text in the button's label: `address`. */
  readonly what: string;
  /** True: it is not shortened. */
  readonly whole?: boolean;
}) {
  const start = text.startsWith('0x') ? 8 : text.indexOf('_') + 7;
  const shown = whole ? text : shorten(text, start, 6);
  return (
    <span className={whole ? 'copyable whole' : 'copyable'}>
      <span className="text" title={whole ? undefined : text}>
        {shown}
      </span>
      <CopyIt text={text} what={what} shortened={shown !== text} />
    </span>
  );
}

/** A button with words that copies a text, and says so. */
export function CopyText({ text, label }: { readonly text: string; readonly label?: string }) {
  const [said, copy] = useCopying();
  return (
    <Button icon={said === 'Copied' ? CheckIcon : CopyIcon} aria-label={label} onClick={() => copy(text)}>
      <span role="status">{said ?? 'Copy'}</span>
    </Button>
  );
}

/** A secret that is shown once. `oneLine` cuts it to one line: the beginning of a link is enough to recognise it. */
export function SecretOnce({
  secret,
  what,
  oneLine = false,
}: {
  readonly secret: string;
  readonly what: string;
  readonly oneLine?: boolean;
}) {
  return (
    <div className={oneLine ? 'secret one-line' : 'secret'}>
      <code title={oneLine ? secret : undefined}>{secret}</code>
      <CopyText text={secret} label={`Copy ${what}`} />
    </div>
  );
}
