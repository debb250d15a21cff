import type {
  CheckoutEventData,
  EventData,
  InvoiceEventData,
  WithdrawalEventData,
} from '../domain/webhooks/events.js';
import type { InvoiceStatus } from '../domain/invoices/invoice-state.js';
import type { WithdrawalStatus } from '../domain/withdrawals/withdrawal-state.js';

const TX_HASH = `0x${'5a'.repeat(32)}`;

function invoice(
  status: InvoiceStatus,
  paid: { readonly amountPaidCrypto: string; readonly confirmations: number } | null,
): InvoiceEventData {
  return {
    invoiceId: 'inv_01jexamp1e0000000000000000',
    publicId: 'pay_examp1e00000000000000000000000',
    status,
    amountFiat: '25.00',
    fiatCurrency: 'USD',
    amountCrypto: '25.000000',
    amountPaidCrypto: paid?.amountPaidCrypto ?? '0.000000',
    tokenSymbol: 'USDC',
    chainCode: 'base',
    txHash: paid === null ? null : TX_HASH,
    confirmations: paid?.confirmations ?? 0,
    depositAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    merchantReference: 'order-1001',
    metadata: {},
    paidAt: paid === null ? null : '2026-01-02T03:04:05.000Z',
  };
}

function withdrawal(status: WithdrawalStatus): WithdrawalEventData {
  const approved = status !== 'rejected' && status !== 'cancelled';
  return {
    withdrawalId: 'wd_01jexamp1e0000000000000000',
    kind: 'withdrawal',
    invoiceId: null,
    status,
    amountCrypto: '10.000000',
    tokenSymbol: 'USDC',
    chainCode: 'base',
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    txHash: status === 'completed' ? TX_HASH : null,
    confirmations: status === 'completed' ? 20 : 0,
    merchantReference: 'payout-7',
    metadata: {},
    approvalsRequired: 1,
    approvalsGiven: approved ? 1 : 0,
    createdAt: '2026-01-02T03:00:00.000Z',
    approvedAt: approved ? '2026-01-02T03:02:00.000Z' : null,
    completedAt: status === 'completed' ? '2026-01-02T03:04:05.000Z' : null,
    failureReason: ['rejected', 'stopped', 'failed'].includes(status) ? 'An example of a reason.' : null,
    waitingReason: null,
  };
}

function checkout(status: 'completed' | 'expired'): CheckoutEventData {
  const isCompleted = status === 'completed';
  return {
    checkoutId: 'chk_01jexamp1e0000000000000000',
    publicId: 'cs_examp1e00000000000000000000000',
    status,
    amountFiat: '25.00',
    fiatCurrency: 'USD',
    amountCrypto: null,
    tokenSymbol: null,
    assets: [{ chainCode: 'base', tokenSymbol: 'USDC' }],
    merchantReference: 'order-1001',
    metadata: {},
    description: 'Two coffees and a cake',
    checkoutUrl: 'https://pay.example.com/pay/cs_examp1e00000000000000000000000',
    redirectUrl: 'https://shop.example/thanks',
    cancelUrl: null,
    locale: null,
    createdAt: '2026-01-02T03:00:00.000Z',
    expiresAt: '2026-01-02T04:00:00.000Z',
    completedAt: isCompleted ? '2026-01-02T03:04:05.000Z' : null,
    completedBy: isCompleted ? 'inv_01jexamp1e0000000000000000' : null,
  };
}

/** The `data` of an event of each type, as the service would send it. */
export const EXAMPLE_DATA: EventData = {
  'invoice.created': invoice('pending', null),
  'invoice.paid': invoice('paid', { amountPaidCrypto: '25.000000', confirmations: 1 }),
  'invoice.completed': invoice('completed', { amountPaidCrypto: '25.000000', confirmations: 20 }),
  'invoice.underpaid': invoice('underpaid', { amountPaidCrypto: '10.000000', confirmations: 1 }),
  'invoice.overpaid': invoice('completed', { amountPaidCrypto: '30.000000', confirmations: 20 }),
  'invoice.expired': invoice('expired', null),
  'invoice.failed': invoice('failed', null),
  'invoice.payment_held': {
    ...invoice('expired', null),
    held: [
      {
        chainCode: 'base',
        tokenSymbol: 'USDC',
        amountCrypto: '25.000000',
        amountAtomic: '25000000',
        reason: 'late',
        txHash: TX_HASH,
        from: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      },
    ],
  },
  'invoice.refunded': {
    ...invoice('expired', null),
    refund: {
      withdrawalId: 'wd_01jexamp1e0000000000000000',
      chainCode: 'base',
      tokenSymbol: 'USDC',
      amountCrypto: '25.000000',
      amountAtomic: '25000000',
      address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      txHash: TX_HASH,
    },
  },
  'withdrawal.approved': withdrawal('approved'),
  'withdrawal.completed': withdrawal('completed'),
  'withdrawal.rejected': withdrawal('rejected'),
  'withdrawal.cancelled': withdrawal('cancelled'),
  'withdrawal.stopped': withdrawal('stopped'),
  'withdrawal.failed': withdrawal('failed'),
  'endpoint.failing': {
    endpointId: 'we_01jexamp1e0000000000000000',
    host: 'shop.example',
    description: null,
    failingSince: '2026-01-02T03:04:05.000Z',
    lastSuccessAt: '2026-01-02T03:00:00.000Z',
    consecutiveFailures: 7,
    status: 'enabled',
    disabledReason: null,
    disablesAt: '2026-01-07T03:04:05.000Z',
  },
  'policy.change_requested': {
    policyChangeId: 'pol_01jexamp1e0000000000000000',
    kind: 'withdrawal_limit',
    objectId: 'mer_01jexamp1e0000000000000000',
    change: {
      chainCode: 'base',
      tokenSymbol: 'USDC',
      field: 'perDayAtomic',
      from: '1000000000',
      to: '5000000000',
    },
    requestedBy: 'operator',
    requestedAt: '2026-01-02T03:04:05.000Z',
    holdsFrom: '2026-01-03T03:04:05.000Z',
  },
  'checkout.completed': checkout('completed'),
  'checkout.expired': checkout('expired'),
  ping: { endpointId: 'we_01jexamp1e0000000000000000', message: 'A test, sent as every event is.' },
};
