import type { WalletOfChain } from './known-nonces.js';

/** More nonces than a wallet ever has. */
const NONCES = 2 ** 40;

type PaidNonce = WalletOfChain & { readonly nonce: number };

/**
 * The withdrawals that were paid long ago, with their nonces. Each takes a hundred bytes, so none is ever forgotten.
 */
export class PaidLongAgo {
  readonly #wallets: WalletOfChain[] = [];
  readonly #numbers = new Map<string, number>();
  /** The number of the wallet and the nonce as one number, by withdrawal. */
  readonly #paid = new Map<string, number>();

  add(withdrawalId: string, { chainCode, fromAddress, nonce }: PaidNonce): void {
    const name = `${chainCode}/${fromAddress}`;
    const number = this.#numbers.get(name) ?? this.#wallets.length;
    if (number === this.#wallets.length) {
      this.#numbers.set(name, number);
      this.#wallets.push({ chainCode, fromAddress });
    }
    this.#paid.set(withdrawalId, number * NONCES + nonce);
  }

  find(withdrawalId: string): PaidNonce | undefined {
    const paid = this.#paid.get(withdrawalId);
    const wallet = paid === undefined ? undefined : this.#wallets[Math.floor(paid / NONCES)];
    return paid === undefined || wallet === undefined ? undefined : { ...wallet, nonce: paid % NONCES };
  }

  delete(withdrawalId: string): void {
    this.#paid.delete(withdrawalId);
  }
}
