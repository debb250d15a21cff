import type { PageThings } from './fill-pages.js';
import { SMALL_MERCHANT } from './page-rows.js';

/** Samples of each filter of a list, as queries. The first ones of each are also combined with other filters. */
export type Filters = Readonly<Record<string, readonly string[]>>;

const DAY_MS = 24 * 3_600_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const NOBODY = `0x${'0'.repeat(40)}`;
const NOTHING = `0x${'0'.repeat(64)}`;
const LONG_AGO = '2020-01-01T00:00:00.000Z';

const ASSET = [
  'chainCode=local&tokenSymbol=ETH',
  'chainCode=local&tokenSymbol=USDC',
  'chainCode=local&tokenSymbol=NONE',
];
const TIME = [
  `createdFrom=${ago(1)}`,
  `createdFrom=${ago(365)}`,
  `createdFrom=${ago(20)}&createdTo=${ago(10)}`,
  ...[`createdFrom=${ago(7)}`, `createdFrom=${ago(30)}`, `createdTo=${LONG_AGO}`],
];

const search = (things: PageThings): readonly string[] =>
  [
    ...[
      things.merchantReference,
      'none',
      things.invoiceId,
      things.publicId,
      things.depositAddress,
      things.txHash,
    ],
    ...[
      things.checkoutId,
      things.checkoutPublicId,
      things.withdrawalId,
      things.address,
      things.withdrawalHash,
    ],
    ...[things.eventId, things.deliveryId, NOBODY, NOTHING],
  ].map((words) => `search=${words}`);

const INVOICES = (things: PageThings): Filters => ({
  status: [
    ...['status=completed', 'status=paid,underpaid', 'status=failed,cancelled,expired'],
    ...['status=pending', 'status=expired', 'status=failed', 'status=cancelled', 'status=underpaid'],
  ],
  search: search(things),
  asset: ASSET,
  time: TIME,
  held: ['held=true', 'held=false'],
  reference: [`merchantReference=${things.merchantReference}`],
});

const WITHDRAWALS = (things: PageThings): Filters => ({
  status: [
    ...[
      'status=completed',
      'status=pending_approval,approved,broadcast',
      'status=rejected,cancelled,stopped,failed',
    ],
    ...['status=pending_approval', 'status=failed', 'status=stopped'],
  ],
  search: search(things),
  asset: ASSET,
  time: TIME,
  named: [
    ...[`address=${things.address}`, `txHash=${things.withdrawalHash}`, `invoiceId=${things.invoiceId}`],
    ...[`merchantReference=${things.merchantReference}`, `address=${NOBODY}`, `txHash=${NOTHING}`],
  ],
});

const DELIVERIES = (things: PageThings): Filters => ({
  status: [
    'status=succeeded',
    'status=failed',
    'status=pending,cancelled',
    'status=pending',
    'status=cancelled',
  ],
  outcome: [
    'outcome=2xx',
    'outcome=dns',
    'outcome=timeout,5xx',
    'outcome=4xx',
    'outcome=tls',
    'outcome=other',
  ],
  event: [
    ...[
      'event=invoice.completed',
      'event=withdrawal.rejected',
      'event=invoice.paid',
      'event=invoice.expired',
    ],
    ...['event=withdrawal.failed', 'event=invoice.payment_held', 'event=ping'],
  ],
  time: TIME,
  of: [
    `endpointId=${things.endpointId}`,
    ...[`invoiceId=${things.invoiceId}`, `withdrawalId=${things.withdrawalId}`, `eventId=${things.eventId}`],
  ],
});

const MERCHANTS = ({ merchantId }: PageThings): readonly string[] => [
  `merchantId=${merchantId}`,
  `merchantId=${SMALL_MERCHANT}`,
];

const KEYS = ['status=approved', 'status=pending', 'status=disabled', 'status=revoked'];

/** The samples of every filter, for each list that takes filters. */
export const FILTERS: Readonly<Record<string, (things: PageThings) => Filters>> = {
  '/v1/invoices': INVOICES,
  '/v1/checkouts': (things) => ({
    status: [
      'status=completed',
      'status=open,processing',
      'status=expired',
      'status=cancelled',
      'status=processing',
    ],
    search: search(things),
    asset: ASSET,
    time: TIME,
    held: ['held=true', 'held=false'],
    reference: [`merchantReference=${things.merchantReference}`],
  }),
  '/v1/withdrawals': WITHDRAWALS,
  '/v1/balances/transactions': () => ({
    account: ['account=available', 'account=held', 'account=deficit', 'account=reserved'],
    asset: ASSET,
    time: [...TIME, 'createdFrom=2099-01-01T00:00:00Z'],
  }),
  '/web/v1/webhook-deliveries': (things) => ({
    ...DELIVERIES(things),
    never: ['neverDelivered=true', 'neverDelivered=false'],
  }),
  '/web/v1/audit-log': (things) => ({
    by: ['actorKind=merchant', 'actorKind=operator'],
    action: [
      ...['action=withdrawal.create', 'action=withdrawal.reject', 'action=member.join'],
      ...['action=invoice.cancel', 'action=webhook_endpoint.create', 'action=none.none'],
    ],
    object: [`objectId=${things.withdrawalId}`, 'objectId=none'],
    actor: [`actorId=${things.memberId}`, 'actorId=none'],
    time: TIME,
  }),
  '/web/v1/api-keys': () => ({ status: KEYS }),
  '/web/v1/invitations': () => ({ status: ['status=open', 'status=used'] }),
  '/admin/v1/invoices': (things) => ({ ...INVOICES(things), merchant: MERCHANTS(things) }),
  '/admin/v1/withdrawals': (things) => ({ ...WITHDRAWALS(things), merchant: MERCHANTS(things) }),
  '/admin/v1/webhook-deliveries': (things) => ({ ...DELIVERIES(things), merchant: MERCHANTS(things) }),
  '/admin/v1/webhook-endpoints': (things) => ({
    failing: ['failing=true'],
    status: ['status=disabled', 'status=enabled'],
    merchant: MERCHANTS(things),
  }),
  '/admin/v1/merchants': () => ({
    search: ['search=number', 'search=shop+77', 'search=none', `search=${SMALL_MERCHANT}`],
    status: ['status=suspended', 'status=active'],
  }),
  '/admin/v1/api-keys': (things) => ({
    status: KEYS,
    merchant: [...MERCHANTS(things), `operatorId=${things.operatorId}`],
  }),
  '/admin/v1/policy-changes': (things) => ({
    status: ['status=waiting', 'status=in_force', 'status=stopped'],
    merchant: MERCHANTS(things),
  }),
  '/admin/v1/audit-log': (things) => ({
    object: [
      ...[`objectId=${things.withdrawalId}`, 'objectId=none', 'objectKind=withdrawal', 'objectKind=asset'],
    ],
    actor: [
      `actorId=${things.operatorId}`,
      `actorId=${things.merchantId}`,
      'actorId=none',
      `actorId=${things.memberId}`,
    ],
    action: [
      ...[
        'action=withdrawal.create',
        'action=asset.freeze',
        'action=withdrawal.reject',
        'action=invoice.cancel',
      ],
      ...['action=none.none'],
    ],
    time: TIME,
  }),
  '/admin/v1/reconciliation/runs': () => ({
    outcome: ['outcome=differences', 'outcome=incomplete', 'outcome=clean,differences'],
  }),
};
