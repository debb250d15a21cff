import type { FollowingStatus } from '../chains/following-status.js';

/**
 * The facts about a withdrawal that a person reads before a decision, as the API shows them. Its amounts are read in base
 * units, because the API cuts those in whole tokens to six digits.
 */
export interface CheckedWithdrawal {
  readonly kind: string;
  readonly amountAtomic: string;
  readonly tokenSymbol: string;
  readonly refundRecipient: string | null;
  readonly recipientWarning: string | null;
  readonly review: {
    readonly merchant: { readonly status: string; readonly createdAt: string };
    readonly asked: object | null;
    readonly paidBefore: { readonly times: number; readonly firstAt: string | null };
    readonly availableAtomic: string;
    readonly deficitAtomic: string;
    readonly withdrawnAtomic: string;
    readonly dailyLimitAtomic: string | null;
    readonly perWithdrawalLimitAtomic: string | null;
    readonly twoApprovalsAboveAtomic: string | null;
    readonly history: {
      readonly times: number;
      readonly firstAt: string | null;
      readonly largestAtomic: string;
    };
    readonly whitelist: {
      readonly restricted: boolean;
      readonly listed: boolean;
      readonly since: string | null;
    };
    readonly hotWallet: {
      readonly balanceAtomic: string;
      readonly dueAtomic: string;
      readonly readAt: string | null;
    } | null;
    readonly chainStatus: FollowingStatus | null;
    readonly frozen: { readonly reason: string } | null;
  };
}

/** A part of a sentence. Each surface writes amounts and times in its own way. */
export type CheckWords =
  string | { readonly amountAtomic: string } | { readonly at: string } | { readonly fromNow: string };

/** One thing that a careful person checks. `waiting`: it speaks neither for nor against the withdrawal. */
export interface WithdrawalCheck {
  readonly tone: 'failed' | 'held' | 'attention' | 'waiting' | 'done';
  readonly title: string;
  /** The sentence below it, in its parts. */
  readonly detail: readonly CheckWords[];
}

const AGAINST: readonly WithdrawalCheck['tone'][] = ['failed', 'held', 'attention'];

export const speaksAgainst = ({ tone }: WithdrawalCheck): boolean => AGAINST.includes(tone);

const isAbove = (oneAtomic: string, otherAtomic: string | null): boolean =>
  otherAtomic !== null && BigInt(oneAtomic) > BigInt(otherAtomic);
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function check(
  tone: WithdrawalCheck['tone'],
  title: string,
  ...detail: readonly CheckWords[]
): WithdrawalCheck {
  return { tone, title, detail };
}

function recipientOf(withdrawal: CheckedWithdrawal): WithdrawalCheck {
  const { kind, recipientWarning, refundRecipient, review } = withdrawal;
  const { times, firstAt } = review.paidBefore;
  if (recipientWarning !== null)
    return check('attention', 'It does not go back to its payer', recipientWarning);
  if (kind === 'refund')
    return refundRecipient === 'payer'
      ? check('done', 'It goes back to its payer', 'This address sent all of the money.')
      : check('done', 'The merchant knows the address', 'It was whitelisted before the money came.');
  if (firstAt === null)
    return check(
      'attention',
      'A new address',
      'Nothing was ever paid to this address for this merchant on this network.',
    );
  return check(
    'done',
    'The address was paid before',
    ...[`${counted(times, 'time')}, first on `, { at: firstAt }, '.'],
  );
}

function whitelistOf({ review: { whitelist } }: CheckedWithdrawal): WithdrawalCheck {
  if (!whitelist.restricted)
    return check('waiting', 'No whitelist', 'The merchant may withdraw to any address.');
  if (!whitelist.listed) return check('failed', 'Not on the whitelist', 'The list does not name it now.');
  return whitelist.since === null
    ? check('done', 'On the whitelist', 'Since the whitelist exists.')
    : check('done', 'On the whitelist', 'Since ', { at: whitelist.since }, '.');
}

function sizeOf({ amountAtomic, tokenSymbol, review: { history } }: CheckedWithdrawal): WithdrawalCheck {
  const { times, largestAtomic, firstAt } = history;
  if (firstAt === null)
    return check(
      'attention',
      `The first withdrawal of ${tokenSymbol}`,
      'The merchant has never withdrawn it on this network.',
    );
  const before: readonly CheckWords[] = [
    ...[`${counted(times, 'withdrawal')} since `, { at: firstAt }],
    ...[', at most ', { amountAtomic: largestAtomic }, '.'],
  ];
  return isAbove(amountAtomic, largestAtomic)
    ? check('attention', 'Larger than any before', ...before)
    : check('done', 'Not larger than earlier ones', ...before);
}

/** A request that has waited for a day is paid together with the later ones, so it counts as they do. */
const WHICH_ARE_COUNTED = 'asked for in 24 hours or still open, with this one.';

function limitOf({ amountAtomic, review }: CheckedWithdrawal): WithdrawalCheck {
  const { withdrawnAtomic, dailyLimitAtomic, perWithdrawalLimitAtomic, twoApprovalsAboveAtomic } = review;
  const detail: readonly CheckWords[] = [
    { amountAtomic: withdrawnAtomic },
    ...(dailyLimitAtomic === null ? [] : [' of ', { amountAtomic: dailyLimitAtomic }]),
    ` ${WHICH_ARE_COUNTED}`,
    ...(perWithdrawalLimitAtomic === null
      ? []
      : [' At most ', { amountAtomic: perWithdrawalLimitAtomic }, ' in one.']),
    ...(twoApprovalsAboveAtomic === null
      ? []
      : [' Two approvals above ', { amountAtomic: twoApprovalsAboveAtomic }, '.']),
  ];
  if (isAbove(withdrawnAtomic, dailyLimitAtomic))
    return check('attention', 'Above the daily limit', ...detail);
  if (isAbove(amountAtomic, perWithdrawalLimitAtomic))
    return check('attention', 'Above the limit for one withdrawal', ...detail);
  return dailyLimitAtomic === null
    ? check('waiting', 'No daily limit', ...detail)
    : check('done', 'Within the daily limit', ...detail);
}

function balanceOf({ review: { availableAtomic, deficitAtomic } }: CheckedWithdrawal): WithdrawalCheck {
  return BigInt(deficitAtomic) === 0n
    ? check('done', 'The balance covers it', { amountAtomic: availableAtomic }, ' stays available after it.')
    : check('failed', 'The merchant owes money', { amountAtomic: deficitAtomic }, ' after a reversal.');
}

function walletOf({ amountAtomic, review: { hotWallet } }: CheckedWithdrawal): WithdrawalCheck {
  if (hotWallet === null)
    return check('waiting', 'The hot wallet was not read yet', 'It may wait for a sweep.');
  const { balanceAtomic, dueAtomic, readAt } = hotWallet;
  const read = readAt === null ? [] : [', read ', { fromNow: readAt }];
  const others =
    BigInt(dueAtomic) === 0n
      ? []
      : [' Others that are approved and not sent yet take ', { amountAtomic: dueAtomic }, '.'];
  const detail = [{ amountAtomic: balanceAtomic }, ...read, '.', ...others];
  return BigInt(amountAtomic) + BigInt(dueAtomic) > BigInt(balanceAtomic)
    ? check('attention', 'The hot wallet has too little', ...detail)
    : check('done', 'The hot wallet has enough', ...detail);
}

/** Nothing is sent on a chain that is not read. */
function chainOf({ review: { chainStatus } }: CheckedWithdrawal): WithdrawalCheck {
  switch (chainStatus) {
    case 'following':
      return check('done', 'Its chain is read', 'Approved withdrawals are sent there.');
    case 'starting':
      return check('waiting', 'Its chain was not read yet', 'Nothing is sent there before that.');
    case 'unreachable':
      return check('failed', 'No RPC of its chain answers', 'Nothing is sent there until one does.');
    case 'halted':
      return check('failed', 'Its chain is halted', 'Nothing is sent there until an operator resumes it.');
    case 'mismatch':
      return check('failed', 'Its chain is not what CHAINS_FILE says', 'Nothing is sent there until it is.');
    case null:
      return check('failed', 'Its chain is not in CHAINS_FILE', 'Nothing is sent there while it is not.');
  }
}

function merchantChecks({ tokenSymbol, review }: CheckedWithdrawal): readonly WithdrawalCheck[] {
  const { merchant, frozen, asked } = review;
  return [
    ...(asked === null
      ? [check('attention', 'Nobody is known to have asked', 'The audit log has no request.')]
      : []),
    merchant.status === 'suspended'
      ? check('failed', 'The merchant is suspended', 'Its withdrawals wait.')
      : check('done', 'The merchant is active', 'Since ', { at: merchant.createdAt }, '.'),
    frozen === null
      ? check('done', `${tokenSymbol} is not frozen`, 'Approved withdrawals are sent.')
      : check('held', `${tokenSymbol} is frozen`, frozen.reason),
  ];
}

/** All checks in the order in which a careful person makes them. Those that speak against the withdrawal come first. */
export function checkWithdrawal(withdrawal: CheckedWithdrawal): readonly WithdrawalCheck[] {
  const isPayout = withdrawal.kind !== 'refund';
  const all = [
    recipientOf(withdrawal),
    ...(isPayout ? [whitelistOf(withdrawal), sizeOf(withdrawal), limitOf(withdrawal)] : []),
    balanceOf(withdrawal),
    walletOf(withdrawal),
    chainOf(withdrawal),
    ...merchantChecks(withdrawal),
  ];
  return [...all.filter(speaksAgainst), ...all.filter((one) => !speaksAgainst(one))];
}
