import { useState } from 'react';
import { CheckField, ChoiceField, LongTextField } from './field.js';
import { At } from './figures.js';

/** Returns the entries of a field that takes one on each line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The choice of scopes of a key. `isOpen` says which scopes may be given; by default all. */
export function ScopeFields<Scope extends string>({
  words,
  legend,
  value,
  onValue,
  isOpen = () => true,
}: {
  readonly words: Readonly<Record<Scope, string>>;
  readonly legend: string;
  readonly value: readonly Scope[];
  readonly onValue: (scopes: readonly Scope[]) => void;
  readonly isOpen?: (scope: Scope) => boolean;
}) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {(Object.keys(words) as Scope[]).map((scope) => (
        <CheckField
          key={scope}
          label={words[scope]}
          disabled={!isOpen(scope)}
          checked={value.includes(scope)}
          onValue={(checked) => onValue(checked ? [...value, scope] : value.filter((each) => each !== scope))}
        />
      ))}
    </fieldset>
  );
}

interface Typed {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The IP addresses that may use a key. */
export const IpRangesField = (typed: Typed) => (
  <LongTextField
    label="IP addresses"
    hint="One on each line, also as ranges: 203.0.113.0/24. Empty: it may be used from anywhere."
    optional
    spellCheck={false}
    {...typed}
  />
);

/** Shows from where a key may be used, and until when. */
export function FromAndUntil({
  ips,
  expiresAt,
}: {
  readonly ips: readonly string[];
  readonly expiresAt: string | null;
}) {
  return (
    <span className="under">
      {ips.length === 0 ? 'From anywhere' : `From ${ips.join(', ')}`}
      {expiresAt !== null && (
        <>
          , until <At time={expiresAt} />
        </>
      )}
    </span>
  );
}

const DAY_MS = 86_400_000;
const ENDS = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const;

/** The choice of when a key ends. */
export const EndField = (typed: Typed) => (
  <ChoiceField label="It ends" name="ends" choices={ENDS} {...typed} />
);

/** The state of the field for a key's end. `expiresAt` returns the end as the API takes it. */
export function useEnd(): { readonly field: Typed; readonly expiresAt: () => string | null } {
  const [days, setDays] = useState('');
  // If the answer to an order is lost, the same order is given again. So its time must not move.
  const [openedMs] = useState(() => Date.now());
  return {
    field: { value: days, onValue: setDays },
    expiresAt: () => (days === '' ? null : new Date(openedMs + Number(days) * DAY_MS).toISOString()),
  };
}
