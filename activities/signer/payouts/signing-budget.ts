import { listCommitments } from '../../../src/db/wallets/sent-transactions.js';
import { lockWallet } from '../../../src/db/wallets/wallets.js';
import type { Transaction } from '../../../src/db/core/database.js';
import { committedTokens, committedWei, unite } from '../../../src/domain/wallets/commitments.js';
import { SIGNER_DAY_MS } from '../../../src/domain/wallets/signer-limits.js';
import { nextFreeNonce } from '../wallet/nonces/next-nonce.js';
import type { SigningDependencies } from '../wallet/signed-withdrawal.js';
import { readSignedToday } from '../wallet/policy/signer-limits.js';
import type { NotYet } from '../../withdrawals/not-yet.js';
import { termsOf, type PaymentPlan } from './payment-terms.js';

/** The sum of an asset that was signed in the last 24 hours, in base units: by the database, and by the memory. */
export interface SignedToday {
  readonly recordedAtomic: bigint;
  readonly rememberedAtomic: bigint;
}

/**
 * The amounts that the wallet can spend, read under its lock: its balances, less the signed transactions that may still
 * be mined.
 */
export interface SigningBudget {
  nextNonce: number;
  readonly hasOutsidePayments: boolean;
  spareWei: bigint;
  /** By symbol. */
  readonly spareTokensAtomic: Map<string, bigint>;
  /** By symbol. Without limits it is empty and unused. */
  readonly signedToday: Map<string, SignedToday>;
  /** Set when a key service has given no signature: it is not asked again in this batch. */
  noSignature: NotYet | null;
}

export async function openBudget(
  trx: Transaction,
  { hotWallet: { address }, limits, now, memory }: SigningDependencies,
  { terms, payable }: PaymentPlan,
): Promise<SigningBudget> {
  const { chainCode, counted, gasMoney } = terms;
  const { nextNonce, hasOutsidePayments } = await lockWallet(trx, { chainCode, address });
  const commitments = unite(terms.commitments, await listCommitments(trx, { chainCode, address }));
  const budget: SigningBudget = {
    nextNonce: nextFreeNonce(nextNonce, counted),
    hasOutsidePayments,
    spareWei: gasMoney.atomic - committedWei(commitments),
    spareTokensAtomic: new Map(),
    signedToday: new Map(),
    noSignature: null,
  };
  const assets = new Map(payable.map(({ signable: { asset } }) => [asset.tokenSymbol, asset]));
  for (const [symbol, asset] of assets) {
    const { balance } = termsOf(asset, terms);
    budget.spareTokensAtomic.set(symbol, balance.atomic - committedTokens(commitments, asset));
    if (limits === null) continue;
    budget.signedToday.set(symbol, {
      recordedAtomic: await readSignedToday(trx, { asset, purpose: 'payment', nowMs: now() }),
      rememberedAtomic: memory.sumSince(asset, now() - SIGNER_DAY_MS),
    });
  }
  return budget;
}

/**
 * Returns the sum that was signed today, without the payment that is about to be signed. Both the database and the
 * memory may have forgotten a part.
 *
 * @param countedAtomic the part of the sum that the memory already counts for the same nonce.
 */
export function besidesToday(
  { recordedAtomic, rememberedAtomic }: SignedToday,
  { countedAtomic }: { countedAtomic: bigint },
): bigint {
  const othersAtomic = rememberedAtomic - countedAtomic;
  return recordedAtomic > othersAtomic ? recordedAtomic : othersAtomic;
}
