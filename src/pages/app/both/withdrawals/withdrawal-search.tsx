import { FilterStatus, FilterText } from '../filters/filters.js';
import { WITHDRAWAL_WORDS } from '../status-words.js';

/** The search for a withdrawal and the choice of statuses, wherever withdrawals are listed. */
export function WithdrawalSearch() {
  return (
    <>
      <FilterText name="search" label="Search withdrawals" hint="Address, hash, reference or id" />
      <FilterStatus words={WITHDRAWAL_WORDS} />
    </>
  );
}
