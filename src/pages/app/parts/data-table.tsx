import { useNavigate } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { holdFocus } from '../data/focus.js';
import type { ListOf } from '../data/queries.js';
import { Button } from './button.js';
import { ArrowUpIcon } from './icons.js';
import { FailureBox, isTakenAway, useLate } from './states.js';
import { useSteadyRows } from './steady-rows.js';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns the column right, for figures. */
  readonly right?: boolean;
  /** True: the cells are buttons with their own labels, so the head is only for screen readers. */
  readonly isOrders?: boolean;
  /** Hides the column where the table is narrow. Use it for values that the row's page shows too. */
  readonly wideOnly?: boolean;
  /**
   * Gives the cell a line of its own, with the column's head, where rows are cards. Use it for values shown nowhere
   * else.
   */
  readonly isLine?: boolean;
}

interface TableProps<Row> {
  /** Names the rows for screen readers: `Invoices`. */
  readonly label: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The page that a row opens. */
  readonly linkOf?: (row: Row) => string;
}

const BONE_ROWS = 6;
const LINK = 'a.row-link';

/** Moves the focus from row to row by the arrow keys. Enter opens a row, because its name is a link. */
function moveByKey(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>(LINK)];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at + step];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

const classOf = <Row,>(
  { right = false, wideOnly = false, isLine = false }: Column<Row>,
  at: number,
): string | undefined =>
  [at === 0 ? 'name' : '', right ? 'right' : '', wideOnly ? 'wide-only' : '', isLine ? 'line' : '']
    .filter(Boolean)
    .join(' ') || undefined;

/** A table. Each row is one thing, and opens its page. A table of less than 680 px shows its rows as cards. */
export function DataTable<Row>({ label, columns, rows, keyOf, linkOf }: TableProps<Row>) {
  const navigate = useNavigate();
  const openRow = (event: MouseEvent, row: Row): void => {
    const isElsewhere = (event.target as Element).closest('a, button, input') !== null;
    if (linkOf === undefined || isElsewhere || getSelection()?.toString() !== '') return;
    const [link] = event.currentTarget.querySelectorAll<HTMLAnchorElement>(LINK);
    if (event.ctrlKey || event.metaKey) open(link?.href, '_blank', 'noopener');
    else void navigate({ to: linkOf(row) });
  };
  return (
    <div className="rows">
      <table className="table" aria-label={label} role="table" onKeyDown={moveByKey}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, at) => (
              <th key={column.head} scope="col" role="columnheader" className={classOf(column, at)}>
                {column.isOrders === true ? <span className="out-of-sight">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className={linkOf === undefined ? undefined : 'opens'}
              onClick={(event) => openRow(event, row)}
            >
              {columns.map((column, at) => (
                <td
                  key={column.head}
                  role="cell"
                  className={classOf(column, at)}
                  data-head={column.isLine === true ? column.head : undefined}
                >
                  {at === 0 && linkOf !== undefined ? (
                    <Link to={linkOf(row)} className="row-link">
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A placeholder for a table that is loading: its heads, and empty rows. */
function BoneTable<Row>({ columns }: Pick<TableProps<Row>, 'columns'>) {
  return (
    <div role="status" aria-label="Loading" className="rows">
      <table className="table" aria-hidden="true">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column.head} className={classOf(column, at)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: BONE_ROWS }, (_, row) => (
            <tr key={row}>
              {columns.map((column, at) => (
                <td key={column.head} className={classOf(column, at)}>
                  <span className="bone" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ListTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly list: ListOf<Row>;
  /** Replaces the table when there are no rows. */
  readonly empty: ReactNode;
  /** One and many, for the count: `['invoice', 'invoices']`. */
  readonly noun: readonly [one: string, many: string];
  /** True: the card shows only the first rows, and the list has its own page. */
  readonly isBrief?: boolean;
}

/** A button above a list. It says how many new rows wait, and shows them. */
export function ComeButton({
  come,
  noun,
  show,
}: {
  readonly come: number;
  readonly noun: ListTableProps<unknown>['noun'];
  readonly show: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const showByKey = (): void => {
    flushSync(show);
    // The button is gone, and had the focus. What it has shown comes next.
    place.current?.parentElement?.querySelector<HTMLElement>('.come ~ * :is(a, button)')?.focus();
    holdFocus();
  };
  return (
    <div className="come" role="status" ref={place}>
      {come > 0 && (
        <Button icon={ArrowUpIcon} onClick={({ detail }) => (detail === 0 ? showByKey() : show())}>
          {`${come} new ${noun[come === 1 ? 0 : 1]}`}
        </Button>
      )}
    </div>
  );
}

/** A list of the API: the loaded rows, their number, and a button for more. No row moves by itself. */
export function ListTable<Row>({ list, empty, noun, isBrief = false, ...table }: ListTableProps<Row>) {
  const { items, hasMore } = list;
  const isLate = useLate(list.isPending);
  const { rows, come, showCome, setUnder } = useSteadyRows(list, table.keyOf);
  if (list.error !== null && (items.length === 0 || isTakenAway(list.error)))
    return <FailureBox error={list.error} retry={list.retry} />;
  // The previous rows stay for a moment, because most answers come at once.
  if (list.isPending && (isLate || items.length === 0))
    return isLate ? <BoneTable columns={table.columns} /> : null;
  if (items.length === 0) return empty;
  const count = (of: number): string => `${of} ${noun[of === 1 ? 0 : 1]}`;
  return (
    <div className="list" onPointerEnter={() => setUnder(true)} onPointerLeave={() => setUnder(false)}>
      <ComeButton come={come} noun={noun} show={showCome} />
      <DataTable {...table} rows={rows} />
      <div className="list-foot" hidden={isBrief}>
        <span>{hasMore ? `The newest ${count(rows.length)}` : count(rows.length)}</span>
        {hasMore && (
          <Button busy={list.isLoadingMore} onClick={list.loadMore}>
            More
          </Button>
        )}
        {list.error !== null && <span>The newest could not be read. It is tried again.</span>}
      </div>
    </div>
  );
}
