import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { readWholeList, useRead } from '../data/queries.js';
import { saveFile, toCsv, type CsvColumn } from '../data/csv.js';
import type { ItemOf, ListPath } from '../../../client/client.js';
import { Button } from '../parts/button.js';
import { SelectBox, type Options } from '../parts/field.js';
import { DownloadIcon, SearchIcon } from '../parts/icons.js';
import { failureWords } from '../parts/states.js';
import { tell } from '../parts/toast.js';

const TYPING_MS = 250;

/** The filters of a list, which stand in the address: it can be kept, sent and gone back to. */
export function useFilters(): readonly [
  filters: Readonly<Record<string, string | undefined>>,
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

/** One filter by choice. */
export function FilterChoice({
  name,
  label,
  any,
  choices,
}: {
  readonly name: string;
  readonly label: string;
  /** What stands there when nothing is chosen: `Any status`. */
  readonly any: string;
  readonly choices: Options;
}) {
  const [filters, set] = useFilters();
  const value = filters[name] ?? '';
  return (
    <SelectBox
      aria-label={label}
      data-set={value !== ''}
      choices={[['', any], ...choices]}
      value={value}
      onValue={(next) => set({ [name]: next })}
    />
  );
}

/** One filter by text. It is asked for when the typing stops. */
export function FilterText({ name, label }: { readonly name: string; readonly label: string }) {
  const [filters, set] = useFilters();
  const inAddress = filters[name] ?? '';
  const [typed, setTyped] = useState(inAddress);
  useEffect(() => setTyped(inAddress), [inAddress]);
  useEffect(() => {
    if (typed.trim() === inAddress) return undefined;
    const timer = setTimeout(() => set({ [name]: typed.trim() }), TYPING_MS);
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
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </span>
  );
}

const DAY_MS = 86_400_000;
const SPANS: Options = [
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['365', 'Last year'],
];

/** A span of time up to now, in days. */
export function FilterSpan() {
  return <FilterChoice name="days" label="Time" any="Any time" choices={SPANS} />;
}

/** Since when, for the API. It stays the same for a minute, so that the same question is asked again. */
export function sinceOf(days: string | undefined): string | undefined {
  const span = Number(days);
  if (!(span > 0)) return undefined;
  return new Date(Math.floor((Date.now() - span * DAY_MS) / 60_000) * 60_000).toISOString();
}

/** The asset as `chain/TOKEN`, of those that are offered. */
export function FilterAsset() {
  const { data } = useRead('/v1/assets', {}, { refresh: false });
  const choices = (data ?? []).map(({ chainCode, tokenSymbol, chainName }): [string, string] => [
    `${chainCode}/${tokenSymbol}`,
    `${tokenSymbol} on ${chainName}`,
  ]);
  return <FilterChoice name="asset" label="Asset" any="Any asset" choices={choices} />;
}

export function assetOf(asset: string | undefined): { chainCode?: string; tokenSymbol?: string } {
  const [chainCode, tokenSymbol] = (asset ?? '').split('/');
  return chainCode === undefined || tokenSymbol === undefined ? {} : { chainCode, tokenSymbol };
}

/** Saves the whole list that the filters show, not only the rows that were loaded. */
export function SaveCsv<P extends ListPath>({
  name,
  path,
  query,
  columns,
}: {
  readonly name: string;
  readonly path: P;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly columns: readonly CsvColumn<ItemOf<P>>[];
}) {
  const [isBusy, setBusy] = useState(false);
  const save = (): void => {
    setBusy(true);
    readWholeList(path, query)
      .then(
        (rows) => saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, toCsv(columns, rows)),
        (error: unknown) => tell(`No file was made. ${failureWords(error)}`),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Button icon={DownloadIcon} busy={isBusy} onClick={save}>
      CSV
    </Button>
  );
}

export function Filters({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    <div className="filters" role="search">
      {children}
      {end !== undefined && <span className="spread">{end}</span>}
    </div>
  );
}
