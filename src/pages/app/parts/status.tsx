import type { ReactNode } from 'react';
import {
  AlertIcon,
  BanIcon,
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  EyeIcon,
  PauseIcon,
  type IconType,
} from './icons.js';

/** What a status means for the reader. The names are those of the colour tokens. `ended`: it is over, and nothing is wrong. */
export type Tone = 'waiting' | 'seen' | 'done' | 'attention' | 'failed' | 'held' | 'ended';

/** A word for a status, and its tone. */
export type StatusWords = readonly [tone: Tone, word: string];

export const TONE_ICONS: Readonly<Record<Tone, IconType>> = {
  waiting: ClockIcon,
  seen: EyeIcon,
  done: CheckCircleIcon,
  attention: AlertIcon,
  failed: CrossCircleIcon,
  held: PauseIcon,
  ended: BanIcon,
};

/** A status as an icon and a word, never by its colour alone. */
export function StatusWord({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const Sign = TONE_ICONS[tone];
  return (
    <span className={`status ${tone}`}>
      <Sign size={16} aria-hidden="true" />
      {children}
    </span>
  );
}

/** The word for a status. */
export const StatusOf = ({ words: [tone, word] }: { readonly words: StatusWords }) => (
  <StatusWord tone={tone}>{word}</StatusWord>
);

/** A status as a sentence, with further words and buttons. */
export function Notice({
  tone,
  title,
  children,
  actions,
}: {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const Sign = TONE_ICONS[tone];
  return (
    <div className={`notice ${tone}`}>
      <Sign size={16} aria-hidden="true" />
      <div className="words">
        <p className="title">{title}</p>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && actions !== false && <div className="actions">{actions}</div>}
    </div>
  );
}
