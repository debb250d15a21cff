import type { ReactNode } from 'react';
import { useCan } from '../data/queries.js';
import { ButtonLink } from '../shell/button-link.js';
import { PlusIcon } from '../parts/icons.js';

/** Returns the link to the page of a new invoice. False: the role may not make one. */
export function useNewInvoiceLink(): ReactNode {
  const canMake = useCan('invoices:write');
  return (
    canMake && (
      <ButtonLink to="/new" look="primary" icon={PlusIcon}>
        New invoice
      </ButtonLink>
    )
  );
}
