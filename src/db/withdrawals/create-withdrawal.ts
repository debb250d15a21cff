import type { Asset } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import type { Metadata } from '../../domain/webhooks/events.js';
import { reservePostings } from '../../domain/ledger/postings.js';
import { formatCrypto } from '../../domain/core/money.js';
import { assertWithinLimits, type WithdrawalLimits } from '../../domain/withdrawals/withdrawal-limits.js';
import { approvalsRequired } from '../../domain/withdrawals/required-approvals.js';
import type { Transaction } from '../core/database.js';
import { lockMerchantBalances, postEntry } from '../ledger/post-entry.js';
import { lockMerchantShared, type Merchant } from '../merchants/merchants.js';
import { newId } from '../core/new-id.js';
import { enqueue } from '../outbox/outbox.js';
import { getWithdrawalLimits, sumWithdrawn } from '../merchants/withdrawal-limits.js';
import { toWithdrawal, type Withdrawal, type WithdrawalRow } from './withdrawals.js';

export interface NewWithdrawal {
  readonly merchantId: string;
  readonly asset: Asset;
  readonly amountAtomic: bigint;
  /** Lower-case, checked by the caller. */
  readonly address: string;
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly nowMs: number;
}

async function insertWithdrawal(
  trx: Transaction,
  request: NewWithdrawal & { readonly invoiceId: string | null; readonly limits: WithdrawalLimits },
): Promise<Withdrawal> {
  const { asset, invoiceId, amountAtomic, limits } = request;
  const [row] = await trx('withdrawals')
    .insert({
      withdrawal_id: newId('wd', request.nowMs),
      merchant_id: request.merchantId,
      kind: invoiceId === null ? 'payout' : 'refund',
      invoice_id: invoiceId,
      chain_code: asset.chainCode,
      token_symbol: asset.tokenSymbol,
      token_decimals: asset.decimals,
      amount_atomic: amountAtomic.toString(),
      address: request.address,
      merchant_reference: request.merchantReference,
      metadata: JSON.stringify(request.metadata),
      approvals_required: approvalsRequired(limits, amountAtomic),
      created_at: new Date(request.nowMs),
    })
    .returning<WithdrawalRow[]>('*');
  if (row === undefined) throw new Error('The withdrawal was not written');
  await enqueue(trx, [{ kind: 'withdrawal', targetId: row.withdrawal_id }]);
  return toWithdrawal(row);
}

/** A merchant whose status and limits stay as they are until the transaction ends. */
export interface HeldMerchant {
  readonly merchant: Merchant;
  readonly limits: WithdrawalLimits;
}

/** Reads the merchant of a withdrawal and its limits, under a shared lock. */
export async function holdMerchant(
  trx: Transaction,
  request: Pick<NewWithdrawal, 'merchantId' | 'asset'>,
): Promise<HeldMerchant> {
  const merchant = await lockMerchantShared(trx, request.merchantId);
  return { merchant, limits: await getWithdrawalLimits(trx, request) };
}

/**
 * Creates a withdrawal in the caller's transaction: its row, the reservation of its amount, and the outbox row that
 * starts its workflow. The balance is locked, so the second of two concurrent requests sees the balance and the daily
 * limit that the first has left.
 *
 * @throws QuittanceError `merchant_suspended`, `limit_exceeded`, `insufficient_balance`.
 */
export async function createWithdrawal(
  trx: Transaction,
  request: NewWithdrawal,
  held?: HeldMerchant,
): Promise<Withdrawal> {
  const { asset, amountAtomic, merchantId } = request;
  const { merchant, limits } = held ?? (await holdMerchant(trx, request));
  if (merchant.status === 'suspended') {
    throw new QuittanceError('merchant_suspended', 'The merchant is suspended; ask the operator.');
  }
  const { availableAtomic } = await lockMerchantBalances(trx, { merchantId, asset });
  const takenAtomic = limits.perDayAtomic === null ? 0n : await sumWithdrawn(trx, request);
  assertWithinLimits(limits, { amountAtomic, asset, takenAtomic });
  if (availableAtomic < amountAtomic) {
    const available = formatCrypto(availableAtomic, asset.decimals);
    throw new QuittanceError(
      'insufficient_balance',
      `The available balance is ${available} ${asset.tokenSymbol}; ask for no more than that.`,
    );
  }
  const withdrawal = await insertWithdrawal(trx, { ...request, limits, invoiceId: null });
  await postEntry(trx, {
    cause: `withdrawal/${withdrawal.withdrawalId}/reserve`,
    kind: 'withdrawal_reserved',
    asset,
    merchantId,
    withdrawalId: withdrawal.withdrawalId,
    postings: reservePostings(amountAtomic),
  });
  return withdrawal;
}

/**
 * Creates a withdrawal that sends an invoice's held money back. It reserves nothing itself: the caller settles the
 * invoice in the same transaction, which moves the held money to `reserved`. Limits do not apply: it sends back what a
 * customer sent, and an operator looks at each refund.
 */
export async function createRefund(
  trx: Transaction,
  request: NewWithdrawal & { readonly invoiceId: string },
): Promise<Withdrawal> {
  return insertWithdrawal(trx, { ...request, limits: await getWithdrawalLimits(trx, request) });
}
