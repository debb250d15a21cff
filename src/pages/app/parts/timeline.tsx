import type { ReactNode } from 'react';
import { At } from './figures.js';
import { DotIcon, WaitingIcon } from './icons.js';
import { TONE_ICONS, type Tone } from './status.js';

/** A neutral fact (`waiting`) has already happened, so its icon is a dot and not a clock. */
const SIGNS = { ...TONE_ICONS, waiting: DotIcon, due: WaitingIcon } as const;

/** One step of a timeline. */
export interface TimelineStep {
  readonly key: string;
  /** `due`: it has not happened yet. */
  readonly tone: Tone | 'due';
  readonly fact: ReactNode;
  /** Details: its source, and what followed. */
  readonly more?: ReactNode;
  /** Null: not known yet. */
  readonly at: string | null;
}

/** A timeline, the newest step last. Steps that are due stand at the end. */
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
