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

/** What was signed of an asset in the last 24 hours, in base units: as the database says, and as the memory does. */
export interface SignedToday {
  readonly recordedAtomic: bigint;
  readonly rememberedAtomic: bigint;
}

/** What the wallet can spend, under its lock: its balances, less what is signed already and may still be mined. */
export interface SigningBudget {
  nextNonce: number;
  readonly hasOutsidePayments: boolean;
  spareWei: bigint;
  /** By symbol. */
  readonly spareTokensAtomic: Map<string, bigint>;
  /** By symbol. Without limits it counts from nothing, and nothing asks for it. */
  readonly signedToday: Map<string, SignedToday>;
  /** Set when a key service has given no signature: it is not asked again in this batch. */
  noSignature: NotYet | null;
}

export async function openBudget(
  trx: Transaction,
  { hotWallet: { address }, limits, now, memory }: SigningDependencies,
  { terms, payable }: PaymentPlan,
): Promise<SigningBudget> {
  const { chainCode, counted, nativeBalanceWei } = terms;
  const { nextNonce, hasOutsidePayments } = await lockWallet(trx, { chainCode, address });
  const commitments = unite(terms.commitments, await listCommitments(trx, { chainCode, address }));
  const budget: SigningBudget = {
    nextNonce: nextFreeNonce(nextNonce, counted),
    hasOutsidePayments,
    spareWei: nativeBalanceWei - committedWei(commitments),
    spareTokensAtomic: new Map(),
    signedToday: new Map(),
    noSignature: null,
  };
  const assets = new Map(payable.map(({ signable: { asset } }) => [asset.tokenSymbol, asset]));
  for (const [symbol, asset] of assets) {
    const { balanceAtomic } = termsOf(asset, terms);
    budget.spareTokensAtomic.set(symbol, balanceAtomic - committedTokens(commitments, asset));
    if (limits === null) continue;
    budget.signedToday.set(symbol, {
      recordedAtomic: await readSignedToday(trx, { asset, purpose: 'payment', nowMs: now() }),
      rememberedAtomic: memory.sumSince(asset, now() - SIGNER_DAY_MS),
    });
  }
  return budget;
}

/**
 * Returns how much was signed today besides what is about to be signed: the database may have forgotten some of it, and
 * so may the memory.
 *
 * @param countedAtomic what the memory counts of it for the same nonce already.
 */
export function besidesToday(
  { recordedAtomic, rememberedAtomic }: SignedToday,
  { countedAtomic }: { countedAtomic: bigint },
): bigint {
  const othersAtomic = rememberedAtomic - countedAtomic;
  return recordedAtomic > othersAtomic ? recordedAtomic : othersAtomic;
}
