import { describe, expect, it } from '@jest/globals';
import {
  checkWithdrawal,
  speaksAgainst,
  type CheckedWithdrawal,
} from '../../../src/domain/withdrawals/withdrawal-checks.js';

const SINCE = '2026-01-31T12:00:00.000Z';
type Review = CheckedWithdrawal['review'];

/** A withdrawal that nothing speaks against, but for what a test changes. */
function withdrawal(
  fields: Partial<Omit<CheckedWithdrawal, 'review'>> = {},
  review: Partial<Review> = {},
): CheckedWithdrawal {
  return {
    kind: 'payout',
    amountAtomic: '5000000',
    tokenSymbol: 'USDC',
    refundRecipient: null,
    recipientWarning: null,
    ...fields,
    review: {
      merchant: { status: 'active', createdAt: SINCE },
      asked: {},
      paidBefore: { times: 1, firstAt: SINCE },
      availableAtomic: '0',
      deficitAtomic: '0',
      withdrawnAtomic: '10000000',
      dailyLimitAtomic: '10000000',
      perWithdrawalLimitAtomic: '5000000',
      twoApprovalsAboveAtomic: '5000000',
      history: { times: 2, firstAt: SINCE, largestAtomic: '5000000' },
      whitelist: { restricted: true, listed: true, since: null },
      hotWallet: { balanceAtomic: '7000000', dueAtomic: '2000000', readAt: SINCE },
      chainStatus: 'following',
      frozen: null,
      ...review,
    },
  };
}

const against = (one: CheckedWithdrawal): readonly string[] =>
  checkWithdrawal(one)
    .filter(speaksAgainst)
    .map(({ title }) => title);

describe('what speaks against a withdrawal', () => {
  it('is nothing when each check is just met', () => {
    expect(against(withdrawal())).toEqual([]);
    expect(checkWithdrawal(withdrawal()).map(({ title }) => title)).toEqual([
      ...['The address was paid before', 'On the whitelist', 'Not larger than earlier ones'],
      ...['Within the daily limit', 'The balance covers it', 'The hot wallet has enough'],
      ...['Its chain is read', 'The merchant is active', 'USDC is not frozen'],
    ]);
  });

  it('is also an amount that is larger in its last digit only', () => {
    expect(against(withdrawal({ amountAtomic: '5000001' }))).toEqual([
      'Larger than any before',
      'Above the limit for one withdrawal',
      'The hot wallet has too little',
    ]);
  });

  it.each<[string, Partial<Review>]>([
    ['A new address', { paidBefore: { times: 0, firstAt: null } }],
    ['Not on the whitelist', { whitelist: { restricted: true, listed: false, since: null } }],
    ['The first withdrawal of USDC', { history: { times: 0, firstAt: null, largestAtomic: '0' } }],
    ['Larger than any before', { history: { times: 2, firstAt: SINCE, largestAtomic: '4999999' } }],
    ['Above the daily limit', { withdrawnAtomic: '10000001' }],
    ['The merchant owes money', { deficitAtomic: '1' }],
    ['Above the limit for one withdrawal', { perWithdrawalLimitAtomic: '4999999' }],
    [
      'The hot wallet has too little',
      { hotWallet: { balanceAtomic: '4999999', dueAtomic: '0', readAt: null } },
    ],
    [
      'The hot wallet has too little',
      { hotWallet: { balanceAtomic: '7000000', dueAtomic: '2000001', readAt: null } },
    ],
    ['No RPC of its chain answers', { chainStatus: 'unreachable' }],
    ['Its chain is halted', { chainStatus: 'halted' }],
    ['Its chain is not what CHAINS_FILE says', { chainStatus: 'mismatch' }],
    ['Its chain is not in CHAINS_FILE', { chainStatus: null }],
    ['Nobody is known to have asked', { asked: null }],
    ['The merchant is suspended', { merchant: { status: 'suspended', createdAt: SINCE } }],
    ['USDC is frozen', { frozen: { reason: 'the token was paused' } }],
  ])('is, first of all: %s', (title, review) => {
    expect(against(withdrawal({}, review))).toEqual([title]);
    expect(checkWithdrawal(withdrawal({}, review))[0]?.title).toBe(title);
  });

  it('does not include an unset whitelist, an unset limit, or a hot wallet or a chain that nobody has read', () => {
    const none = {
      dailyLimitAtomic: null,
      perWithdrawalLimitAtomic: null,
      twoApprovalsAboveAtomic: null,
      hotWallet: null,
      chainStatus: 'starting' as const,
      whitelist: { restricted: false, listed: false, since: null },
    };
    expect(against(withdrawal({}, none))).toEqual([]);
  });

  it.each([
    ['payer', null, []],
    ['whitelisted', null, []],
    ['other', 'Ask the merchant.', ['It does not go back to its payer']],
  ])(
    'is, for a refund to %s, its recipient alone and no limit',
    (refundRecipient, recipientWarning, titles) => {
      const refund = withdrawal(
        { kind: 'refund', refundRecipient, recipientWarning },
        { withdrawnAtomic: '99000000', paidBefore: { times: 0, firstAt: null } },
      );
      expect(against(refund)).toEqual(titles);
    },
  );

  it('has each limit in words', () => {
    const words = checkWithdrawal(withdrawal()).find(({ title }) => title === 'Within the daily limit');
    expect(
      words?.detail.map((part) => (typeof part === 'string' ? part : Object.values(part)[0])).join(''),
    ).toBe(
      '10000000 of 10000000 asked for in 24 hours or still open, with this one. At most 5000000 in one. Two approvals above 5000000.',
    );
  });
});
