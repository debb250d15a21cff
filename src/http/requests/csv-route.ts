import { z } from 'zod';
import { csvLine } from '../../domain/core/csv.js';
import { assert, QuittanceError } from '../../domain/core/errors.js';
import type { AppDeps } from './app-deps.js';
import type { Page } from './reply.js';
import type { ApiRequest, Route } from './route.js';
import { validate } from './validate.js';

/** The largest page of a list. No more rows than this are in memory at once. */
const ROWS_AT_ONCE = '100';

type Row = Readonly<Record<string, unknown>>;

/** The CSV file of a list. */
interface CsvFile {
  /** The name that a browser gives the file, without its extension. */
  readonly name: string;
  /** Fields of an item, in their order. */
  readonly columns: readonly string[];
}

/** Reads a page through the list's own route, so that the file has exactly the items of the list. */
async function readPage(
  list: Route,
  deps: AppDeps,
  { request, cursor }: { readonly request: ApiRequest; readonly cursor: string | null },
): Promise<Page<Row>> {
  const asked = { ...(request.query as object), limit: ROWS_AT_ONCE, ...(cursor === null ? {} : { cursor }) };
  const reply = await list.respond(deps, { ...request, query: asked });
  assert('body' in reply, 'a list answers with a body');
  return JSON.parse(reply.body) as Page<Row>;
}

async function* linesOf(
  first: Page<Row>,
  {
    columns,
    closing,
    next,
  }: Pick<CsvFile, 'columns'> & {
    readonly closing: AbortSignal;
    readonly next: (cursor: string) => Promise<Page<Row>>;
  },
): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let page = first; ;) {
    if (page.data.length > 0)
      yield page.data.map((row) => csvLine(columns.map((column) => row[column]))).join('');
    const { nextCursor } = page.page;
    if (nextCursor === null) return;
    // An incomplete file must not look complete, so the error cuts the connection off.
    if (closing.aborted)
      throw new QuittanceError('temporarily_unavailable', 'The service is stopping; ask for the file again.');
    page = await next(nextCursor);
  }
}

/**
 * Declares the CSV file of a list. It has every item that the list's filters select, read page by page. It is sent
 * while it is read, so a file of any length needs the memory of one page.
 */
export function csvRoute(list: Route, file: CsvFile): Route {
  assert(list.query !== null, 'a list takes a query');
  const query = list.query.omit({ limit: true, cursor: true });
  return {
    ...list,
    path: `${list.path}.csv`,
    summary: `${list.summary} as CSV`,
    description:
      'Every item that the filters show, newest first, in a file of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. A file that can not be completed is cut off.',
    query,
    mediaType: 'text/csv',
    reply: z.string().meta({ examples: [csvLine(file.columns)] }),
    async respond(deps, request) {
      validate(query, request.query);
      const next = (cursor: string | null) => readPage(list, deps, { request, cursor });
      // The first page is read before the file begins, so that a refusal can still be answered.
      const first = await next(null);
      return {
        status: 200,
        headers: { 'Content-Disposition': `attachment; filename="${file.name}.csv"` },
        lines: linesOf(first, { columns: file.columns, closing: deps.closing, next }),
      };
    },
  };
}
