import { DAY_MS } from '../core/days.js';
import { QuittanceError } from '../core/errors.js';
import { formatCrypto } from '../core/money.js';

/** The limits of a merchant's withdrawals of one asset, in base units. Null: no limit. */
export interface WithdrawalLimits {
  /** The largest withdrawal. */
  readonly perWithdrawalAtomic: bigint | null;
  /** The largest sum of all withdrawals in any 24 hours. */
  readonly perDayAtomic: bigint | null;
  /** A larger withdrawal needs the approval of two different operators. */
  readonly twoApprovalsAboveAtomic: bigint | null;
  /** A smaller withdrawal needs no approval. */
  readonly autoApproveBelowAtomic: bigint | null;
}

export const NO_LIMITS: WithdrawalLimits = {
  perWithdrawalAtomic: null,
  perDayAtomic: null,
  twoApprovalsAboveAtomic: null,
  autoApproveBelowAtomic: null,
};

/**
 * The window of the daily limit, in ms: the 24 hours before each request. It is not a calendar day: then twice the
 * limit could leave within a minute around midnight.
 */
export const LIMIT_WINDOW_MS = DAY_MS;

/** The amount of a withdrawal, and how its asset is written. */
interface Asked {
  readonly amountAtomic: bigint;
  readonly asset: { readonly tokenSymbol: string; readonly decimals: number };
}

/**
 * Checks a withdrawal against its merchant's limits. `takenAtomic` is the sum of withdrawals in the 24 hours before.
 *
 * @throws QuittanceError `limit_exceeded`; it says the limit and what is left of it.
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
      `Withdrawals of any 24 hours may take at most ${show(perDayAtomic)}; ${show(leftAtomic)} are left now.`,
    );
  }
}

/**
 * Returns limits that do not contradict each other: where they do, the tighter one decides. Two changes that were asked
 * for together may come into force one after the other, or one of them never.
 */
export function consistentLimits(limits: WithdrawalLimits): WithdrawalLimits {
  const { autoApproveBelowAtomic: below, twoApprovalsAboveAtomic: above } = limits;
  if (below === null || above === null || below <= above) return limits;
  return { ...limits, autoApproveBelowAtomic: above };
}

/** @throws QuittanceError `validation_failed` when one amount would need both two approvals and none. */
export function assertConsistent(limits: WithdrawalLimits): void {
  if (consistentLimits(limits) === limits) return;
  throw new QuittanceError(
    'validation_failed',
    'autoApproveBelow is above twoApprovalsAbove: an amount between them would need both two approvals and none.',
    {
      details: [
        { path: 'withdrawalLimits', message: 'autoApproveBelow must not be above twoApprovalsAbove' },
      ],
    },
  );
}
