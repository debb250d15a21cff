import type { Column } from './data-table.js';
import { At } from './figures.js';

/** The last column of a list: when each thing was created. */
export const CREATED: Column<{ readonly createdAt: string }> = {
  head: 'Created',
  right: true,
  cell: ({ createdAt }) => (
    <span className="later">
      <At time={createdAt} />
    </span>
  ),
};
