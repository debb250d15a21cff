import type { NonceUse } from '../../../src/chain/sending/find-nonce-use.js';
import type { NewSignature } from '../../../src/db/wallets/sent-transactions.js';
import type { AssetId } from '../../../src/domain/core/asset.js';
import { SIGNER_DAY_MS, signerLimitKey } from '../../../src/domain/wallets/signer-limits.js';
import { openMemoryFile, type MemoryLine } from './memory-file.js';

/** How many withdrawals are remembered: a busy month of them, in some 50 MB. The oldest are forgotten first. */
const REMEMBERED_WITHDRAWALS = 100_000;

/** A payment as this worker has signed it. */
export type RememberedPayment = Pick<NewSignature, 'chainCode' | 'fromAddress' | 'nonce' | 'txHash'>;

/**
 * What this worker has signed, kept outside the database. The database says the same, and whoever owns it can make it
 * say something else: that a payment was never signed, so that its approval pays once more; or that it was signed a day
 * earlier, so that the cap of a day starts anew. Memory is asked as well, and the stricter answer counts.
 */
export interface SigningMemory {
  /**
   * Remembers payments, and those that replace them. It is called before their bytes can leave this process.
   *
   * @throws Error when it can't be written: then nothing may be signed.
   */
  remember(signed: readonly NewSignature[]): void;
  /** Returns the payment that was signed for a withdrawal, if a signature for another nonce would pay it once more. */
  findOther(withdrawalId: string, nonce: NonceOfWallet): RememberedPayment | null;
  /** Sums what was signed of an asset since a moment of the last 24 hours, in base units. */
  sumSince(asset: AssetId, sinceMs: number): bigint;
  /** Forgets the payment of a withdrawal, if a final transaction that this worker has not signed has its nonce. */
  forgetLost(withdrawalId: string, lost: LostNonce): void;
}

/** A nonce of a wallet: of two transactions with one, the chain takes one. */
export type NonceOfWallet = Pick<NewSignature, 'chainCode' | 'fromAddress' | 'nonce'>;

/** A nonce that a transaction has, as the chain's RPCs agree. */
export interface LostNonce extends NonceOfWallet {
  readonly use: Pick<NonceUse, 'txHash'>;
}

/** @param path of a file that keeps it over restarts; null: it ends with the process. */
export function createSigningMemory(path: string | null): SigningMemory {
  /** By withdrawal. A map keeps the order of insertion. */
  const payments = new Map<string, RememberedPayment & { readonly hashes: Set<string> }>();
  /** By asset: those of the last day. */
  const amounts = new Map<string, { readonly amountAtomic: bigint; readonly atMs: number }[]>();
  const learn = ({ withdrawalId, paid }: MemoryLine): void => {
    const known = payments.get(withdrawalId);
    // The same payment with higher fees: of the transactions with one nonce, one is mined.
    if (known !== undefined && paid !== null && isSameNonce(known, paid)) {
      known.hashes.add(paid.txHash);
      return;
    }
    payments.delete(withdrawalId);
    if (paid === null) return;
    const { asset, amountAtomic, atMs, ...payment } = paid;
    payments.set(withdrawalId, { ...payment, hashes: new Set([payment.txHash]) });
    const [oldest] = payments.keys();
    if (payments.size > REMEMBERED_WITHDRAWALS && oldest !== undefined) payments.delete(oldest);
    const ofAsset = amounts.get(asset) ?? [];
    ofAsset.push({ amountAtomic: BigInt(amountAtomic), atMs });
    while ((ofAsset[0]?.atMs ?? atMs) + SIGNER_DAY_MS <= atMs) ofAsset.shift();
    amounts.set(asset, ofAsset);
  };
  const append = path === null ? () => undefined : openMemoryFile(path, learn);
  const tell = (lines: readonly MemoryLine[]): void => {
    append(lines);
    for (const line of lines) learn(line);
  };
  return {
    remember(signed) {
      tell(signed.flatMap(lineOf));
    },
    findOther(withdrawalId, nonce) {
      const known = payments.get(withdrawalId);
      return known === undefined || isSameNonce(known, nonce) ? null : known;
    },
    sumSince(asset, sinceMs) {
      const key = signerLimitKey(asset);
      const recent = (amounts.get(key) ?? []).filter(({ atMs }) => atMs > sinceMs);
      return recent.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
    },
    forgetLost(withdrawalId, { use, ...nonce }) {
      const known = payments.get(withdrawalId);
      if (known === undefined || !isSameNonce(known, nonce) || known.hashes.has(use.txHash)) return;
      tell([{ withdrawalId, paid: null }]);
    },
  };
}

function lineOf({ withdrawalId, payment, signedAtMs, ...signed }: NewSignature): readonly MemoryLine[] {
  if (withdrawalId === null || payment === null) return [];
  const { chainCode, fromAddress, nonce, txHash } = signed;
  const asset = signerLimitKey({ chainCode, tokenSymbol: payment.tokenSymbol });
  const amount = { asset, amountAtomic: payment.amountAtomic.toString(), atMs: signedAtMs };
  return [{ withdrawalId, paid: { chainCode, fromAddress, nonce, txHash, ...amount } }];
}

function isSameNonce(a: NonceOfWallet, b: NonceOfWallet): boolean {
  return a.chainCode === b.chainCode && a.fromAddress === b.fromAddress && a.nonce === b.nonce;
}
