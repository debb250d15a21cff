import { QuittanceError } from '../core/errors.js';
import { formatCrypto } from '../core/money.js';

/** What bounds a merchant's withdrawals of one asset, in base units. Null: nothing does. */
export interface WithdrawalLimits {
  /** The most that one withdrawal may take. */
  readonly perWithdrawalAtomic: bigint | null;
  /** The most that all withdrawals of any 24 hours may take together. */
  readonly perDayAtomic: bigint | null;
  /** Above it two different operators have to approve. */
  readonly twoApprovalsAboveAtomic: bigint | null;
  /** Below it nobody has to. */
  readonly autoApproveBelowAtomic: bigint | null;
}

export const NO_LIMITS: WithdrawalLimits = {
  perWithdrawalAtomic: null,
  perDayAtomic: null,
  twoApprovalsAboveAtomic: null,
  autoApproveBelowAtomic: null,
};

/**
 * A day, in ms, is the 24 hours before each request and not a calendar's: at midnight twice its limit could leave
 * within a minute.
 */
export const LIMIT_WINDOW_MS = 24 * 60 * 60 * 1000;

/** What a withdrawal asks for, and how its asset is written. */
interface Asked {
  readonly amountAtomic: bigint;
  readonly asset: { readonly tokenSymbol: string; readonly decimals: number };
}

/**
 * Is the withdrawal within its merchant's limits, after what was taken in the 24 hours before?
 *
 * @throws QuittanceError `limit_exceeded`, which says the limit and what is left of it.
 */
export function assertWithinLimits(
  limits: WithdrawalLimits,
  { amountAtomic, asset, takenAtomic }: Asked & { readonly takenAtomic: bigint },
): void {
  const show = (atomic: bigint): string => `${formatCrypto(atomic, asset.decimals)} ${asset.tokenSymbol}`;
  const { perWithdrawalAtomic, perDayAtomic } = limits;
  if (perWithdrawalAtomic !== null && amountAtomic > perWithdrawalAtomic) {
    throw new QuittanceError(
      'limit_exceeded',
      `One withdrawal may take at most ${show(perWithdrawalAtomic)}; ask for no more than that.`,
    );
  }
  if (perDayAtomic !== null && takenAtomic + amountAtomic > perDayAtomic) {
    const leftAtomic = takenAtomic < perDayAtomic ? perDayAtomic - takenAtomic : 0n;
    throw new QuittanceError(
      'limit_exceeded',
      `Withdrawals of 24 hours may take at most ${show(perDayAtomic)}; ${show(leftAtomic)} are left of that now.`,
    );
  }
}

/** How many different operators have to approve. */
export function approvalsRequired(limits: WithdrawalLimits, amountAtomic: bigint): 1 | 2 {
  const above = limits.twoApprovalsAboveAtomic;
  return above !== null && amountAtomic > above ? 2 : 1;
}

/** Is it small enough to need nobody's approval? A refund never is: an operator looks at each. */
export function isApprovedAutomatically(
  limits: WithdrawalLimits,
  { kind, amountAtomic }: { readonly kind: 'payout' | 'refund'; readonly amountAtomic: bigint },
): boolean {
  const below = limits.autoApproveBelowAtomic;
  return kind === 'payout' && below !== null && amountAtomic < below;
}

/** @throws QuittanceError `validation_failed` when an amount would need two operators and nobody at once. */
export function assertConsistent(limits: WithdrawalLimits): void {
  const { autoApproveBelowAtomic: below, twoApprovalsAboveAtomic: above } = limits;
  if (below === null || above === null || below <= above) return;
  throw new QuittanceError(
    'validation_failed',
    'autoApproveBelow is above twoApprovalsAbove: an amount between them would need two operators and nobody at once.',
    {
      details: [
        { path: 'withdrawalLimits', message: 'autoApproveBelow must not be above twoApprovalsAbove' },
      ],
    },
  );
}
