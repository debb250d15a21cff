import type { Logger } from 'pino';
import type { LeftOut } from '../../db/core/readable-rows.js';
import type { StoredDelivery } from '../../db/webhooks/delivery-views.js';
import { isHourlyAlertDue } from '../../domain/core/alert-throttle.js';
import {
  alteredInWords,
  isProvenDeposit,
  type DeriveDeposit,
  type InvoiceDeposit,
} from '../../domain/invoices/proven-deposit.js';

/** How a deposit address is verified, and where an alteration is reported to the operator. */
interface Proving extends Telling {
  readonly depositAddress: DeriveDeposit;
}

interface Telling {
  readonly log: Logger;
  readonly now: () => number;
}

/** Logs an alteration for the operator. The same words are logged at most once an hour. */
export function tellAltered({ log, now }: Telling, fields: object, words: string): void {
  if (isHourlyAlertDue(log, words, now())) log.error(fields, words);
}

/**
 * Returns a function that logs for the operator, at most once an hour, that a list has left out a row that can't be
 * read.
 */
export const tellingLeftOut =
  (telling: Telling): LeftOut =>
  (words) => {
    tellAltered(telling, { code: 'row_altered' }, words);
  };

/**
 * Tells whether somebody has altered the deposit address of an invoice. If so, the operator is told, at most once an
 * hour.
 */
export function isAlteredInvoice(deposit: InvoiceDeposit, proving: Proving): boolean {
  const { depositAddress } = proving;
  if (isProvenDeposit(depositAddress, deposit)) return false;
  const words = alteredInWords(depositAddress, deposit);
  tellAltered(proving, { code: 'deposit_address_altered', invoiceId: deposit.invoiceId }, words);
  return true;
}

/**
 * Returns the options for showing an event's body. If somebody has altered the body, the operator is told, at most once
 * an hour.
 */
export function showingBody(
  { delivery: { eventId, merchantId, deliveryId } }: StoredDelivery,
  proving: Proving,
) {
  return {
    derive: proving.depositAddress,
    onRefused: (cause: string): void => {
      tellAltered(proving, { code: 'event_body_altered', eventId, merchantId, deliveryId }, cause);
    },
  };
}
