import { Menu } from '@base-ui/react/menu';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { shorten } from '../../data/figures.js';
import { readFirstRow, saveFile, useWhole } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { SelectBox, type Options } from '../../parts/field.js';
import { CheckIcon, ChevronDownIcon, DownloadIcon, SearchIcon, type IconType } from '../../parts/icons.js';
import { Quoted } from '../../parts/figures.js';
import { Empty } from '../../parts/states.js';
import type { StatusWords } from '../../parts/status.js';
import { tellFailure } from '../../parts/toast.js';
import { isIdOf } from './known-values.js';

const TYPING_MS = 250;

export type FilterValues = Readonly<Record<string, string | undefined>>;

/** The filters of a list. They are in the page's address, so a filtered list can be bookmarked, shared and gone back to. */
export function useFilters(): readonly [
  filters: FilterValues,
  set: (changes: Readonly<Record<string, string>>) => void,
] {
  const filters: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (changes: Readonly<Record<string, string>>): void => {
    const next = { ...filters, ...changes };
    const kept = Object.entries(next).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '.', search: Object.fromEntries(kept), replace: true });
  };
  return [filters, set];
}

/** Says whether a query has any filter. If it has, an empty list means only that nothing fits. */
export const isAnySet = (query: FilterValues): boolean =>
  Object.values(query).some((value) => value !== undefined);

/** Returns statuses as the choices of a filter. */
export const choicesOf = (words: Readonly<Record<string, StatusWords>>): Options =>
  Object.entries(words).map(([status, [, word]]) => [status, word]);

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** The text when nothing is chosen, such as `Any status`. */
  readonly any: string;
  readonly choices: Options;
}

/** A filter with one choice. */
export function FilterChoice({ name, label, any, choices }: ChoiceProps) {
  const [filters, set] = useFilters();
  const value = filters[name] ?? '';
  // The filter in force is shown even if it can't be chosen any more.
  const isOther = value !== '' && !choices.some(([each]) => each === value);
  const other: Options = isOther ? [[value, value]] : [];
  return (
    <SelectBox
      aria-label={label}
      data-set={value !== ''}
      choices={[['', any], ...choices, ...other]}
      value={value}
      onValue={(next) => set({ [name]: next })}
    />
  );
}

/** A filter with any number of choices: `status=paid,underpaid`. */
export function FilterMany({ name, label, any, choices }: ChoiceProps) {
  const [filters, set] = useFilters();
  const known = choices.filter(([value]) => (filters[name] ?? '').split(',').includes(value));
  const [chosen, words] = [known.map(([value]) => value), known.map(([, word]) => word)];
  const choose = (value: string, isChosen: boolean): void => {
    const next = isChosen ? [...chosen, value] : chosen.filter((each) => each !== value);
    set({ [name]: next.join(',') });
  };
  return (
    <Menu.Root>
      <Menu.Trigger
        className="input choosing"
        data-set={chosen.length > 0}
        aria-label={`${label}: ${words.join(', ') || any}`}
      >
        <span>{words.length > 2 ? `${words.length} of ${choices.length}` : words.join(', ') || any}</span>
        <ChevronDownIcon size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu" align="start" sideOffset={4}>
          <Menu.Popup className="menu-items" aria-label={label}>
            {choices.map(([value, word]) => (
              <Menu.CheckboxItem
                key={value}
                className="menu-item"
                checked={chosen.includes(value)}
                onCheckedChange={(isChosen) => choose(value, isChosen)}
                closeOnClick={false}
              >
                <span className="tick">
                  <Menu.CheckboxItemIndicator>
                    <CheckIcon size={16} aria-hidden="true" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {word}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** A filter by any number of statuses. */
export const FilterStatus = ({ words }: { readonly words: Readonly<Record<string, StatusWords>> }) => (
  <FilterMany name="status" label="Status" any="Any status" choices={choicesOf(words)} />
);

/** A filter by text. It applies when the typing stops. */
export function FilterText({
  name,
  label,
  hint = label,
  isAsked = () => true,
}: {
  readonly name: string;
  readonly label: string;
  /** Says in the empty field what can be typed. */
  readonly hint?: string;
  /** Says whether the API takes the text. A text that it would refuse is not applied. */
  readonly isAsked?: (text: string) => boolean;
}) {
  const [filters, set] = useFilters();
  const inAddress = filters[name] ?? '';
  const [typed, setTyped] = useState(inAddress);
  const words = typed.trim();
  const applies = words === '' || isAsked(words);
  // The text that this field has set. While the page changes to it, somebody may type on.
  const own = useRef(inAddress);
  useEffect(() => {
    if (inAddress === own.current) return;
    own.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (words === inAddress || !applies) return undefined;
    const timer = setTimeout(() => {
      own.current = words;
      set({ [name]: words });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <span className="search">
      <SearchIcon size={16} aria-hidden="true" />
      <input
        className="input"
        type="search"
        data-search
        aria-label={label}
        placeholder={hint}
        aria-invalid={applies ? undefined : true}
        title={applies ? undefined : NOT_WHOLE}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {!applies && (
        <span className="out-of-sight" role="status">
          {NOT_WHOLE}
        </span>
      )}
    </span>
  );
}

const NOT_WHOLE = 'It applies when it is a whole id';

/** A filter by the id of a thing. It applies when the id is whole. */
export const FilterId = ({
  name,
  label,
  prefix,
}: {
  readonly name: string;
  readonly label: string;
  /** The prefix of these ids: `mer`. */
  readonly prefix: string;
}) => <FilterText name={name} label={label} isAsked={(text) => isIdOf(prefix, text)} />;

/** A filter by one of the offered assets, as `chain/TOKEN`. */
export function FilterAsset({
  label = 'Asset',
  any = 'Any asset',
}: {
  readonly label?: string;
  readonly any?: string;
}) {
  const { data } = useWhole('/v1/assets', {}, { refresh: false });
  const choices = (data ?? []).map(({ chainCode, tokenSymbol, chainName }): [string, string] => [
    `${chainCode}/${tokenSymbol}`,
    `${tokenSymbol} on ${chainName}`,
  ]);
  return <FilterChoice name="asset" label={label} any={any} choices={choices} />;
}

/** Returns the asset of a filter as the API takes it. A chain without a token stands for all assets there. */
export function assetOf(asset: string | undefined): { chainCode?: string; tokenSymbol?: string } {
  const [chainCode = '', tokenSymbol] = (asset ?? '').split('/');
  if (chainCode === '') return {};
  return { chainCode, ...(tokenSymbol !== undefined && { tokenSymbol }) };
}

export const HELD_CHOICES = [
  ['true', 'Held'],
  ['false', 'Not held'],
] as const;

/** A filter by held money, which waits for a decision. */
export const FilterHeld = () => (
  <FilterChoice name="held" label="Held money" any="Held or not" choices={HELD_CHOICES} />
);

/** The lists that can be saved as a file. */
export type SavedPath =
  | '/v1/invoices'
  | '/v1/checkouts'
  | '/v1/withdrawals'
  | '/v1/balances/transactions'
  | '/web/v1/webhook-deliveries';

/**
 * Saves the whole list that the filters select, not only the loaded rows. The browser writes the file while it arrives,
 * so the list may be of any length. One row is read first: if the session has ended, the reader is asked to sign in.
 */
export function SaveCsv({ path, query }: { readonly path: SavedPath; readonly query: FilterValues }) {
  const save = useMutation({
    mutationFn: () => readFirstRow(path, query),
    onSuccess: () => saveFile(`${path}.csv`, query),
    onError: (error) => tellFailure(error, 'No file was made.'),
  });
  return (
    <Button icon={DownloadIcon} busy={save.isPending} onClick={() => save.mutate()}>
      CSV
    </Button>
  );
}

/** Replaces a list when nothing fits the filters. Its button clears them. */
export function NothingFits({
  icon,
  title,
  children,
}: {
  readonly icon: IconType;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  const [filters, set] = useFilters();
  const clear = (): void => set(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])));
  return (
    <Empty icon={icon} title={title} actions={<Button onClick={clear}>Show all</Button>}>
      {children}
    </Empty>
  );
}

/** Says which values of the address were left out. */
function Dropped({ values }: { readonly values: readonly string[] }) {
  const key = JSON.stringify(values);
  const [said, say] = useState<readonly string[]>([]);
  // Screen readers read a status only when it was there before its text.
  useEffect(() => say(values), [key]);
  const isOne = said.length === 1;
  // A value may be as long as an address can be.
  const names = said.map((value) => shorten(value, 30, 6)).join(', ');
  return (
    <p className={said.length === 0 ? 'out-of-sight' : 'dropped small muted'} role="status">
      {said.length > 0 && (
        <>
          <Quoted name={names} /> {isOne ? 'was' : 'were'} left out: no filter on this page has{' '}
          {isOne ? 'this value' : 'these values'}.
        </>
      )}
    </p>
  );
}

/** The filters of a list. `dropped`: the values of the address that their filters do not have. */
export function Filters({
  children,
  end,
  dropped = [],
}: {
  readonly children: ReactNode;
  readonly end?: ReactNode;
  readonly dropped?: readonly string[];
}) {
  const [filters, set] = useFilters();
  const names = Object.keys(filters);
  return (
    <div className="filters" role="search">
      {children}
      {names.length > 0 && (
        <Button look="quiet" onClick={() => set(Object.fromEntries(names.map((name) => [name, ''])))}>
          Clear
        </Button>
      )}
      {end !== undefined && <span className="spread">{end}</span>}
      <Dropped values={dropped} />
    </div>
  );
}
