import { expect, it } from '@jest/globals';
import { reviewInWords } from '../../src/cli/review-withdrawal.js';

type Reviewed = Parameters<typeof reviewInWords>[0];

it('an approver at the command line reads every amount to its last digit, because the checks compare all digits', () => {
  const told = reviewInWords({
    withdrawalId: 'wd_00000000000000000000000001',
    kind: 'payout',
    status: 'pending_approval',
    amountAtomic: '1000000900000000000',
    decimals: 18,
    tokenSymbol: 'ETH',
    chainCode: 'base',
    refundRecipient: null,
    recipientWarning: null,
    signatures: [],
    review: {
      merchant: {
        name: 'Corner shop',
        merchantId: 'mer_1',
        status: 'active',
        createdAt: '2026-01-31T12:00:00.000Z',
      },
      asked: { by: 'key', name: 'Till', ip: null },
      approvers: [],
      paidBefore: { times: 0, firstAt: null },
      availableAtomic: '1',
      deficitAtomic: '0',
      withdrawnAtomic: '1000000900000000000',
      dailyLimitAtomic: '1000000100000000000',
      perWithdrawalLimitAtomic: null,
      twoApprovalsAboveAtomic: null,
      history: { times: 0, firstAt: null, largestAtomic: '0' },
      whitelist: { restricted: false, listed: false, since: null },
      hotWallet: null,
      chainStatus: 'following',
      frozen: null,
    },
  } as unknown as Reviewed);
  expect(told).toMatchObject({
    amount: '1.0000009 ETH on base',
    speaksAgainst: {
      'Above the daily limit': expect.stringMatching(/^1\.0000009 ETH of 1\.0000001 ETH asked for/),
    },
    otherChecks: {
      'The balance covers it': '0.000000000000000001 ETH stays available after it.',
    },
  });
});
