/** What a search may name. */
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

/** What somebody searches for, by its form. */
export interface SearchTerm {
  /** Null: it has the form of nothing of ours, so it can only be a reference. */
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
