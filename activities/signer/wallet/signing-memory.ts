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
  /** Returns the payment that was signed for a withdrawal. */
  find(withdrawalId: string): RememberedPayment | null;
  /** Returns the same, if a signature for another nonce would pay it once more. */
  findOther(withdrawalId: string, nonce: NonceOfWallet): RememberedPayment | null;
  /** Returns the withdrawal that a transaction was signed to pay. */
  findPaidBy(txHash: string): string | null;
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
  /** The withdrawals that they pay, by the hashes of their transactions. */
  const paidBy = new Map<string, string>();
  const amounts = createDayOfAmounts();
  const forget = (withdrawalId: string): void => {
    for (const txHash of payments.get(withdrawalId)?.hashes ?? []) paidBy.delete(txHash);
    payments.delete(withdrawalId);
  };
  const learn = ({ withdrawalId, paid }: MemoryLine): void => {
    const known = payments.get(withdrawalId);
    if (paid === null) {
      forget(withdrawalId);
      return;
    }
    amounts.add(paid);
    paidBy.set(paid.txHash, withdrawalId);
    // The same payment with higher fees: of the transactions with one nonce, one is mined.
    if (known !== undefined && isSameNonce(known, paid)) {
      known.hashes.add(paid.txHash);
      return;
    }
    if (known !== undefined) forget(withdrawalId);
    const { chainCode, fromAddress, nonce, txHash } = paid;
    payments.set(withdrawalId, { chainCode, fromAddress, nonce, txHash, hashes: new Set([txHash]) });
    const [oldest] = payments.keys();
    if (payments.size > REMEMBERED_WITHDRAWALS && oldest !== undefined) forget(oldest);
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
    find(withdrawalId) {
      return payments.get(withdrawalId) ?? null;
    },
    findOther(withdrawalId, nonce) {
      const known = payments.get(withdrawalId);
      return known === undefined || isSameNonce(known, nonce) ? null : known;
    },
    findPaidBy(txHash) {
      return paidBy.get(txHash) ?? null;
    },
    sumSince(asset, sinceMs) {
      return amounts.sumSince(asset, sinceMs);
    },
    forgetLost(withdrawalId, { use, ...nonce }) {
      const known = payments.get(withdrawalId);
      if (known === undefined || !isSameNonce(known, nonce) || known.hashes.has(use.txHash)) return;
      tell([{ withdrawalId, paid: null }]);
    },
  };
}

/** What was signed in the last day. */
interface DayOfAmounts {
  add(paid: NonNullable<MemoryLine['paid']>): void;
  sumSince: SigningMemory['sumSince'];
}

/** Of all that is signed for one nonce, the largest amount counts: one of them is mined, and it may be that one. */
function createDayOfAmounts(): DayOfAmounts {
  /** By asset, then by nonce. */
  const days = new Map<string, Map<string, { readonly amountAtomic: bigint; readonly atMs: number }>>();
  return {
    add({ asset, amountAtomic, atMs, chainCode, fromAddress, nonce }) {
      const ofAsset = days.get(asset) ?? new Map<string, { amountAtomic: bigint; atMs: number }>();
      days.set(asset, ofAsset);
      const key = `${chainCode}/${fromAddress}/${nonce}`;
      const before = ofAsset.get(key);
      if (before !== undefined && before.amountAtomic >= BigInt(amountAtomic)) return;
      ofAsset.delete(key);
      ofAsset.set(key, { amountAtomic: BigInt(amountAtomic), atMs });
      for (const [each, past] of ofAsset) {
        if (past.atMs + SIGNER_DAY_MS > atMs) break;
        ofAsset.delete(each);
      }
    },
    sumSince(asset, sinceMs) {
      const all = [...(days.get(signerLimitKey(asset))?.values() ?? [])];
      return all.reduce((sum, { amountAtomic, atMs }) => (atMs > sinceMs ? sum + amountAtomic : sum), 0n);
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
