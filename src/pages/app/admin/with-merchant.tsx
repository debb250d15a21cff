import type { Column } from '../parts/data-table.js';

/** Returns the columns of a list, with the merchant's name below the content of the first one. */
export function withMerchant<Row extends { readonly merchantName: string }>(
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  return columns.map((column, at) =>
    at > 0
      ? column
      : {
          ...column,
          cell: (row) => (
            <>
              {column.cell(row)}
              <span className="under clip block">{row.merchantName}</span>
            </>
          ),
        },
  );
}
