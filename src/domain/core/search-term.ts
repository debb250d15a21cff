/** The kinds of things that a search can find. */
export type SearchKind =
  | 'invoiceId'
  | 'publicId'
  | 'checkoutId'
  | 'checkoutPublicId'
  | 'withdrawalId'
  | 'eventId'
  | 'deliveryId'
  | 'address'
  | 'txHash';

const KIND_OF_PREFIX: Readonly<Record<string, SearchKind>> = {
  inv: 'invoiceId',
  pay: 'publicId',
  chk: 'checkoutId',
  cs: 'checkoutPublicId',
  wd: 'withdrawalId',
  evt: 'eventId',
  dlv: 'deliveryId',
};

/** A search term with the kind that its form shows. */
export interface SearchTerm {
  /** Null: no id, address or hash has this form, so the term can only be a reference. */
  readonly kind: SearchKind | null;
  /** An address or a hash is in lower case. */
  readonly text: string;
}

/** Reads what somebody searches for. */
export function parseSearch(given: string): SearchTerm {
  const text = given.trim();
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { kind: 'address', text: text.toLowerCase() };
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { kind: 'txHash', text: text.toLowerCase() };
  const [, prefix = ''] = /^([a-z]+)_[0-9a-z]+$/.exec(text) ?? [];
  return { kind: KIND_OF_PREFIX[prefix] ?? null, text };
}
