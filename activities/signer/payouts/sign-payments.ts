import type { Fees } from '../../../src/chain/sending/fees.js';
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
  insertAllSigned,
  listCommitments,
  listWithdrawalTransactions,
  type NewSignature,
  type SentTransaction,
} from '../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../src/db/wallets/wallets.js';
import { lockWithdrawals, type Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { committedTokens, committedWei, requireGas, requireTokens, unite } from '../wallet/funds.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';
import { afterReading, nextFreeNonce } from '../wallet/next-nonce.js';
import { findPaidOutside } from './paid-outside.js';
import { paymentCall, readTerms, termsOf, type Offer, type Payable } from './payment-terms.js';
import {
  enterSigning,
  findHeldBack,
  findUnapproved,
  readSignedToday,
  requireWithinLimits,
} from '../wallet/policy.js';
import { startSigningTime } from '../wallet/signing-time.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/**
 * Attempts to pay one withdrawal, none when it isn't to be paid; or why it could not be signed. `isLeft`: there was no
 * time for its signature, so that it needs another turn.
 */
export type SigningOutcome =
  | { readonly attempts: readonly SentTransaction[]; readonly isLeft?: boolean }
  | { readonly attempts: null; readonly error: unknown };

/**
 * The attempts to pay each of some withdrawals of one chain, by their ids, the first of them signed now where there was
 * none: once, whoever else asks at the same moment. What keeps one of them from being signed keeps no other.
 *
 * @throws NotYet when nothing at all can leave now; then no nonce is taken.
 */
export async function signPayments(
  deps: SigningDependencies,
  withdrawals: readonly SignableWithdrawal[],
): Promise<ReadonlyMap<string, SigningOutcome>> {
  const known = byWithdrawal(await listWithdrawalTransactions(deps.db, withdrawals.map(idOf)));
  const outcomes = new Map<string, SigningOutcome>();
  for (const [withdrawalId, attempts] of known) outcomes.set(withdrawalId, { attempts });
  const [first, ...others] = withdrawals.filter((outgoing) => {
    if (known.has(idOf(outgoing))) return false;
    const error = findMalformed(outgoing);
    if (error !== null) outcomes.set(idOf(outgoing), { attempts: null, error });
    return error === null;
  });
  if (first === undefined) return outcomes;
  const offer = await readTerms(deps, [first, ...others]);
  for (const [withdrawalId, error] of offer.refused) outcomes.set(withdrawalId, { attempts: null, error });
  if (offer.payable.length === 0) return outcomes;
  const wallet = { ...first, address: deps.hotWallet.address, counted: offer.terms.counted.nonce };
  const signed = await afterReading(deps, wallet, (counted) =>
    commit(deps, { ...offer, terms: { ...offer.terms, counted } }),
  );
  for (const [withdrawalId, outcome] of signed) outcomes.set(withdrawalId, outcome);
  return outcomes;
}

/** Before the chain is asked about all of them at once: what asks for an impossible transfer keeps only itself. */
function findMalformed({ asset, withdrawal }: SignableWithdrawal): NotYet | null {
  try {
    paymentCall(asset, withdrawal);
    return null;
  } catch (error) {
    if (error instanceof NotYet) return error;
    throw error;
  }
}

/**
 * All together; when the database refuses a row, or one can't be read any more, each by itself, so that it keeps only
 * its own withdrawal.
 */
async function commit(deps: SigningDependencies, offer: Offer): Promise<ReadonlyMap<string, SigningOutcome>> {
  try {
    return await transaction(deps.db, (trx) => commitSigned(trx, deps, offer));
  } catch (error) {
    if (violatedConstraint(error) === undefined && !(error instanceof UnreadableError)) throw error;
    if (offer.payable.length === 1)
      return new Map(offer.payable.map(({ outgoing }) => [idOf(outgoing), { attempts: null, error }]));
  }
  const outcomes = new Map<string, SigningOutcome>();
  for (const one of offer.payable) {
    for (const [withdrawalId, outcome] of await commit(deps, { ...offer, payable: [one] }))
      outcomes.set(withdrawalId, outcome);
  }
  return outcomes;
}

const idOf = ({ withdrawal }: SignableWithdrawal): string => withdrawal.withdrawalId;

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
  const ids = offer.payable.map(({ outgoing }) => idOf(outgoing));
  const tokenSymbols = offer.payable.map(({ outgoing }) => outgoing.asset.tokenSymbol);
  await enterSigning(trx, { chainCode: offer.terms.chainCode, tokenSymbols });
  const purse = await openPurse(trx, deps, offer);
  const locked = await lockWithdrawals(trx, ids);
  const already = byWithdrawal(await listWithdrawalTransactions(trx, ids));
  // `broadcast` without a transaction: its nonce was lost to one from outside.
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
    ...(purse.hasOutsidePayments ? await findPaidOutside(trx, due) : []),
  ]);
  const signed: NewSignature[] = [];
  const left = new Set<string>();
  const isTimeOver = startSigningTime();
  for (const payable of offer.payable) {
    const withdrawal = due.find(({ withdrawalId }) => withdrawalId === idOf(payable.outgoing));
    if (withdrawal === undefined || refused.has(withdrawal.withdrawalId)) continue;
    if (signed.length > 0 && isTimeOver()) {
      left.add(withdrawal.withdrawalId);
      continue;
    }
    try {
      signed.push(await signOne(deps, { payable, withdrawal, fees: offer.terms.fees, purse }));
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      refused.set(withdrawal.withdrawalId, error);
    }
  }
  await insertAllSigned(trx, signed);
  const attempts = byWithdrawal(await listWithdrawalTransactions(trx, ids));
  return new Map(
    ids.map((withdrawalId) => {
      const error = refused.get(withdrawalId);
      return [
        withdrawalId,
        error === undefined
          ? { attempts: attempts.get(withdrawalId) ?? [], isLeft: left.has(withdrawalId) }
          : { attempts: null, error },
      ];
    }),
  );
}

/** What the wallet has to give under its lock, less what is signed already and may still be mined. */
interface Purse {
  nextNonce: number;
  readonly hasOutsidePayments: boolean;
  spareWei: bigint;
  /** By symbol. */
  readonly spareTokensAtomic: Map<string, bigint>;
  readonly signedTodayAtomic: Map<string, bigint>;
  /** A key that is elsewhere and gives no signature is not asked again in this turn. */
  noSignature: NotYet | null;
}

async function openPurse(
  trx: Transaction,
  { hotWallet: { address }, limits, now }: SigningDependencies,
  { terms, payable }: Offer,
): Promise<Purse> {
  const { chainCode, counted, nativeBalanceWei } = terms;
  const { nextNonce, hasOutsidePayments } = await lockWallet(trx, { chainCode, address });
  const commitments = unite(terms.commitments, await listCommitments(trx, { chainCode, address }));
  const purse: Purse = {
    nextNonce: nextFreeNonce(nextNonce, counted),
    hasOutsidePayments,
    spareWei: nativeBalanceWei - committedWei(commitments),
    spareTokensAtomic: new Map(),
    signedTodayAtomic: new Map(),
    noSignature: null,
  };
  const assets = new Map(payable.map(({ outgoing: { asset } }) => [asset.tokenSymbol, asset]));
  for (const [symbol, asset] of assets) {
    const { balanceAtomic } = termsOf(asset, terms);
    purse.spareTokensAtomic.set(symbol, balanceAtomic - committedTokens(commitments, asset));
    if (limits === null) continue;
    purse.signedTodayAtomic.set(
      symbol,
      await readSignedToday(trx, { asset, purpose: 'payment', nowMs: now() }),
    );
  }
  return purse;
}

/**
 * Signs one as it stands in the locked row, and not as it was read before: that is what was approved.
 *
 * @throws NotYet when it can't leave now; then it takes nothing out of the purse.
 */
async function signOne(
  { hotWallet, limits, now }: SigningDependencies,
  {
    payable,
    withdrawal,
    fees,
    purse,
  }: { payable: Payable; withdrawal: Withdrawal; fees: Fees; purse: Purse },
): Promise<NewSignature> {
  const { outgoing, gasLimit, rollupFeeWei } = payable;
  const { asset, native, chain } = outgoing;
  const { chainCode, chainId } = chain;
  const { withdrawalId, amountAtomic } = withdrawal;
  const symbol = asset.tokenSymbol;
  const call = paymentCall(asset, withdrawal);
  const { maxFeePerGasWei, maxPriorityFeePerGasWei } = fees;
  const maxCostWei = call.valueAtomic + gasLimit * maxFeePerGasWei + rollupFeeWei;
  const spareAtomic = purse.spareTokensAtomic.get(symbol) ?? 0n;
  const signedTodayAtomic = purse.signedTodayAtomic.get(symbol) ?? 0n;
  requireWithinLimits(limits, { asset, amountAtomic, signedTodayAtomic });
  // The native coin is in `maxCostWei`.
  if (asset.kind === 'erc20') requireTokens(asset, { spareAtomic, neededAtomic: amountAtomic });
  requireGas(native, { spareWei: purse.spareWei, neededWei: maxCostWei });

  const nonce = purse.nextNonce;
  const { raw, hash } = await askForSignature(hotWallet, purse, {
    ...{ chainId, nonce, ...call, gasLimit, maxFeePerGasWei, maxPriorityFeePerGasWei },
  });
  purse.nextNonce = nonce + 1;
  purse.spareWei -= maxCostWei;
  purse.spareTokensAtomic.set(symbol, spareAtomic - amountAtomic);
  purse.signedTodayAtomic.set(symbol, signedTodayAtomic + amountAtomic);
  return {
    ...{ chainCode, txHash: hash, fromAddress: hotWallet.address, nonce, rawTransaction: raw, withdrawalId },
    ...{ purpose: 'payment', replaces: null, maxFeePerGasWei, maxCostWei, signedAtMs: now() },
    payment: { tokenSymbol: symbol, amountAtomic, to: withdrawal.address },
  };
}

async function askForSignature(
  wallet: TransactionSigner,
  purse: Purse,
  transaction: UnsignedTransaction,
): Promise<SignedTransaction> {
  if (purse.noSignature !== null) throw purse.noSignature;
  try {
    return await wallet.signTransaction(transaction);
  } catch (error) {
    if (error instanceof NotYet) purse.noSignature = error;
    throw error;
  }
}
