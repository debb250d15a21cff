/** The chapters of the reference, in their order. */
export const TAGS = [
  { name: 'Invoices', description: 'Request payments, and follow them.' },
  { name: 'Checkouts', description: 'Let your customer choose what to pay with.' },
  { name: 'Withdrawals', description: 'Pay out your money.' },
  { name: 'Balances', description: 'Your money, and every posting to your accounts.' },
  { name: 'Webhooks', description: 'Receive events instead of polling.' },
  { name: 'API keys', description: 'Create and restrict keys for programs.' },
  { name: 'Merchant', description: 'Your public profile, and the problems that need you.' },
  { name: 'People', description: 'Your members, and the record of what was done.' },
  { name: 'Operators', description: 'For the people who run the instance. Their keys begin with `qo_`.' },
  { name: 'Sessions', description: 'For people who sign in on the pages. Programs use API keys.' },
  { name: 'Service', description: 'The health of the service, and the description of its API.' },
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
