import { expect, it } from '@jest/globals';
import { paymentCall } from '../../../../activities/signer/payouts/payment-terms.js';
import { hashApproval } from '../../../../src/chain/keys/approval-signature.js';
import type { Withdrawal } from '../../../../src/db/withdrawals/withdrawals.js';
import { approvalMessage } from '../../../../src/domain/withdrawals/approval-message.js';
import { addressOf } from '../../../helpers/facts/facts.js';
import { ETH } from '../../../chain/chain-fixture.js';

/** A row with this id, as somebody may make the database show it. */
const rowOf = (withdrawalId: unknown): Withdrawal =>
  ({ withdrawalId, address: addressOf(1), amountAtomic: 1n }) as Withdrawal;
const approvalOf = (withdrawalId: unknown): string =>
  hashApproval(
    approvalMessage(
      {
        ...{ withdrawalId: withdrawalId as string, merchantId: 'mer_1', kind: 'payout', chainId: 1 },
        ...{ asset: ETH, amountAtomic: 1n, recipient: addressOf(1) },
      },
      1,
    ),
  );

it('one approval is of one withdrawal: none is paid under another value with the bytes of its id', () => {
  // The driver reads a column of the type numeric as this.
  const asNumber = BigInt(`0x${Buffer.from('wd_1').toString('hex')}`);
  expect(approvalOf(asNumber)).toBe(approvalOf('wd_1'));
  expect(approvalOf('wd_\ud800')).toBe(approvalOf('wd_\ud801'));
  expect(paymentCall(ETH, rowOf('wd_1'))).toMatchObject({ to: addressOf(1) });
  for (const id of [asNumber, Number(asNumber), 'wd_\ud800', 'wd_\ufffd', 'wd_', ['wd_1'], true, null])
    expect(() => paymentCall(ETH, rowOf(id))).toThrow('its row has an id that is none');
});
