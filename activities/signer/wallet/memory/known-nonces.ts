import type { NewSignature } from '../../../../src/db/wallets/sent-transactions.js';

/** How many nonces beyond a gap are remembered. */
const BEYOND_MAX = 100_000;

/** A wallet on a chain. */
export type WalletOfChain = Pick<NewSignature, 'chainCode' | 'fromAddress'>;

/** The nonces of a wallet whose use a memory knows. */
export interface NonceCoverage {
  /** The first nonce that it does not know. It has signed for all nonces below, or somebody answers for them. */
  readonly next: number;
  /** Somebody answers for all nonces below this one. 0: the memory does not know what the wallet has done before. */
  readonly accountedTo: number;
  /** One above the highest nonce that it has signed for. 0: it has signed nothing. */
  readonly signedTo: number;
  /** The hashes of what it has signed for nonce 0. */
  readonly first: readonly string[];
  /** The hashes of the cancellations that it has signed for `next`. */
  readonly cancelling: readonly string[];
}

type SignedNonce = WalletOfChain & Pick<NewSignature, 'nonce' | 'txHash'>;

interface Wallet {
  readonly of: WalletOfChain;
  next: number;
  accountedTo: number;
  readonly beyond: Set<number>;
  readonly first: Set<string>;
  /** Hashes of cancellations by nonce, from `next` on. */
  readonly cancelling: Map<number, Set<string>>;
  /** The highest nonce that was signed; null: none was. */
  highest: number | null;
}

/** Keeps the known nonces of each wallet. */
export class KnownNonces {
  readonly #wallets = new Map<string, Wallet>();

  #wallet({ chainCode, fromAddress }: WalletOfChain): Wallet {
    const key = `${chainCode}/${fromAddress}`;
    const known = this.#wallets.get(key);
    if (known !== undefined) return known;
    const nothing = { beyond: new Set<number>(), first: new Set<string>(), cancelling: new Map() };
    const wallet = { of: { chainCode, fromAddress }, next: 0, accountedTo: 0, ...nothing, highest: null };
    this.#wallets.set(key, wallet);
    return wallet;
  }

  /** Notes that something was signed for a nonce. */
  use({ nonce, txHash, ...of }: SignedNonce): void {
    const wallet = this.#wallet(of);
    if (nonce === 0) wallet.first.add(txHash);
    wallet.highest = Math.max(wallet.highest ?? 0, nonce);
    if (nonce >= wallet.next && wallet.beyond.size < BEYOND_MAX) wallet.beyond.add(nonce);
    closeUp(wallet, wallet.next);
  }

  /**
   * Notes a cancellation. The cancelled transaction may have been signed elsewhere, and may be mined instead. So the
   * nonce does not become known before the chain shows that the cancellation has used it.
   */
  cancel({ nonce, txHash, ...of }: SignedNonce): void {
    const { first, next, cancelling } = this.#wallet(of);
    if (nonce === 0) first.add(txHash);
    if (nonce < next || cancelling.size >= BEYOND_MAX) return;
    cancelling.set(nonce, (cancelling.get(nonce) ?? new Set()).add(txHash));
  }

  /** Notes that somebody answers for all nonces below one. */
  account({ accountedTo, ...of }: WalletOfChain & { readonly accountedTo: number }): void {
    const wallet = this.#wallet(of);
    const { next } = wallet;
    wallet.accountedTo = Math.max(wallet.accountedTo, accountedTo);
    wallet.next = Math.max(wallet.next, accountedTo);
    closeUp(wallet, next);
  }

  coverage(of: WalletOfChain): NonceCoverage {
    const { next, accountedTo, first, cancelling, highest } = this.#wallet(of);
    return {
      next,
      accountedTo,
      signedTo: highest === null ? 0 : highest + 1,
      first: [...first],
      cancelling: [...(cancelling.get(next) ?? [])],
    };
  }

  /**
   * Returns the first nonce from one on that the memory can't account for: it has neither signed nor cancelled anything
   * for it, and nobody answers for it.
   */
  firstUnknown(of: WalletOfChain, from: number): number {
    const { next, beyond, cancelling } = this.#wallet(of);
    let nonce = Math.max(next, from);
    while (beyond.has(nonce) || cancelling.has(nonce)) nonce += 1;
    return nonce;
  }

  /** Returns the highest use of each wallet, as if the memory had no gaps. */
  highest(): readonly (WalletOfChain & { readonly accountedTo: number })[] {
    return [...this.#wallets.values()].flatMap(({ of, highest }) =>
      highest === null ? [] : [{ ...of, accountedTo: highest + 1 }],
    );
  }
}

/** @param before the first unknown nonce, before anything was added. */
function closeUp(wallet: Wallet, before: number): void {
  while (wallet.beyond.delete(wallet.next)) wallet.next += 1;
  if (wallet.next === before) return;
  for (const nonces of [wallet.beyond, wallet.cancelling])
    for (const nonce of nonces.keys()) if (nonce < wallet.next) nonces.delete(nonce);
}
