import { useId, type ComponentProps, type ReactNode } from 'react';
import { ChevronDownIcon } from './icons.js';

interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Says what is wrong with the value. */
  readonly wrong?: string | undefined;
  readonly optional?: boolean;
}

interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A label and a control. Below it stands the hint, or what is wrong. */
export function FieldFrame({
  label,
  hint,
  wrong,
  optional = false,
  children,
}: FieldWords & { readonly children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const below = wrong ?? hint;
  const ids = {
    id,
    'aria-describedby': below === undefined ? undefined : `${id}-below`,
    'aria-invalid': wrong === undefined ? undefined : (true as const),
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {children(ids)}
      {below !== undefined && (
        <div id={`${id}-below`} className={wrong === undefined ? 'hint' : 'wrong'}>
          {below}
        </div>
      )}
    </div>
  );
}

type Control<Tag extends 'input' | 'select' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'className' | 'id' | 'onChange' | 'value'
> & { readonly value: string; readonly onValue: (value: string) => void };

export function TextField({
  label,
  hint,
  wrong,
  optional,
  value,
  onValue,
  ...others
}: FieldWords & Control<'input'>) {
  return (
    <FieldFrame label={label} hint={hint} wrong={wrong} optional={optional ?? false}>
      {(ids) => (
        <input
          {...others}
          {...ids}
          className="input"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

export function LongTextField({
  label,
  hint,
  wrong,
  optional,
  value,
  onValue,
  ...others
}: FieldWords & Control<'textarea'>) {
  return (
    <FieldFrame label={label} hint={hint} wrong={wrong} optional={optional ?? false}>
      {(ids) => (
        <textarea
          {...others}
          {...ids}
          className="input"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

/** Options as value and words. */
export type Options = readonly (readonly [value: string, words: string])[];

/** A choice without a visible label. It needs an `aria-label`. */
export function SelectBox({
  choices,
  value,
  onValue,
  ...others
}: { readonly choices: Options; readonly id?: string } & Control<'select'>) {
  return (
    <span className="select">
      <select {...others} className="input" value={value} onChange={(event) => onValue(event.target.value)}>
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={16} />
    </span>
  );
}

export function ChoiceField({
  label,
  hint,
  wrong,
  optional,
  ...others
}: FieldWords & { readonly choices: Options } & Control<'select'>) {
  return (
    <FieldFrame label={label} hint={hint} wrong={wrong} optional={optional ?? false}>
      {(ids) => <SelectBox {...others} {...ids} />}
    </FieldFrame>
  );
}

export function CheckField({
  label,
  hint,
  checked,
  onValue,
  ...others
}: {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onValue: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly name?: string;
}) {
  return (
    <label className="check">
      <input
        {...others}
        type="checkbox"
        checked={checked}
        onChange={(event) => onValue(event.target.checked)}
      />
      <span>{label}</span>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </label>
  );
}
