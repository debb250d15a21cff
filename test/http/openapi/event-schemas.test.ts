import { describe, expect, it } from '@jest/globals';
import {
  checkoutEventData,
  endpointFailingData,
  heldMoney,
  invoiceEventData,
  pingData,
  withdrawalEventData,
} from '../../../src/domain/webhooks/event-data.js';
import { EVENT_TYPES, type EventType } from '../../../src/domain/webhooks/events.js';
import { envelopeOf } from '../../../src/http/views/events.js';
import { EXAMPLE_DATA } from '../../../src/webhooks/example-event.js';

const ULID = '01jc8z4n6q0v3w9x2y5r7t1k8m';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const AT_MS = Date.UTC(2026, 0, 31, 12);
const asset = { chainCode: 'base', tokenSymbol: 'USDC' };
const common = { merchantReference: null, metadata: { cart: 7 }, asset, decimals: 6, txHash: null };

const invoice = invoiceEventData({
  ...common,
  invoiceId: `inv_${ULID}`,
  publicId: `pay_${'0'.repeat(40)}`,
  status: 'completed',
  amountFiatCents: 2_500n,
  fiatCurrency: 'USD',
  amountAtomic: 25_000_000n,
  amountPaidAtomic: 25_000_000n,
  confirmations: 12,
  depositAddress: ADDRESS,
  paidAtMs: AT_MS,
});
const withdrawal = withdrawalEventData({
  ...common,
  withdrawalId: `wd_${ULID}`,
  kind: 'refund',
  invoiceId: `inv_${ULID}`,
  status: 'completed',
  amountAtomic: 25_000_000n,
  address: ADDRESS,
  confirmations: 12,
  approvalsRequired: 1,
  approvalsGiven: 1,
  createdAtMs: AT_MS,
  approvedAtMs: AT_MS,
  completedAtMs: null,
  failureReason: null,
  waitingReason: null,
  waitingCode: null,
});
const held = heldMoney({
  asset,
  decimals: 6,
  amountAtomic: 25_000_000n,
  reason: 'late',
  txHash: null,
  from: ADDRESS,
});
const refund = {
  withdrawalId: `wd_${ULID}`,
  chainCode: 'base',
  tokenSymbol: 'USDC',
  txHash: null,
  amountCrypto: '25.000000',
  amountAtomic: '25000000',
  address: ADDRESS,
};
const failing = endpointFailingData({
  endpointId: `we_${ULID}`,
  url: 'https://shop.example/hooks',
  description: null,
  failingSinceMs: AT_MS,
  lastSuccessAtMs: null,
  consecutiveFailures: 3,
  disabledReason: null,
  disablesAtMs: AT_MS,
});

const checkout = checkoutEventData({
  checkoutId: `chk_${ULID}`,
  publicId: `cs_${'0'.repeat(40)}`,
  status: 'completed',
  amount: { amountCrypto: '25', tokenSymbol: 'USDC' },
  assets: [{ chainCode: 'base', tokenSymbol: 'USDC' }],
  merchantReference: 'order-1',
  metadata: {},
  description: null,
  locale: null,
  checkoutUrl: 'https://pay.example.com/pay/cs_0',
  redirectUrl: null,
  cancelUrl: null,
  createdAtMs: AT_MS,
  expiresAtMs: AT_MS,
  completedAtMs: AT_MS,
  completedBy: `inv_${ULID}`,
});

function dataOf(event: EventType): object {
  if (event.startsWith('checkout.')) return checkout;
  if (event === 'invoice.payment_held') return { ...invoice, held: [held] };
  if (event === 'invoice.refunded') return { ...invoice, refund };
  if (event.startsWith('invoice.')) return invoice;
  if (event.startsWith('withdrawal.')) return withdrawal;
  if (event === 'policy.change_requested') return EXAMPLE_DATA[event];
  return event === 'ping' ? pingData({ endpointId: `we_${ULID}` }) : failing;
}

describe('the reference of webhooks', () => {
  it.each(EVENT_TYPES)('describes %s as it is sent', (event) => {
    const sent: unknown = JSON.parse(
      JSON.stringify({ event, timestamp: new Date(AT_MS).toISOString(), data: dataOf(event) }),
    );
    expect(envelopeOf(event).safeParse(sent).error?.message).toBeUndefined();
  });
});
