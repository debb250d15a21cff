import type { ReactNode } from 'react';
import { At } from './figures.js';
import { DotIcon, WaitingIcon } from './icons.js';
import { TONE_ICONS, type Tone } from './status.js';

/** What has happened does not wait: a fact without a tone of its own is a point on the line. */
const SIGNS = { ...TONE_ICONS, waiting: DotIcon, due: WaitingIcon } as const;

/** One fact in the life of something. */
export interface TimelineStep {
  readonly key: string;
  /** `due`: it has not happened yet. */
  readonly tone: Tone | 'due';
  readonly fact: ReactNode;
  /** What followed of it, and who says so. */
  readonly more?: ReactNode;
  /** Null: not known yet. */
  readonly at: string | null;
}

/** The life of something, newest last. What is due stands at the end, drawn open. */
export function TimelineList({ of }: { readonly of: readonly TimelineStep[] }) {
  return (
    <ol className="timeline">
      {of.map(({ key, tone, fact, more, at }) => {
        const Sign = SIGNS[tone];
        return (
          <li key={key} className={tone}>
            <span className="sign">
              <Sign size={16} aria-hidden="true" />
            </span>
            <div>
              <p className="fact">{fact}</p>
              {more !== undefined && more !== null && <div className="more">{more}</div>}
            </div>
            {at !== null && <At time={at} precision="second" />}
          </li>
        );
      })}
    </ol>
  );
}
