import { readChainStatuses, type ChainStatus } from '../chains/chain-status.js';
import type { Queryable } from '../core/database.js';
import { listBalances } from '../ledger/balances.js';
import { findMerchant, type Merchant } from '../merchants/merchants.js';
import { toAddressWhitelist, type WhitelistColumns } from '../merchants/whitelist-columns.js';
import { getWithdrawalLimits, sumWithdrawn } from '../merchants/withdrawal-limits.js';
import { listApproverAddresses } from '../people/approver-addresses.js';
import { nameOperators } from '../people/operators.js';
import type { AssetId, Chain } from '../../domain/core/asset.js';
import { assert, QuittanceError } from '../../domain/core/errors.js';
import {
  isOpen,
  type AddressWhitelist,
  type WhitelistTarget,
} from '../../domain/merchants/address-whitelist.js';
import { requireShowable } from '../../domain/withdrawals/altered-withdrawal.js';
import type { WithdrawalLimits } from '../../domain/withdrawals/withdrawal-limits.js';
import { findAssetFreeze, type AssetFreeze } from './asset-freezes.js';
import { approvalsRequiredNow } from './decide-withdrawal.js';
import {
  findWithdrawal,
  sumUnsigned,
  viewWithdrawalsForOperators,
  type OperatorWithdrawalView,
  type Withdrawal,
} from './withdrawals.js';

/** The facts that an approver reads besides the withdrawal itself. Amounts in base units, times in epoch ms. */
export interface WithdrawalReview {
  readonly merchant: Merchant;
  /** The actor and origin of the request; null: the request is not in the audit log. */
  readonly asked: AskedBy | null;
  /** Earlier withdrawals of the merchant to this address on this chain that were paid. */
  readonly paidBefore: { readonly times: number; readonly firstAtMs: number | null };
  readonly availableAtomic: bigint;
  readonly deficitAtomic: bigint;
  /**
   * The sum of the merchant's withdrawals of the asset that were requested in the last 24 hours, or are not paid yet.
   * Refunds do not count.
   */
  readonly withdrawnAtomic: bigint;
  readonly limits: WithdrawalLimits;
  readonly freeze: AssetFreeze | null;
  /** The merchant's earlier payouts of the asset, among the latest {@link LOOKED_AT_MAX} withdrawals. */
  readonly history: {
    readonly times: number;
    readonly firstAtMs: number | null;
    readonly largestAtomic: bigint;
  };
  readonly whitelist: WhitelistState;
  /**
   * The hot wallet's balance of the asset as last read from the chain, and how much of it other approved withdrawals that
   * are not signed yet take; null before the first reading.
   */
  readonly hotWallet: {
    readonly balanceAtomic: bigint;
    readonly dueAtomic: bigint;
    readonly readAtMs: number | null;
  } | null;
  readonly chainStatus: ChainStatus | undefined;
  /** The number of operators who have to approve it. While it waits for approval, the current limits count too. */
  readonly approvalsRequired: number;
  /** The operators who have approved, by their ids. */
  readonly approverNames: ReadonlyMap<string, string>;
  /** The reader's registered approver addresses that are in force. */
  readonly ownAddresses: readonly string[];
}

/** Whether the address is on the whitelist of the merchant, or of the key that asked. */
export interface WhitelistState {
  /** False: withdrawals may go to any address. */
  readonly isRestricted: boolean;
  /** True: a list names the address, and is in force. */
  readonly isListed: boolean;
  /** The time since which a list contains the address; null: always, or no list contains it. */
  readonly sinceMs: number | null;
}

export interface AskedBy {
  readonly ip: string | null;
  /** The name of the key or the member. */
  readonly name: string | null;
  readonly by: 'key' | 'member' | 'other';
}

/**
 * Reads a withdrawal and the facts that an approver reads besides it. It locks nothing: a decision checks everything
 * again.
 *
 * @param what.books see `booksOf`.
 * @param what.operatorId the operator who reads it; left out: nobody who signs.
 * @throws QuittanceError `not_found`, `withdrawal_altered`
 */
export async function readForReview(
  q: Queryable,
  what: {
    readonly withdrawalId: string;
    readonly books: ReadonlyMap<string, Chain>;
    readonly nowMs: number;
    readonly operatorId?: string;
  },
): Promise<{ readonly view: OperatorWithdrawalView; readonly review: WithdrawalReview }> {
  const { withdrawalId, books, nowMs, operatorId } = what;
  const withdrawal = await findWithdrawal(q, { withdrawalId });
  if (withdrawal === undefined)
    throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
  const [view] = await viewWithdrawalsForOperators(q, [withdrawal]);
  assert(view !== undefined, 'a withdrawal has a view');
  // An altered withdrawal may name a merchant that does not exist.
  requireShowable(books, { ...withdrawal, merchantName: view.merchantName });
  const own = operatorId === undefined ? [] : await listApproverAddresses(q, [operatorId]);
  const ownAddresses = own.flatMap(({ address, status }) => (status === 'in_force' ? [address] : []));
  return { view, review: { ...(await reviewWithdrawal(q, view, nowMs)), ownAddresses } };
}

async function reviewWithdrawal(
  q: Queryable,
  { withdrawal, approvals }: Pick<OperatorWithdrawalView, 'withdrawal' | 'approvals'>,
  nowMs: number,
): Promise<Omit<WithdrawalReview, 'ownAddresses'>> {
  const { withdrawalId, invoiceId, merchantId, asset, address } = withdrawal;
  const merchant = await findMerchant(q, merchantId);
  assert(merchant !== undefined, 'a withdrawal belongs to a merchant that exists');
  const balances = await listBalances(q, merchantId);
  const balance = balances.find(
    ({ chainCode, tokenSymbol }) => chainCode === asset.chainCode && tokenSymbol === asset.tokenSymbol,
  );
  const found = await findAsker(q, { withdrawalId, invoiceId });
  const target = { chainCode: asset.chainCode, address };
  const chainStatus = (await readChainStatuses(q)).get(asset.chainCode);
  const dueAtomic = await sumUnsigned(q, asset, { except: withdrawalId });
  return {
    merchant,
    asked: found?.asked ?? null,
    history: await readHistory(q, { merchantId, asset }),
    whitelist: whitelistStateOf([merchant.whitelist, ...(found?.whitelist ?? [])], target, nowMs),
    hotWallet: findHotWallet(chainStatus, asset, dueAtomic),
    chainStatus,
    approvalsRequired:
      withdrawal.status === 'pending_approval'
        ? await approvalsRequiredNow(q, withdrawal)
        : withdrawal.approvalsRequired,
    approverNames: await nameOperators(
      q,
      approvals.flatMap(({ operatorId }) => operatorId ?? []),
    ),
    paidBefore: await countPaid(q, { withdrawalId, merchantId, asset, address }),
    availableAtomic: balance?.available ?? 0n,
    deficitAtomic: balance?.deficit ?? 0n,
    withdrawnAtomic: await sumWithdrawn(q, { merchantId, asset, nowMs, withOpen: true }),
    limits: await getWithdrawalLimits(q, { merchantId, asset }),
    freeze: (await findAssetFreeze(q, asset)) ?? null,
  };
}

/** A refund is requested by an order about its invoice. */
async function findAsker(
  q: Queryable,
  { withdrawalId, invoiceId }: Pick<Withdrawal, 'withdrawalId' | 'invoiceId'>,
): Promise<{ readonly asked: AskedBy; readonly whitelist: readonly AddressWhitelist[] } | null> {
  const { rows } = await q.raw<{
    rows: ({ ip: string | null; credential: string | null; name: string | null } & (
      WhitelistColumns | { withdrawal_addresses: null }
    ))[];
  }>(
    `SELECT a.ip, a.api_key_id AS credential, coalesce(k.name, b.name) AS name, k.withdrawal_addresses, k.whitelist_ends_at
       FROM audit_log a
       LEFT JOIN api_keys k ON k.api_key_id = a.api_key_id
       LEFT JOIN members b ON b.member_id = a.api_key_id
      WHERE (a.object_kind = 'withdrawal' AND a.object_id = :withdrawalId AND a.action = 'withdrawal.create')
         OR (a.object_kind = 'invoice' AND a.object_id = :invoiceId AND a.action = 'invoice.refund'
             AND a.after ->> 'withdrawalId' = :withdrawalId)
      ORDER BY a.audit_id LIMIT 1`,
    { withdrawalId, invoiceId: invoiceId ?? '' },
  );
  const [row] = rows;
  if (row === undefined) return null;
  const by =
    row.credential?.startsWith('mbr_') === true ? 'member' : row.credential === null ? 'other' : 'key';
  return {
    asked: { ip: row.ip, name: row.name, by },
    whitelist: row.withdrawal_addresses === null ? [] : [toAddressWhitelist(row)],
  };
}

function whitelistStateOf(
  lists: readonly AddressWhitelist[],
  target: WhitelistTarget,
  nowMs: number,
): WhitelistState {
  const inForce = lists.filter((list) => !isOpen(list, nowMs));
  const entries = inForce.flatMap(({ addresses }) =>
    addresses.filter(
      ({ chainCode, address, effectiveAtMs }) =>
        effectiveAtMs <= nowMs && chainCode === target.chainCode && address === target.address,
    ),
  );
  const sinceMs = Math.max(0, ...entries.map(({ effectiveAtMs }) => effectiveAtMs));
  return {
    isRestricted: inForce.length > 0,
    isListed: entries.length > 0 && entries.length === inForce.length,
    sinceMs: sinceMs === 0 ? null : sinceMs,
  };
}

function findHotWallet(
  status: ChainStatus | undefined,
  { tokenSymbol }: AssetId,
  dueAtomic: bigint,
): WithdrawalReview['hotWallet'] {
  const found = status?.report?.wallets.find(
    (wallet) => wallet.address === status.hotWalletAddress && wallet.tokenSymbol === tokenSymbol,
  );
  return found === undefined
    ? null
    : { balanceAtomic: found.balanceAtomic, dueAtomic, readAtMs: status?.report?.walletsAtMs ?? null };
}

/** The most withdrawals of a merchant and an asset that are read, the latest first. */
const LOOKED_AT_MAX = 1_000;

async function readHistory(
  q: Queryable,
  { merchantId, asset }: Pick<Withdrawal, 'merchantId' | 'asset'>,
): Promise<WithdrawalReview['history']> {
  const latest = q('withdrawals')
    .where({ merchant_id: merchantId, chain_code: asset.chainCode, token_symbol: asset.tokenSymbol })
    .orderBy('created_at', 'desc')
    .limit(LOOKED_AT_MAX);
  const row = await q
    .from(latest.as('latest'))
    .where({ status: 'completed', kind: 'payout' })
    .first<{ times: number; first: Date | null; largest: bigint | null }>(
      q.raw('count(*)::int AS times, min(completed_at) AS first, max(amount_atomic) AS largest'),
    );
  return { times: row.times, firstAtMs: row.first?.getTime() ?? null, largestAtomic: row.largest ?? 0n };
}

async function countPaid(
  q: Queryable,
  {
    withdrawalId,
    merchantId,
    asset,
    address,
  }: Pick<Withdrawal, 'withdrawalId' | 'merchantId' | 'asset' | 'address'>,
): Promise<WithdrawalReview['paidBefore']> {
  const row = await q('withdrawals')
    // Who owns an address on one chain need not own it on another: it may be a contract.
    .where({ merchant_id: merchantId, chain_code: asset.chainCode, address, status: 'completed' })
    .whereNot({ withdrawal_id: withdrawalId })
    .first<{ times: number; first: Date | null }>(
      q.raw('count(*)::int AS times, min(completed_at) AS first'),
    );
  return { times: row.times, firstAtMs: row.first?.getTime() ?? null };
}
