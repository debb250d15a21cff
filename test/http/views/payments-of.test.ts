import { expect, it } from '@jest/globals';
import type { InvoiceView } from '../../../src/db/invoices/invoices.js';
import { paymentsOf } from '../../../src/http/views/payments-of.js';

const COUNT = 1_000;
const finding = { txHash: '0xa', status: 'late', confirmations: 1, confirmed: true } as const;

it('pairs each payment with its transfer, in order, and looks at each transfer once', () => {
  let looks = 0;
  const transfers = Array.from({ length: COUNT }, (_, number) => ({
    number,
    get transferId(): number {
      looks += 1;
      return number;
    },
  }));
  const payments = transfers.map(({ number }) => ({ ...finding, transferId: number })).reverse();
  const found = paymentsOf({
    settlement: { payments: [...payments, { ...finding, transferId: COUNT }] },
    transfers,
  } as unknown as InvoiceView);
  expect(looks).toBe(COUNT);
  expect(found.map(({ transfer }) => transfer)).toEqual(transfers.toReversed());
  expect(found[0]).toMatchObject({ transferId: COUNT - 1, status: 'late', confirmations: 1 });
});
