import { isProvenDeposit, type DeriveDeposit } from '../invoices/proven-deposit.js';
import type { EventData, InvoiceEventData, InvoiceEventType } from './events.js';

/** A stored event, and what the database says about its invoice. */
export interface StoredBody {
  readonly eventType: string;
  /** The bytes that are sent, in UTF-8. */
  readonly body: string;
  /** The merchant who is told. */
  readonly merchantId: string;
  /** Null: the event is not about an invoice, or the database has no invoice with that id. */
  readonly invoice: {
    readonly invoiceId: string;
    readonly merchantId: string;
    readonly depositIndex: number;
  } | null;
}

/**
 * The fields of every invoice event. The type `Record` requires each of them, so that a new field can't be forgotten
 * here.
 */
export const INVOICE_EVENT_FIELDS: Readonly<Record<keyof InvoiceEventData, true>> = {
  invoiceId: true,
  publicId: true,
  status: true,
  amountFiat: true,
  fiatCurrency: true,
  amountCrypto: true,
  amountPaidCrypto: true,
  tokenSymbol: true,
  chainCode: true,
  txHash: true,
  confirmations: true,
  depositAddress: true,
  merchantReference: true,
  metadata: true,
  paidAt: true,
};
const NO_FURTHER = {};
/** The fields that an invoice event of this type has besides. */
const FURTHER_FIELDS: {
  readonly [T in InvoiceEventType]: Readonly<
    Record<Exclude<keyof EventData[T], keyof InvoiceEventData>, true>
  >;
} = {
  'invoice.created': NO_FURTHER,
  'invoice.paid': NO_FURTHER,
  'invoice.completed': NO_FURTHER,
  'invoice.underpaid': NO_FURTHER,
  'invoice.overpaid': NO_FURTHER,
  'invoice.expired': NO_FURTHER,
  'invoice.failed': NO_FURTHER,
  'invoice.payment_held': { held: true },
  'invoice.refunded': { refund: true },
};

const isOfInvoice = (eventType: string): eventType is InvoiceEventType =>
  Object.hasOwn(FURTHER_FIELDS, eventType);

/**
 * Says why a stored body must not be sent, or returns null. A merchant's program may show the address in the body to a
 * customer. So it has to be the address that the xpub gives at the invoice's index.
 *
 * Programs read JSON in different ways: some use the first of two equal fields, and some read `DepositAddress` as the
 * same field. So the body has to be exactly as our own programs write it, with the fields of its kind and no other.
 */
export function whyNotProven(derive: DeriveDeposit, stored: StoredBody): string | null {
  const parsed = parseBody(stored.body);
  if (parsed === null) return 'it is not written as our programs write it';
  const { event, data } = parsed;
  if (event !== stored.eventType)
    return `it is of type ${JSON.stringify(event)}, on record as ${stored.eventType}`;
  if (!isOfInvoice(stored.eventType)) {
    // `metadata` is the merchant's own text.
    const { metadata: _theirs, ...ours } = data;
    const shown = findDeposit(ours);
    return shown === undefined ? null : `an event ${stored.eventType} has no ${shown}`;
  }
  if (!hasKeys(data, Object.keys({ ...INVOICE_EVENT_FIELDS, ...FURTHER_FIELDS[stored.eventType] })))
    return `it has other fields than an event ${stored.eventType}`;
  const { invoice, merchantId } = stored;
  if (invoice === null) return 'there is no such invoice';
  if (data['invoiceId'] !== invoice.invoiceId || merchantId !== invoice.merchantId)
    return `it is about another invoice than ${invoice.invoiceId} of ${invoice.merchantId}`;
  const { depositAddress } = data;
  const address = typeof depositAddress === 'string' ? depositAddress.toLowerCase() : '';
  if (isProvenDeposit(derive, { depositIndex: invoice.depositIndex, depositAddress: address })) return null;
  return `it shows the deposit address ${JSON.stringify(depositAddress)}, which is not the one that the xpub gives at index ${invoice.depositIndex}`;
}

const isDeposit = (key: string): boolean => key.toLowerCase() === 'depositaddress';

/** Returns the name of a field, at any depth, that some program could read as a deposit address. */
function findDeposit(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = isDeposit(key) ? key : findDeposit(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Says whether some program could read a deposit address in a body. */
function showsDeposit(body: string): boolean {
  try {
    let isShown = false;
    JSON.parse(body, (key, value: unknown) => {
      isShown ||= isDeposit(key);
      return value;
    });
    return isShown;
  } catch {
    return true;
  }
}

/** The reason why a body is not shown. */
export interface RefusedBody {
  /** For its merchant. */
  readonly words: string;
  /** For the operator, who restores it. */
  readonly cause: string;
}

/**
 * Says why a stored body must not be shown, or returns null: if it has a deposit address, it has to be one that may be
 * sent. A body that an earlier version wrote for another purpose is shown as it is.
 */
export function whyNotShown(derive: DeriveDeposit, eventId: string, stored: StoredBody): RefusedBody | null {
  const why = showsDeposit(stored.body) ? whyNotProven(derive, stored) : null;
  if (why === null) return null;
  return {
    words:
      'The body on record is not the one that was made for this event, so it is neither shown nor sent. The delivery waits ' +
      'until the operator, who was told, has restored it.',
    cause:
      `The body of ${eventId} (${stored.eventType}) is refused, because ${why}. Either DEPOSIT_XPUB was changed since ` +
      'then, or somebody has altered the database. Find out who, and restore the row of the event, for example from a backup.',
  };
}

/** Returns the parts of a body, or null when it is not exactly what `JSON.stringify` writes for them. */
function parseBody(body: string): { readonly event: unknown; readonly data: Record<string, unknown> } | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isRecord(parsed) || !hasKeys(parsed, ['event', 'timestamp', 'data'])) return null;
  if (!isRecord(parsed['data']) || JSON.stringify(parsed) !== body) return null;
  return { event: parsed['event'], data: parsed['data'] };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasKeys(value: Record<string, unknown>, keys: readonly string[]): boolean {
  const found = Object.keys(value);
  return found.length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}
