import type {
  SignedTransaction,
  TransactionSigner,
  UnsignedTransaction,
} from '../../../src/chain/keys/types.js';
import {
  transaction,
  UnreadableError,
  violatedConstraint,
  type Transaction,
} from '../../../src/db/core/database.js';
import {
  listWithdrawalTransactions,
  tryInsert,
  type NewSignature,
  type SentTransaction,
} from '../../../src/db/wallets/sent-transactions.js';
import { SIGNER_DAY_MS } from '../../../src/domain/wallets/signer-limits.js';
import { groupBy } from '../../../src/domain/core/group-by.js';
import { lockWithdrawals, type Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { requireGas, requireTokens } from '../wallet/policy/require-funds.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';
import { readPaymentApprovals, type PaymentApprovals } from './payment-approvals.js';
import { findPaidAfterAll } from './find-paid-after-all.js';
import { afterReading } from '../wallet/nonces/next-nonce.js';
import { readCoverage, type WalletCoverage } from '../wallet/policy/wallet-coverage.js';
import { findPaidOutside } from './paid-outside.js';
import {
  paymentCall,
  readTerms,
  termsOf,
  type PaymentPlan,
  type PaymentTerms,
  type Payable,
} from './payment-terms.js';
import { enterSigning, findHeldBack, findUnapproved } from '../wallet/policy/signing-policy.js';
import { requireWithinLimits } from '../wallet/policy/signer-limits.js';
import { requireUnused, storeSigned } from '../wallet/policy/store-signed.js';
import { besidesToday, openBudget, type SigningBudget } from './signing-budget.js';
import { orderByNonce, type SigningOrder } from './signing-order.js';
import { startSigningTime } from '../wallet/signing-time.js';
import { NotYet, notYetOf } from '../../withdrawals/not-yet.js';

/**
 * The attempts to pay one withdrawal, none when it must not be paid; or the error that kept it from being signed.
 * `isPostponed`: there was no time for its signature, so it needs another batch.
 */
export type SigningOutcome =
  | { readonly attempts: readonly SentTransaction[]; readonly isPostponed?: boolean }
  | { readonly attempts: null; readonly error: unknown };

/**
 * Returns the attempts to pay each of the withdrawals, by their ids. All are of one chain. A withdrawal without an
 * attempt is signed now, and only once, whoever else asks at the same moment. A reason that stops one withdrawal does
 * not stop the others.
 *
 * @throws NotYet when none of them can be signed now; then no nonce is taken.
 */
export async function signPayments(
  deps: SigningDependencies,
  withdrawals: readonly SignableWithdrawal[],
): Promise<ReadonlyMap<string, SigningOutcome>> {
  const known = byWithdrawal(await listWithdrawalTransactions(deps.db, withdrawals.map(idOf)));
  const outcomes = new Map<string, SigningOutcome>();
  for (const [withdrawalId, attempts] of known) outcomes.set(withdrawalId, { attempts });
  const refuse = (signable: SignableWithdrawal, error: NotYet | null): boolean => {
    if (error !== null) outcomes.set(idOf(signable), { attempts: null, error });
    return error !== null;
  };
  const possible = withdrawals.filter(
    (signable) => !known.has(idOf(signable)) && !refuse(signable, findMalformed(signable)),
  );
  const approvals = await readPaymentApprovals(deps, possible);
  const asked: SignableWithdrawal[] = [];
  // Before the chain is asked: a withdrawal that waits for signatures costs no request.
  for (const signable of possible)
    if (
      !refuse(signable, (await approvals.findRefusal(signable)) ?? (await findPaidAfterAll(deps, signable)))
    )
      asked.push(signable);
  const [first, ...others] = asked;
  if (first === undefined) return outcomes;
  const plan = await readTerms(deps, [first, ...others]);
  for (const [withdrawalId, error] of plan.refused) outcomes.set(withdrawalId, { attempts: null, error });
  if (plan.payable.length === 0) return outcomes;
  const wallet = { ...first, address: deps.hotWallet.address, counted: plan.terms.counted.nonce };
  const signed = await afterReading(deps, wallet, async (counted) =>
    commit(deps, {
      approvals,
      coverage: await readCoverage(deps, first),
      plan: { ...plan, terms: { ...plan.terms, counted } },
    }),
  );
  for (const [withdrawalId, outcome] of signed) outcomes.set(withdrawalId, outcome);
  return outcomes;
}

/**
 * Finds out whether a withdrawal asks for an impossible transfer. It is called before the chain is asked about all
 * withdrawals at once, so that such a withdrawal keeps no other.
 */
function findMalformed({ asset, withdrawal }: SignableWithdrawal): NotYet | null {
  try {
    paymentCall(asset, withdrawal);
    return null;
  } catch (error) {
    return notYetOf(error);
  }
}

/** The withdrawals to sign now, with their approvers' signatures and the nonces for which they may be signed. */
interface Signing {
  readonly plan: PaymentPlan;
  readonly approvals: PaymentApprovals;
  readonly coverage: WalletCoverage;
}

/**
 * Signs and commits all withdrawals together. When the database refuses a row, or a row can't be read any more, commits
 * each withdrawal by itself: then a bad row keeps only its own withdrawal.
 */
async function commit(
  deps: SigningDependencies,
  signing: Signing,
): Promise<ReadonlyMap<string, SigningOutcome>> {
  const { plan } = signing;
  try {
    return await transaction(deps.db, (trx) => commitSigned(trx, deps, signing));
  } catch (error) {
    if (violatedConstraint(error) === undefined && !(error instanceof UnreadableError)) throw error;
    if (plan.payable.length === 1)
      return new Map(plan.payable.map(({ signable }) => [idOf(signable), { attempts: null, error }]));
  }
  const outcomes = new Map<string, SigningOutcome>();
  for (const one of plan.payable) {
    for (const [withdrawalId, outcome] of await commit(deps, {
      ...signing,
      plan: { ...plan, payable: [one] },
    }))
      outcomes.set(withdrawalId, outcome);
  }
  return outcomes;
}

const idOf = ({ withdrawal }: SignableWithdrawal): string => withdrawal.withdrawalId;

/** Groups the transactions that pay withdrawals by these. */
const byWithdrawal = (attempts: readonly SentTransaction[]): ReadonlyMap<string, SentTransaction[]> =>
  groupBy(attempts, ({ withdrawalId }) => withdrawalId ?? '');

/**
 * Takes the wallet's next nonces, signs, and stores nonces, bytes and hashes, in one transaction under the wallet's
 * lock. Until it commits nobody has seen the bytes. After it has committed, no other payment is ever signed for these
 * withdrawals, unless a transaction from outside has taken a nonce for good.
 */
async function commitSigned(
  trx: Transaction,
  deps: SigningDependencies,
  signing: Signing,
): Promise<ReadonlyMap<string, SigningOutcome>> {
  const { plan } = signing;
  const ids = plan.payable.map(({ signable }) => idOf(signable));
  const tokenSymbols = plan.payable.map(({ signable }) => signable.asset.tokenSymbol);
  await enterSigning(trx, { chainCode: plan.terms.chainCode, tokenSymbols });
  const budget = await openBudget(trx, deps, plan);
  const locked = await lockWithdrawals(trx, ids);
  const already = byWithdrawal(await listWithdrawalTransactions(trx, ids));
  // A withdrawal that is `broadcast` and has no transaction has lost its nonce to a transaction from outside.
  const due = [...locked.values()].filter(
    ({ withdrawalId, status }) =>
      !already.has(withdrawalId) && (status === 'approved' || status === 'broadcast'),
  );
  const refused = new Map([
    ...(await findHeldBack(trx, due)),
    ...(await findUnapproved(
      trx,
      due.map(({ withdrawalId }) => withdrawalId),
    )),
    ...(budget.hasOutsidePayments ? await findPaidOutside(trx, due) : []),
  ]);
  const payable = plan.payable.filter(({ signable }) => !refused.has(idOf(signable)));
  const order = await orderByNonce(trx, deps, { ...plan, payable });
  for (const [withdrawalId, refusal] of order.refused) refused.set(withdrawalId, refusal);
  const { signed, postponed } = await signAll(deps, { ...signing, budget, order, due, refused });
  // The first try is without the bytes, so that a row that the database refuses is not remembered. Only then are the
  // bytes remembered and stored. The database never sees bytes that are not remembered, because its owner may keep
  // them.
  await tryInsert(trx, signed);
  for (const [withdrawalId, refusal] of await storeSigned(trx, deps, signed))
    refused.set(withdrawalId, refusal);
  const attempts = byWithdrawal(await listWithdrawalTransactions(trx, ids));
  return new Map(
    ids.map((withdrawalId) => {
      const error = refused.get(withdrawalId);
      return [
        withdrawalId,
        error === undefined
          ? { attempts: attempts.get(withdrawalId) ?? [], isPostponed: postponed.has(withdrawalId) }
          : { attempts: null, error },
      ];
    }),
  );
}

/**
 * Signs the withdrawals that are due, each for the nonce that it gets by the order. A withdrawal that can't be signed
 * now is put into `refused`.
 */
async function signAll(
  deps: SigningDependencies,
  {
    plan: { terms },
    approvals,
    coverage,
    budget,
    order,
    due,
    refused,
  }: Signing & {
    budget: SigningBudget;
    order: SigningOrder;
    due: readonly Withdrawal[];
    refused: Map<string, NotYet>;
  },
): Promise<{ readonly signed: readonly NewSignature[]; readonly postponed: ReadonlySet<string> }> {
  const signed: NewSignature[] = [];
  const postponed = new Set<string>();
  const isTimeOver = startSigningTime();
  let runFrom = budget.nextNonce;
  for (let next = order.take(runFrom); next !== null; next = order.take(budget.nextNonce)) {
    const { payable, nonce } = next;
    const withdrawal = due.find(({ withdrawalId }) => withdrawalId === idOf(payable.signable));
    if (withdrawal === undefined) continue;
    if (signed.length > 0 && isTimeOver()) {
      postponed.add(withdrawal.withdrawalId);
      continue;
    }
    try {
      const from = nonce === budget.nextNonce ? runFrom : nonce;
      coverage.require({ nonce, from, counted: terms.counted.nonce });
      signed.push(await signOne(deps, { payable, nonce, withdrawal, approvals, terms, budget }));
      if (nonce > budget.nextNonce) runFrom = nonce;
      budget.nextNonce = Math.max(budget.nextNonce, nonce + 1);
    } catch (error) {
      refused.set(withdrawal.withdrawalId, notYetOf(error));
    }
  }
  return { signed, postponed };
}

/**
 * Signs the payment of one withdrawal as its locked row says, not as it was read before: the row is what was approved.
 * The approvers' signatures are verified against the very values that the transaction is made of.
 *
 * @throws NotYet when it can't be signed now; then it takes nothing out of the budget.
 */
async function signOne(
  { hotWallet, limits, now, memory }: SigningDependencies,
  {
    payable,
    nonce,
    withdrawal,
    approvals,
    terms,
    budget,
  }: {
    payable: Payable;
    nonce: number;
    withdrawal: Withdrawal;
    approvals: PaymentApprovals;
    terms: PaymentTerms;
    budget: SigningBudget;
  },
): Promise<NewSignature> {
  const { signable, gasLimit, rollupFeeWei } = payable;
  const { asset, native, chain } = signable;
  const { chainCode, chainId } = chain;
  const { withdrawalId, amountAtomic } = withdrawal;
  const symbol = asset.tokenSymbol;
  const call = paymentCall(asset, withdrawal);
  const { maxFeePerGasWei, maxPriorityFeePerGasWei } = terms.fees;
  const maxCostWei = call.valueAtomic + gasLimit * maxFeePerGasWei + rollupFeeWei;
  const spareAtomic = budget.spareTokensAtomic.get(symbol) ?? 0n;
  const today = budget.signedToday.get(symbol) ?? { recordedAtomic: 0n, rememberedAtomic: 0n };
  const walletNonce = { chainCode, fromAddress: hotWallet.address, nonce };
  const countedAtomic = memory.countedFor(asset, walletNonce, now() - SIGNER_DAY_MS);
  const signedTodayAtomic = besidesToday(today, { countedAtomic });
  const refusal = await approvals.findRefusal({ chain, asset, withdrawal });
  if (refusal !== null) throw refusal;
  requireWithinLimits(limits, { asset, amountAtomic, signedTodayAtomic });
  // A native coin's amount is part of `maxCostWei`.
  if (asset.kind === 'erc20')
    requireTokens(asset, { ...termsOf(asset, terms).balance, spareAtomic, neededAtomic: amountAtomic });
  requireGas(native, { ...terms.gasMoney, spareWei: budget.spareWei, neededWei: maxCostWei });

  requireUnused(memory, withdrawalId, walletNonce);
  const { raw, hash } = await askForSignature(hotWallet, budget, {
    chainId,
    nonce,
    ...call,
    gasLimit,
    maxFeePerGasWei,
    maxPriorityFeePerGasWei,
  });
  budget.spareWei -= maxCostWei;
  budget.spareTokensAtomic.set(symbol, spareAtomic - amountAtomic);
  budget.signedToday.set(symbol, {
    recordedAtomic: today.recordedAtomic + amountAtomic,
    rememberedAtomic:
      today.rememberedAtomic + (amountAtomic > countedAtomic ? amountAtomic - countedAtomic : 0n),
  });
  return {
    chainCode,
    txHash: hash,
    fromAddress: hotWallet.address,
    nonce,
    rawTransaction: raw,
    withdrawalId,
    purpose: 'payment',
    replaces: null,
    maxFeePerGasWei,
    maxCostWei,
    signedAtMs: now(),
    payment: { tokenSymbol: symbol, amountAtomic, to: withdrawal.address },
  };
}

async function askForSignature(
  wallet: TransactionSigner,
  budget: SigningBudget,
  transaction: UnsignedTransaction,
): Promise<SignedTransaction> {
  if (budget.noSignature !== null) throw budget.noSignature;
  try {
    return await wallet.signTransaction(transaction);
  } catch (error) {
    if (error instanceof NotYet) budget.noSignature = error;
    throw error;
  }
}
