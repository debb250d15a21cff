import { QuittanceError } from '../core/errors.js';

/** Derives the lower-case deposit address of an index. It is passed in, since this layer has no keys. */
export type DeriveDeposit = (index: number) => string;

/** A deposit address, and the index that it was derived from, as the database has them. */
export interface StoredDeposit {
  readonly depositIndex: number;
  /** Lower-case. */
  readonly depositAddress: string;
}

/** A deposit address with its invoice. */
export interface InvoiceDeposit extends StoredDeposit {
  readonly invoiceId: string;
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
 * Returns the deposit address of an invoice. It is derived again, so nobody who can write to the database can redirect
 * a payment.
 *
 * @throws QuittanceError `deposit_address_altered` when the database has another one. Its cause names both addresses,
 * for the operator.
 */
export function provenDeposit(derive: DeriveDeposit, stored: InvoiceDeposit): string {
  if (isProvenDeposit(derive, stored)) return stored.depositAddress;
  throw new QuittanceError(
    'deposit_address_altered',
    'The deposit address on record is not the one that was made for this invoice. Do not pay to it. The operator was told.',
    { cause: new Error(alteredInWords(derive, stored)) },
  );
}

/** Describes the alteration for the operator, and says what to do. */
export function alteredInWords(
  derive: DeriveDeposit,
  { invoiceId, depositIndex, depositAddress }: InvoiceDeposit,
): string {
  const derived = depositIndex >= 0 ? derive(depositIndex) : 'none';
  return (
    `The database has the deposit address ${depositAddress} for ${invoiceId}; the xpub gives ${derived} at its index ` +
    `${depositIndex}. Either DEPOSIT_XPUB was changed since then, or somebody has altered the database. ` +
    'Find out who, and restore index and address, for example from a backup.'
  );
}

/**
 * Refuses a transfer that is recorded for an invoice and went to another address than the invoice's.
 *
 * @throws QuittanceError `deposit_address_altered`
 */
export function requirePaidTo(
  depositAddress: string,
  transfer: { readonly invoiceId: string; readonly transferId: number; readonly toAddress: string },
): void {
  if (transfer.toAddress === depositAddress) return;
  const { invoiceId, transferId, toAddress } = transfer;
  throw new QuittanceError(
    'deposit_address_altered',
    'A payment on record did not go to the address of this invoice. The operator was told.',
    {
      cause: new Error(
        `The database has transfer ${transferId} to ${toAddress} as a payment of ${invoiceId}, whose deposit address is ` +
          `${depositAddress}. Somebody has altered the database: find out who, and restore the transfer from a backup.`,
      ),
    },
  );
}
