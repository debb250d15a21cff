import { expect, it } from '@jest/globals';
import { paymentCall } from '../../../../activities/signer/payouts/payment-terms.js';
import { hashApproval } from '../../../../src/chain/keys/approval-signature.js';
import type { Withdrawal } from '../../../../src/db/withdrawals/withdrawals.js';
import { approvalMessage } from '../../../../src/domain/withdrawals/approval-message.js';
import { addressOf } from '../../../helpers/facts/facts.js';
import { ETH } from '../../../chain/chain-fixture.js';

/** A withdrawal as an altered database may show it. */
const rowWith = (fields: object): Withdrawal =>
  ({
    withdrawalId: 'wd_1',
    merchantId: 'mer_1',
    kind: 'payout',
    decimals: 18,
    address: addressOf(1),
    amountAtomic: 1n,
    ...fields,
  }) as Withdrawal;
const rowOf = (withdrawalId: unknown): Withdrawal => rowWith({ withdrawalId });
const approvalOf = (withdrawalId: unknown): string =>
  hashApproval(
    approvalMessage(
      {
        withdrawalId: withdrawalId as string,
        merchantId: 'mer_1',
        kind: 'payout',
        chainId: 1,
        asset: ETH,
        amountAtomic: 1n,
        recipient: addressOf(1),
      },
      1,
    ),
  );

it('one approval counts for one withdrawal: no other value with the bytes of its id is accepted as an id', () => {
  // The driver returns a column of the type numeric as this text.
  const asNumber = BigInt(`0x${Buffer.from('wd_1').toString('hex')}`);
  expect(approvalOf(asNumber)).toBe(approvalOf('wd_1'));
  expect(approvalOf('wd_\ud800')).toBe(approvalOf('wd_\ud801'));
  expect(paymentCall(ETH, rowOf('wd_1'))).toMatchObject({ to: addressOf(1) });
  for (const id of [asNumber, Number(asNumber), 'wd_\ud800', 'wd_\ufffd', 'wd_', ['wd_1'], true, null])
    expect(() => paymentCall(ETH, rowOf(id))).toThrow('its row has an invalid id');
});

it.each([
  [
    'shows other decimals than the payment uses',
    { decimals: 21 },
    '"21" decimals, where CHAINS_FILE of this process has 18',
  ],
  [
    'has decimals that are not a number',
    { decimals: '18' },
    '"18" decimals, where CHAINS_FILE of this process has 18',
  ],
  ['has a sentence for a merchant', { merchantId: 'mer_1: 1 ETH' }, 'an invalid merchant ("mer_1: 1 ETH")'],
  ['has a sentence for a kind', { kind: 'payout of 1 ETH' }, 'an unknown kind ("payout of 1 ETH")'],
  [
    'has a very long text for a recipient',
    { address: '0'.repeat(9_999) },
    `an invalid recipient address ("${'0'.repeat(80)}…")`,
  ],
])(
  'nothing is signed for a row that %s, because approvers may have read something else',
  (_, fields, words) => {
    expect(() => paymentCall(ETH, rowWith(fields))).toThrow(words);
  },
);
