import type { Schemas } from '../../../../client/client.js';
import type { Column } from '../../parts/data-table.js';

/** The first column of keys wherever they are listed. */
export const KEY_NAME: Column<Pick<Schemas['ApiKey'], 'name' | 'start' | 'last4'>> = {
  head: 'Key',
  cell: ({ name, start, last4 }) => (
    <>
      <span className="clip block" title={name}>
        {name}
      </span>
      <span className="under">
        <code>
          {start}…{last4}
        </code>
      </span>
    </>
  ),
};
