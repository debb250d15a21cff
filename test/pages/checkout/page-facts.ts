import type { CheckoutFacts, PaymentFacts, PaymentTransfer } from '../../../src/pages/checkout/facts.js';
import type { Phase } from '../../../src/pages/checkout/phase.js';

/** The moment at which the pages of these tests are shown, epoch ms. */
export const SHOWN_AT = Date.parse('2026-03-02T12:05:00Z');

const HASH = `0x${'5e'.repeat(32)}`;

/** A waiting payment of 25 USDC on Base; the fields override its values. */
export function paymentFacts(fields: Partial<PaymentFacts> = {}): PaymentFacts {
  return {
    status: 'pending',
    overpaid: false,
    chainCode: 'base',
    chainId: 8453,
    chainName: 'Base',
    chainReading: 'current',
    explorerUrl: 'https://basescan.org',
    nativeSymbol: 'ETH',
    walletRpcUrl: null,
    tokenSymbol: 'USDC',
    tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
    depositAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amountAtomic: '25000000',
    amountPaidAtomic: '0',
    receivedAtomic: '0',
    missingAtomic: '25000000',
    missingUri:
      'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000',
    isEnough: false,
    isTooMuch: false,
    isSettled: true,
    rate: '0.9998',
    txHash: null,
    confirmations: 0,
    confirmationsRequired: 12,
    createdAt: '2026-03-02T12:00:00.000Z',
    expiresAt: '2026-03-02T12:15:00.000Z',
    paidAt: null,
    completedAt: null,
    transfers: [],
    ...fields,
  };
}

/** A page of an invoice with this payment. */
export function pageFacts(
  payment: Partial<PaymentFacts> | null = {},
  fields: Partial<CheckoutFacts> = {},
): CheckoutFacts {
  return {
    publicId: `pay_${'5f'.repeat(20)}`,
    merchant: { name: 'Nordlicht Coffee', contact: 'help@nordlicht.example', logoUrl: null, color: null },
    frameOrigins: [],
    description: 'Order 1001: two bags of beans',
    amountFiat: '25.00',
    fiatCurrency: 'USD',
    amountCrypto: null,
    tokenSymbol: null,
    redirectUrl: 'https://shop.example/thanks',
    cancelUrl: null,
    locale: null,
    checkout: null,
    choices: [],
    chosen: null,
    elsewhere: [],
    choiceOf: null,
    isTakingPayments: true,
    seenHashes: (payment?.transfers ?? []).map(({ txHash }) => txHash ?? ''),
    payment: payment === null ? null : paymentFacts(payment),
    checkoutExpiresAt: null,
    isLocal: false,
    ...fields,
  };
}

/** The usual fate of a payment's money. */
const MONEY_OF = {
  seen: 'awaited',
  confirmed: 'accepted',
  reverted: 'undone',
  late: 'held',
  unexpected: 'held',
} as const satisfies Record<PaymentTransfer['status'], PaymentTransfer['money']>;

export const transfer = (
  status: PaymentTransfer['status'],
  tokenSymbol = 'USDC',
  money: PaymentTransfer['money'] = MONEY_OF[status],
): PaymentTransfer => ({
  txHash: HASH,
  chainName: 'Base',
  tokenSymbol,
  amountCrypto: '25.000000',
  confirmations: 3,
  status,
  money,
  sentBackBy: null,
  seenAt: '2026-03-02T12:04:00.000Z',
});
const NOTHING_DUE = { missingAtomic: '0', missingUri: null } as const;
const PAID = {
  amountPaidAtomic: '25000000',
  receivedAtomic: '25000000',
  isEnough: true,
  txHash: HASH,
  paidAt: '2026-03-02T12:04:00.000Z',
  ...NOTHING_DUE,
  transfers: [transfer('confirmed')],
};
const ENDED = { expiresAt: '2026-03-02T12:01:00.000Z', ...NOTHING_DUE } as const;
const CHOICES = (
  [
    ['base', 8453, 'Base', 'USDC', 12, '25.005001'],
    ['arbitrum', 42161, 'Arbitrum One', 'USDT', 20, '25.01'],
    ['polygon', 137, 'Polygon', 'USDC', 64, '25.005001'],
    ['bsc', 56, 'BNB Smart Chain', 'BNB', 15, '0.04'],
    ['ethereum', 1, 'Ethereum', 'ETH', 12, '0.0125'],
    ['optimism', 10, 'OP Mainnet', 'USDC', 12, null],
  ] as const
).map(([chainCode, chainId, chainName, tokenSymbol, confirmationsRequired, amountCrypto]) => ({
  chainCode,
  chainId,
  chainName,
  tokenSymbol,
  confirmationsRequired,
  amountCrypto,
  chainReading: 'current' as const,
}));
const OPEN = { checkout: 'open', choices: CHOICES, publicId: `cs_${'5f'.repeat(20)}` } as const;

/** The networks of some choices are read late, or not at all. */
export const LATE_CHAINS_PAGE = pageFacts(null, {
  ...OPEN,
  choices: CHOICES.map((choice) => ({
    ...choice,
    chainReading:
      choice.chainCode === 'base' ? 'behind' : choice.chainCode === 'arbitrum' ? 'halted' : 'current',
  })),
});

/** One page for each state. */
export const PAGE_OF: Readonly<Record<Phase, CheckoutFacts>> = {
  choose: pageFacts(null, OPEN),
  waiting: pageFacts(),
  part: pageFacts({
    status: 'underpaid',
    amountPaidAtomic: '15000000',
    receivedAtomic: '15000000',
    missingAtomic: '10000000',
    transfers: [transfer('seen')],
  }),
  seen: pageFacts({ ...PAID, status: 'paid', confirmations: 3 }),
  completed: pageFacts({
    ...PAID,
    status: 'completed',
    confirmations: 12,
    completedAt: '2026-03-02T12:04:30.000Z',
  }),
  overpaid: pageFacts({ ...PAID, status: 'completed', overpaid: true, receivedAtomic: '27500000' }),
  undecided: pageFacts(ENDED),
  expired: pageFacts({ ...ENDED, status: 'expired' }),
  quote_over: pageFacts({ ...ENDED, status: 'expired' }, OPEN),
  late: pageFacts({ ...ENDED, status: 'expired', txHash: HASH, transfers: [transfer('late')] }),
  too_little: pageFacts({
    ...ENDED,
    status: 'expired',
    txHash: HASH,
    amountPaidAtomic: '15000000',
    transfers: [transfer('confirmed', 'USDC', 'held')],
  }),
  other_asset: pageFacts({ transfers: [transfer('unexpected', 'USDT')] }),
  wrong_coin: pageFacts({ ...ENDED, status: 'expired', transfers: [transfer('unexpected', 'USDT')] }),
  arriving: pageFacts({ ...ENDED, status: 'expired', transfers: [transfer('late', 'USDC', 'awaited')] }),
  resolved: pageFacts({ ...ENDED, status: 'expired', transfers: [transfer('late', 'USDC', 'returned')] }),
  cancelled: pageFacts({ ...NOTHING_DUE, status: 'cancelled' }),
  failed: pageFacts({ ...NOTHING_DUE, status: 'failed', transfers: [transfer('reverted')] }),
  closed: pageFacts(null, { ...OPEN, choices: [], isTakingPayments: false }),
  other_choice: pageFacts({}, { choiceOf: { publicId: OPEN.publicId, isOpen: true, other: 'chosen' } }),
};

const PAID_OTHERWISE = { publicId: OPEN.publicId, isOpen: false, other: 'paid' } as const;
/** Another choice of the same checkout has paid. */
export const PAID_OTHERWISE_PAGE = pageFacts(
  { ...NOTHING_DUE, status: 'cancelled' },
  { choiceOf: PAID_OTHERWISE },
);
/** It was paid too, one time too many. */
export const PAID_TWICE_PAGE = pageFacts(
  { ...NOTHING_DUE, status: 'cancelled', txHash: HASH, transfers: [transfer('late')] },
  { choiceOf: PAID_OTHERWISE },
);

/** Nothing is paid: the coin can be changed, and the customer can go back. */
export const UNPAID_PAGE = pageFacts(
  {},
  {
    ...OPEN,
    cancelUrl: 'https://shop.example/cart',
    // The present choice is offered at the amount that is fixed for it.
    choices: CHOICES.map((choice) =>
      choice.chainCode === 'base' ? { ...choice, amountCrypto: '25.000000' } : choice,
    ),
  },
);
/** The time of a choice is over, and it is not known yet whether a payment arrived in it. */
export const UNDECIDED_PAGE = pageFacts(ENDED, OPEN);
/** The checkout was cancelled before anything was chosen. */
export const NEVER_CHOSEN_PAGE = pageFacts(null, { ...OPEN, choices: [], checkout: 'cancelled' });

/** The second choice waits for its payment, and money has come late for the first. */
export const ELSEWHERE_PAGE = pageFacts({}, { ...OPEN, choices: [], elsewhere: [transfer('late', 'USDT')] });
/** Late money, and too little of it, was accepted. */
export const ACCEPTED_LATE_PAGE = pageFacts({
  ...ENDED,
  status: 'completed',
  txHash: HASH,
  receivedAtomic: '20000000',
  transfers: [{ ...transfer('late', 'USDC', 'accepted'), amountCrypto: '20.000000' }],
});
/** The network has undone the payment a moment ago. */
export const UNDONE_PAGE = pageFacts({ transfers: [transfer('reverted')] });
/** It was completed, the network has undone it, and it may come back. */
export const UNDONE_AFTERWARDS_PAGE = pageFacts({
  ...NOTHING_DUE,
  status: 'paid',
  transfers: [transfer('reverted')],
});
/** Of two parts the first stands, and the network has undone the second. */
export const UNDONE_PART_PAGE = pageFacts({
  status: 'underpaid',
  amountPaidAtomic: '15000000',
  missingAtomic: '10000000',
  txHash: HASH,
  transfers: [transfer('confirmed'), { ...transfer('reverted'), txHash: `0x${'d0'.repeat(32)}` }],
});
/** The coin of the expired price has no price any more. */
export const NO_NEW_PRICE_PAGE = pageFacts(
  { ...ENDED, status: 'expired', chainCode: 'optimism', chainId: 10, chainName: 'OP Mainnet' },
  OPEN,
);

/** The price of the last choice that was possible is over, and the checkout is not. */
export const LAST_PRICE_PAGE = pageFacts({ ...ENDED, status: 'expired' }, { ...OPEN, choices: [] });

/** A native coin with all its digits, on the local chain, with the longest words. */
export const LOCAL_PAGE = pageFacts(
  {
    chainCode: 'local',
    chainId: 31337,
    chainName: 'Local chain',
    explorerUrl: null,
    tokenSymbol: 'ETH',
    tokenAddress: null,
    decimals: 18,
    rate: '2000',
    amountAtomic: '12500000000000001',
    missingAtomic: '12500000000000001',
    missingUri: 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@31337?value=12500000000000001',
    walletRpcUrl: 'http://127.0.0.1:8545',
    chainReading: 'behind',
  },
  { isLocal: true, description: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk '.repeat(3) },
);

/** The worst texts that a merchant may write: endless words, other text directions, invisible characters. */
export const HOSTILE_PAGE = pageFacts(
  { ...PAGE_OF.late.payment, chainName: 'A chain with a name that is far too long for one line' },
  {
    merchant: {
      name: `\u202eeeffoC \u2066thcildroN\u0301 ${'W'.repeat(180)}`,
      contact: `https://shop.example/${'long'.repeat(60)}`,
      logoUrl: null,
      color: '#ffff00',
    },
    description: `\u200b\u200f\u202eevif ,USDC \u2069👩‍👩‍👧‍👦${'🦊'.repeat(60)}${'x'.repeat(200)}`,
  },
);
