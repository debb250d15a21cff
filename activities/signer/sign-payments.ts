import { isSigningErrorCode } from '../../src/chain/signing-error.js';
import { transaction, type Transaction } from '../../src/db/database.js';
import {
  insertSigned,
  listCommitments,
  listWithdrawalTransactions,
  lockWallet,
  type SentTransaction,
} from '../../src/db/sent-transactions.js';
import { lockWithdrawals, type Withdrawal } from '../../src/db/withdrawals.js';
import { committedTokens, committedWei, requireGas, requireTokens, unite } from './funds.js';
import { NotYet, type Outgoing, type SigningDependencies } from './outgoing.js';
import {
  paymentCall,
  readTerms,
  termsOf,
  type Offer,
  type Payable,
  type PaymentTerms,
} from './payment-terms.js';
import { requireApproval, requireNoHold, requireWithinLimits } from './policy.js';

/** Attempts to pay one withdrawal, none when it isn't to be paid; or why it could not be signed. */
export type SigningOutcome =
  { readonly attempts: readonly SentTransaction[] } | { readonly attempts: null; readonly error: unknown };

/**
 * The attempts to pay each of some withdrawals of one chain, by their ids, the first of them signed now where there was
 * none: once, whoever else asks at the same moment. What keeps one of them from being signed keeps no other.
 *
 * @throws NotYet when nothing at all can leave now; then no nonce is taken.
 */
export async function signPayments(
  deps: SigningDependencies,
  withdrawals: readonly Outgoing[],
): Promise<ReadonlyMap<string, SigningOutcome>> {
  const known = byWithdrawal(await listWithdrawalTransactions(deps.db, withdrawals.map(idOf)));
  const [first, ...others] = withdrawals.filter((outgoing) => !known.has(idOf(outgoing)));
  const outcomes = new Map<string, SigningOutcome>();
  for (const [withdrawalId, attempts] of known) outcomes.set(withdrawalId, { attempts });
  if (first === undefined) return outcomes;
  const offer = await readTerms(deps, [first, ...others]);
  for (const [withdrawalId, error] of offer.refused) outcomes.set(withdrawalId, { attempts: null, error });
  if (offer.payable.length === 0) return outcomes;
  const signed = await transaction(deps.db, (trx) => commitSigned(trx, deps, offer));
  for (const [withdrawalId, outcome] of signed) outcomes.set(withdrawalId, outcome);
  return outcomes;
}

const idOf = ({ withdrawal }: Outgoing): string => withdrawal.withdrawalId;

function byWithdrawal(attempts: readonly SentTransaction[]): ReadonlyMap<string, SentTransaction[]> {
  const grouped = new Map<string, SentTransaction[]>();
  for (const attempt of attempts) {
    const { withdrawalId } = attempt;
    if (withdrawalId !== null) grouped.set(withdrawalId, [...(grouped.get(withdrawalId) ?? []), attempt]);
  }
  return grouped;
}

/**
 * Takes the wallet's next nonces, signs, and keeps nonces, bytes and hashes, in one transaction under the wallet's
 * lock. Until it commits nobody has seen the bytes. After it no other payment is ever signed for these withdrawals,
 * unless a transaction from outside has taken a nonce for good.
 */
async function commitSigned(
  trx: Transaction,
  deps: SigningDependencies,
  offer: Offer,
): Promise<ReadonlyMap<string, SigningOutcome>> {
  const { terms, payable } = offer;
  const ids = payable.map(({ outgoing }) => idOf(outgoing));
  const purse = await openPurse(trx, deps, offer);
  const locked = await lockWithdrawals(trx, ids);
  const already = byWithdrawal(await listWithdrawalTransactions(trx, ids));
  const outcomes = new Map<string, SigningOutcome>();
  let noSignature: NotYet | null = null;
  for (const one of payable) {
    const withdrawalId = idOf(one.outgoing);
    const withdrawal = locked.get(withdrawalId);
    const attempts = already.get(withdrawalId) ?? [];
    // `broadcast` without a transaction: its nonce was lost to one from outside.
    const isDue = withdrawal?.status === 'approved' || withdrawal?.status === 'broadcast';
    if (attempts.length > 0 || !isDue) {
      outcomes.set(withdrawalId, { attempts });
      continue;
    }
    try {
      // A key that is elsewhere and gives no signature is not waited for as often as there are withdrawals.
      if (noSignature !== null) throw noSignature;
      // A savepoint of its own: what fails for one undoes nothing of the others.
      await trx.transaction((savepoint) => signOne(savepoint, deps, { one, withdrawal, terms, purse }));
    } catch (error) {
      if (error instanceof NotYet && isSigningErrorCode(error.code)) noSignature = error;
      outcomes.set(withdrawalId, { attempts: null, error });
    }
  }
  const signed = byWithdrawal(await listWithdrawalTransactions(trx, ids));
  for (const [withdrawalId, attempts] of signed) outcomes.set(withdrawalId, { attempts });
  return outcomes;
}

/** What the wallet has to give under its lock, less what is signed already and may still be mined. */
interface Purse {
  nextNonce: number;
  spareWei: bigint;
  /** By symbol. */
  readonly spareTokensAtomic: Map<string, bigint>;
}

async function openPurse(
  trx: Transaction,
  { hotWallet: { address } }: SigningDependencies,
  { terms, payable }: Offer,
): Promise<Purse> {
  const { chainCode, chainNonce, nativeBalanceWei } = terms;
  const { nextNonce } = await lockWallet(trx, { chainCode, address });
  const commitments = unite(terms.commitments, await listCommitments(trx, { chainCode, address }));
  const tokens = payable.map(({ outgoing: { asset } }) => {
    const { balanceAtomic } = termsOf(asset, terms);
    return [asset.tokenSymbol, balanceAtomic - committedTokens(commitments, asset)] as const;
  });
  return {
    nextNonce: Math.max(nextNonce ?? 0, chainNonce),
    spareWei: nativeBalanceWei - committedWei(commitments),
    spareTokensAtomic: new Map(tokens),
  };
}

/**
 * Signs one as it stands in the locked row, and not as it was read before: that is what was approved.
 *
 * @throws NotYet when it can't leave now; then it takes nothing out of the purse.
 */
async function signOne(
  trx: Transaction,
  deps: SigningDependencies,
  {
    one,
    withdrawal,
    terms,
    purse,
  }: { one: Payable; withdrawal: Withdrawal; terms: PaymentTerms; purse: Purse },
): Promise<void> {
  const { outgoing, gasLimit, rollupFeeWei } = one;
  const { asset, native, chain } = outgoing;
  const { chainCode, chainId } = chain;
  const { withdrawalId, amountAtomic } = withdrawal;
  const nowMs = deps.now();
  await requireApproval(trx, withdrawal);
  await requireNoHold(trx, withdrawal);
  await requireWithinLimits(trx, { limits: deps.limits, asset, amountAtomic, nowMs });
  const call = paymentCall(asset, withdrawal);
  const { maxFeePerGasWei, maxPriorityFeePerGasWei } = terms.fees;
  const maxCostWei = call.valueAtomic + gasLimit * maxFeePerGasWei + rollupFeeWei;
  const spareAtomic = purse.spareTokensAtomic.get(asset.tokenSymbol) ?? 0n;
  // The native coin is in `maxCostWei`.
  if (asset.kind === 'erc20') requireTokens(asset, { spareAtomic, neededAtomic: amountAtomic });
  requireGas(native, { spareWei: purse.spareWei, neededWei: maxCostWei });

  const nonce = purse.nextNonce;
  const { raw, hash } = await deps.hotWallet.signTransaction({
    ...{ chainId, nonce, ...call, gasLimit, maxFeePerGasWei, maxPriorityFeePerGasWei },
  });
  await insertSigned(trx, {
    ...{
      chainCode,
      txHash: hash,
      fromAddress: deps.hotWallet.address,
      nonce,
      rawTransaction: raw,
      withdrawalId,
    },
    ...{ purpose: 'payment', replaces: null, maxFeePerGasWei, maxCostWei, signedAtMs: nowMs },
    payment: { tokenSymbol: asset.tokenSymbol, amountAtomic, to: withdrawal.address },
  });
  purse.nextNonce = nonce + 1;
  purse.spareWei -= maxCostWei;
  purse.spareTokensAtomic.set(asset.tokenSymbol, spareAtomic - amountAtomic);
}
