import { listKnownAssets } from '../db/chains/known-assets.js';
import { readForReview } from '../db/withdrawals/withdrawal-review.js';
import { formatExact } from '../domain/core/money.js';
import { printable } from '../domain/core/printable.js';
import {
  checkWithdrawal,
  speaksAgainst,
  type CheckWords,
  type WithdrawalCheck,
} from '../domain/withdrawals/withdrawal-checks.js';
import { ENDED_STATUSES } from '../domain/withdrawals/withdrawal-state.js';
import { booksOf } from '../http/views/assets.js';
import { showReviewedWithdrawal } from '../http/views/withdrawal-review.js';
import type { CliContext } from './command.js';

/** A withdrawal with everything that an approver needs to see, as the API shows it. */
type Reviewed = ReturnType<typeof showReviewedWithdrawal>;

/**
 * Reads a withdrawal with everything that an approver needs to see. @throws QuittanceError `not_found`,
 * `withdrawal_altered`.
 */
export async function readReviewed(
  { db, getChains }: Pick<CliContext, 'db' | 'getChains'>,
  withdrawalId: string,
): Promise<Reviewed> {
  const chains = getChains();
  const books = booksOf(chains, await listKnownAssets(db));
  const { view, review } = await readForReview(db, { withdrawalId, books, nowMs: Date.now() });
  return showReviewedWithdrawal(view, review, { chains, books });
}

/** Returns the facts of a withdrawal and the reasons against it, for people. Empty facts are left out. */
export function reviewInWords(withdrawal: Reviewed): object {
  const { withdrawalId, kind, status, amountAtomic, chainCode, review } = withdrawal;
  const facts = {
    recipientWarning: withdrawal.recipientWarning,
    withdrawalId,
    kind,
    status,
    amount: `${amountInWords(amountAtomic, withdrawal)} on ${chainCode}`,
    address: withdrawal.address,
    merchant: `${review.merchant.name} (${review.merchant.merchantId})`,
    askedBy: askedInWords(review.asked),
    createdAt: withdrawal.createdAt,
    merchantReference: withdrawal.merchantReference,
    refundOf: withdrawal.invoiceId,
    txHash: withdrawal.txHash,
    approvals: `${withdrawal.approvalsGiven} of ${review.approvalsRequired}`,
    approvedBy: review.approvers.map(({ name }) => name ?? 'the command line'),
    signedBy: withdrawal.signatures.map(({ approver }) => approver),
    waitingCode: withdrawal.waitingCode,
    waitingReason: withdrawal.waitingReason,
    failureReason: withdrawal.failureReason,
    ...(ENDED_STATUSES.includes(status) ? {} : checksInWords(withdrawal)),
  };
  const isThere = (value: unknown): boolean =>
    value !== null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isThere(value)));
}

function askedInWords(asked: Reviewed['review']['asked']): string {
  if (asked === null) return 'unknown';
  const from = asked.ip === null ? '' : ` from ${asked.ip}`;
  return `${asked.by} ${asked.name ?? ''}`.trim() + from;
}

function checksInWords(withdrawal: Reviewed): object {
  const checks = checkWithdrawal(withdrawal);
  const against = checks.filter(speaksAgainst);
  const inWords = ({ title, detail }: WithdrawalCheck): [string, string] => [
    printable(title),
    detail.map((words) => partInWords(words, withdrawal)).join(''),
  ];
  return {
    speaksAgainst: against.length === 0 ? 'nothing' : Object.fromEntries(against.map(inWords)),
    otherChecks: Object.fromEntries(checks.filter((one) => !speaksAgainst(one)).map(inWords)),
  };
}

type OfAsset = Pick<Reviewed, 'decimals' | 'tokenSymbol'>;

const amountInWords = (atomic: string, { decimals, tokenSymbol }: OfAsset): string =>
  `${formatExact(BigInt(atomic), decimals)} ${tokenSymbol}`;

function partInWords(words: CheckWords, asset: OfAsset): string {
  if (typeof words === 'string') return words;
  if ('amountAtomic' in words) return amountInWords(words.amountAtomic, asset);
  return 'at' in words ? words.at : `at ${words.fromNow}`;
}
