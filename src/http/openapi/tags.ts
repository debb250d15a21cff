/** The chapters of the reference, in their order. */
export const TAGS = [
  { name: 'Invoices', description: 'Ask for money, and see it come.' },
  { name: 'Checkouts', description: 'Let your customer choose what to pay with.' },
  { name: 'Withdrawals', description: 'Pay out your money.' },
  { name: 'Balances', description: 'Your money, and every posting behind it.' },
  { name: 'Webhooks', description: 'Be told instead of asking.' },
  { name: 'API keys', description: 'Who may ask.' },
  { name: 'Merchant', description: 'What your customers see of you, and what needs you.' },
  { name: 'People', description: 'Who signs in for you, and what was done.' },
  { name: 'Operators', description: 'For those who run the instance: their keys begin with `qo_`.' },
  { name: 'Sessions', description: 'For people who sign in on the pages. Programs use API keys.' },
  { name: 'Service', description: 'Is the service up, and what is its API?' },
] as const;

type Tag = (typeof TAGS)[number]['name'];

const BY_PATH: readonly (readonly [RegExp, Tag])[] = [
  [/^\/(web|admin)\/v1\/(session|security|join)/, 'Sessions'],
  [/^\/admin\//, 'Operators'],
  [/^\/web\/v1\/webhook/, 'Webhooks'],
  [/^\/web\/v1\/(api-keys|withdrawal-addresses)/, 'API keys'],
  [/^\/web\/v1\/(members|invitations|audit-log)/, 'People'],
  [/^\/web\/v1\/(merchant|volume|attention)$/, 'Merchant'],
  [/^\/(v1\/withdrawals|web\/v1\/withdrawal-terms)/, 'Withdrawals'],
  [/^\/v1\/(balances|assets)/, 'Balances'],
  [/^\/v1\/(public\/)?checkouts/, 'Checkouts'],
  [/^\/v1\/(public\/)?invoices/, 'Invoices'],
];

/** Returns the chapter of a path. A path of no other chapter belongs to "Service". */
export function findTag(path: string): Tag {
  return BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? 'Service';
}
