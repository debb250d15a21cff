import { useNavigate } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { ListOf } from '../data/queries.js';
import { Button } from './button.js';
import { ArrowUpIcon } from './icons.js';
import { FailureBox, isTakenAway, useLate } from './states.js';
import { useSteadyRows } from './steady-rows.js';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand right. */
  readonly right?: boolean;
  /** Its cells are buttons, which say themselves what they do: its head is heard only. */
  readonly isOrders?: boolean;
  /** Left out where the window is narrow. */
  readonly wideOnly?: boolean;
}

interface TableProps<Row> {
  /** What the rows are, for those who don't see it: `Invoices`. */
  readonly label: string;
  /** The first is what one scans by, and names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The page that a row opens. */
  readonly linkOf?: (row: Row) => string;
}

const BONE_ROWS = 6;
const LINK = 'a.row-link';

/** Up and down go from row to row; enter opens, because the row's name is a link. */
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

const classOf = <Row,>({ right = false, wideOnly = false }: Column<Row>, at: number): string | undefined =>
  [at === 0 ? 'name' : '', right ? 'right' : '', wideOnly ? 'wide-only' : ''].filter(Boolean).join(' ') ||
  undefined;

/** Rows of which each is one thing, and opens its page. In less than 680 px each is a card. */
export function DataTable<Row>({ label, columns, rows, keyOf, linkOf }: TableProps<Row>) {
  const navigate = useNavigate();
  const open = (event: MouseEvent, row: Row): void => {
    const isElsewhere = (event.target as Element).closest('a, button, input') !== null;
    if (linkOf === undefined || isElsewhere || getSelection()?.toString() !== '') return;
    void navigate({ to: linkOf(row) });
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
              onClick={(event) => open(event, row)}
            >
              {columns.map((column, at) => (
                <td key={column.head} role="cell" className={classOf(column, at)}>
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

/** The shape of the table that is being read: its heads, and rows of what will stand there. */
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
  /** In place of the table, when there is nothing. */
  readonly empty: ReactNode;
  /** One and many, for the count: `['invoice', 'invoices']`. */
  readonly noun: readonly [one: string, many: string];
  /** Only the first rows, of a list that has a page of its own. */
  readonly isBrief?: boolean;
}

/** A list of the API: its rows as far as they were asked for, how many they are, and more. None moves by itself. */
export function ListTable<Row>({ list, empty, noun, isBrief = false, ...table }: ListTableProps<Row>) {
  const { items, hasMore } = list;
  const isLate = useLate(list.isPending);
  const { rows, come, showCome, setUnder } = useSteadyRows(list, table.keyOf);
  if (list.error !== null && (items.length === 0 || isTakenAway(list.error)))
    return <FailureBox error={list.error} retry={list.retry} />;
  if (list.isPending) return isLate ? <BoneTable columns={table.columns} /> : null;
  if (items.length === 0) return empty;
  const count = (of: number): string => `${of} ${noun[of === 1 ? 0 : 1]}`;
  return (
    <div className="list" onPointerEnter={() => setUnder(true)} onPointerLeave={() => setUnder(false)}>
      <div className="come" role="status">
        {come > 0 && (
          <Button icon={ArrowUpIcon} onClick={showCome}>
            {`${come} new ${noun[come === 1 ? 0 : 1]}`}
          </Button>
        )}
      </div>
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
