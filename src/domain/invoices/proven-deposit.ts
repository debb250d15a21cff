import { QuittanceError } from '../core/errors.js';

/** Derives the lower-case deposit address of an index. It is passed in, since this layer has no keys. */
export type DeriveDeposit = (index: number) => string;

/** A deposit address, and the index that it was derived from, as the database has them. */
export interface StoredDeposit {
  readonly depositIndex: number;
  /** Lower-case. */
  readonly depositAddress: string;
}

/** Says whether a stored deposit address is the one that its index gives. */
export function isProvenDeposit(
  derive: DeriveDeposit,
  { depositIndex, depositAddress }: StoredDeposit,
): boolean {
  // An index below zero can't be derived. Only somebody who alters the database writes one.
  return depositIndex >= 0 && derive(depositIndex) === depositAddress;
}

/**
 * Returns the deposit address of an invoice. It is derived again, so whoever can write to the database can't have a
 * payment go to an address of theirs.
 *
 * @throws QuittanceError `deposit_address_altered` when the database has another one. Its cause says which, for the
 *   operator.
 */
export function provenDeposit(
  derive: DeriveDeposit,
  stored: StoredDeposit & { readonly invoiceId: string },
): string {
  if (isProvenDeposit(derive, stored)) return stored.depositAddress;
  throw new QuittanceError(
    'deposit_address_altered',
    'The deposit address on record is not the one that was made for this invoice. Do not pay to it. The operator was told.',
    { cause: new Error(alteredInWords(derive, stored)) },
  );
}

/** Tells the operator what was found, and what to do. */
export function alteredInWords(
  derive: DeriveDeposit,
  { invoiceId, depositIndex, depositAddress }: StoredDeposit & { readonly invoiceId: string },
): string {
  const derived = depositIndex >= 0 ? derive(depositIndex) : 'none';
  return (
    `The database has the deposit address ${depositAddress} for ${invoiceId}; the xpub gives ${derived} at its index ` +
    `${depositIndex}. Either DEPOSIT_XPUB is another one than then, or somebody has altered the database. ` +
    'Find out who, and restore index and address, for example from a backup.'
  );
}
