import type { DeriveDeposit } from '../../domain/invoices/proven-deposit.js';
import { createDepositDeriver, type DepositXpubs, type EarlierXpub } from './deposit-address.js';
import { depositXpubOf } from './keys.js';

/**
 * Returns the xpubs of a worker: those in its settings, otherwise the one of its deposit seed. Null: it has neither.
 */
export function workerXpubsOf(config: {
  readonly depositXpub: string | null;
  readonly depositXpubEarlier: readonly EarlierXpub[];
  readonly signer: { readonly depositMnemonic: string | null } | null;
}): DepositXpubs | null {
  const mnemonic = config.signer?.depositMnemonic ?? null;
  const newest = config.depositXpub ?? (mnemonic === null ? null : depositXpubOf(mnemonic));
  return newest === null ? null : { newest, earlier: config.depositXpubEarlier };
}

/** Returns a function that derives deposit addresses. Without xpubs, the function throws when it is called. */
export function workerDeriverOf(xpubs: DepositXpubs | null): DeriveDeposit {
  if (xpubs !== null) return createDepositDeriver(xpubs.newest, xpubs.earlier);
  return () => {
    throw new Error('This worker has no DEPOSIT_XPUB: only the role signer does without.');
  };
}
