import type { DeriveDeposit } from '../../domain/invoices/proven-deposit.js';
import { createDepositDeriver, type DepositXpubs, type EarlierXpub } from './deposit-address.js';
import { depositXpubOf } from './keys.js';

/** Returns the xpubs of a worker: as they are set, else of its seed of the deposits. Null: it has neither. */
export function workerXpubsOf(config: {
  readonly depositXpub: string | null;
  readonly depositXpubEarlier: readonly EarlierXpub[];
  readonly signer: { readonly depositMnemonic: string | null } | null;
}): DepositXpubs | null {
  const mnemonic = config.signer?.depositMnemonic ?? null;
  const newest = config.depositXpub ?? (mnemonic === null ? null : depositXpubOf(mnemonic));
  return newest === null ? null : { newest, earlier: config.depositXpubEarlier };
}

/** Returns what derives deposit addresses; without xpubs, what throws when it is asked. */
export function workerDeriverOf(xpubs: DepositXpubs | null): DeriveDeposit {
  if (xpubs !== null) return createDepositDeriver(xpubs.newest, xpubs.earlier);
  return () => {
    throw new Error('This worker has no DEPOSIT_XPUB: only the role signer does without.');
  };
}
