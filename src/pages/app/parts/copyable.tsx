import { useEffect, useState } from 'react';
import { shorten } from '../data/figures.js';
import { CheckIcon, CopyIcon } from './icons.js';

const SAID_MS = 1_600;

/** Copies a text. `isCopied` is true for a moment afterwards. */
export function useCopying(): readonly [isCopied: boolean, copy: (text: string) => void] {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return undefined;
    const timer = setTimeout(() => setCopiedAt(0), SAID_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = (text: string): void => {
    void navigator.clipboard.writeText(text).then(() => setCopiedAt(Date.now()));
  };
  return [copiedAt !== 0, copy];
}

/** A button that copies, and says so. */
export function CopyIt({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, copy] = useCopying();
  return (
    <>
      <button
        type="button"
        aria-label={`Copy ${what}`}
        title={`Copy ${what}`}
        onClick={(event) => {
          event.stopPropagation();
          copy(text);
        }}
      >
        {isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
      </button>
      <span className="said" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  );
}

/** An id, address, hash or link with a copy button. It is shortened to its ends; the pointer shows all of it. */
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
  return (
    <span className={whole ? 'copyable whole' : 'copyable'}>
      <span className="text" title={whole ? undefined : text}>
        {whole ? text : shorten(text, start, 6)}
      </span>
      <CopyIt text={text} what={what} />
    </span>
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
  const [isCopied, copy] = useCopying();
  return (
    <div className={oneLine ? 'secret one-line' : 'secret'}>
      <code title={oneLine ? secret : undefined}>{secret}</code>
      <button type="button" className="button" aria-label={`Copy ${what}`} onClick={() => copy(secret)}>
        {isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
        <span role="status">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
    </div>
  );
}
