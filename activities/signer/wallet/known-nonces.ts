import type { NewSignature } from '../../../src/db/wallets/sent-transactions.js';

/** How many nonces beyond a gap are remembered. */
const BEYOND_MAX = 100_000;

/** A wallet on a chain. */
export type WalletOfChain = Pick<NewSignature, 'chainCode' | 'fromAddress'>;

/** Which nonces of a wallet a memory knows the use of. */
export interface NonceCoverage {
  /** The first nonce that it does not know: it has signed all that are below, or somebody answers for them. */
  readonly next: number;
  /** Below this nonce, somebody answers for all. 0: the memory does not know what the wallet has done before it. */
  readonly accountedTo: number;
  /** The hashes of what it has signed for nonce 0. */
  readonly first: readonly string[];
}

type SignedNonce = WalletOfChain & Pick<NewSignature, 'nonce' | 'txHash'>;

interface Wallet {
  readonly of: WalletOfChain;
  next: number;
  accountedTo: number;
  readonly beyond: Set<number>;
  readonly first: Set<string>;
  /** The highest nonce that was signed; null: none was. */
  highest: number | null;
}

/** Keeps which nonces of each wallet are known. */
export class KnownNonces {
  readonly #wallets = new Map<string, Wallet>();

  #wallet({ chainCode, fromAddress }: WalletOfChain): Wallet {
    const key = `${chainCode}/${fromAddress}`;
    const known = this.#wallets.get(key);
    if (known !== undefined) return known;
    const nothing = { next: 0, accountedTo: 0, beyond: new Set<number>(), first: new Set<string>() };
    const wallet = { of: { chainCode, fromAddress }, ...nothing, highest: null };
    this.#wallets.set(key, wallet);
    return wallet;
  }

  /** Notes that something was signed for a nonce. */
  use({ nonce, ...signed }: SignedNonce): void {
    this.fill({ nonce, ...signed });
    const wallet = this.#wallet(signed);
    wallet.highest = Math.max(wallet.highest ?? 0, nonce);
    if (nonce >= wallet.next && wallet.beyond.size < BEYOND_MAX) wallet.beyond.add(nonce);
    closeUp(wallet);
  }

  /**
   * Notes a cancellation. What it cancels may have been signed elsewhere, and be mined instead. So its nonce becomes no
   * more known than it was, unless it is the first one of all, of which the chain says what has used it.
   */
  fill({ nonce, txHash, ...of }: SignedNonce): void {
    if (nonce === 0) this.#wallet(of).first.add(txHash);
  }

  /** Notes that somebody answers for all nonces below one. */
  account({ accountedTo, ...of }: WalletOfChain & { readonly accountedTo: number }): void {
    const wallet = this.#wallet(of);
    wallet.accountedTo = Math.max(wallet.accountedTo, accountedTo);
    wallet.next = Math.max(wallet.next, accountedTo);
    for (const nonce of wallet.beyond) if (nonce < wallet.next) wallet.beyond.delete(nonce);
    closeUp(wallet);
  }

  coverage(of: WalletOfChain): NonceCoverage {
    const { next, accountedTo, first } = this.#wallet(of);
    return { next, accountedTo, first: [...first] };
  }

  /** Returns up to where each wallet was used, as if nothing of it were missing. */
  highest(): readonly (WalletOfChain & { readonly accountedTo: number })[] {
    return [...this.#wallets.values()].flatMap(({ of, highest }) =>
      highest === null ? [] : [{ ...of, accountedTo: highest + 1 }],
    );
  }
}

function closeUp(wallet: Wallet): void {
  while (wallet.beyond.delete(wallet.next)) wallet.next += 1;
}
