import type { NonceUse } from '../../../../src/chain/sending/find-nonce-use.js';
import type { NewSignature } from '../../../../src/db/wallets/sent-transactions.js';
import type { AssetId } from '../../../../src/domain/core/asset.js';
import { LruCache } from '../../../../src/domain/core/lru-cache.js';
import { SIGNER_DAY_MS, signerLimitKey } from '../../../../src/domain/wallets/signer-limits.js';
import { APPROVAL_SECONDS_MAX } from '../../../../src/domain/withdrawals/approval-message.js';
import { KnownNonces, type NonceCoverage, type WalletOfChain } from './known-nonces.js';
import { PaidLongAgo } from './paid-long-ago.js';
import { openMemoryFile, type MemoryLine } from './memory-file.js';

/**
 * How many withdrawals are remembered in full at least: a busy month of them, in some 50 MB. Of older withdrawals, only
 * the id and the nonce are remembered, for ever: a signature that is dated far ahead counts long after it was given.
 */
const REMEMBERED_WITHDRAWALS = 100_000;

/** A payment as this worker has signed it. */
export interface RememberedPayment extends NonceOfWallet {
  /** The first transaction that was signed for it. Null: that is long ago. */
  readonly txHash: string | null;
}

/**
 * The payments that were signed with the keys of this worker, kept outside the database. The database has them too. But
 * its owner can delete a payment, so that its approval pays once more, or change its time, so that the daily cap starts
 * anew. So the memory is asked as well, and the stricter answer counts.
 *
 * Several processes may share one file. All of them read the same lines in the same order. When two sign one withdrawal
 * for different nonces, the one whose line stands first has signed it.
 */
export interface SigningMemory {
  /** Where it is kept; null: in this process alone. */
  readonly path: string | null;
  /**
   * Remembers what was signed with the hot wallet's key. It is called before the bytes can leave this process.
   *
   * @returns the withdrawals that another process has signed first, for another nonce: these bytes must not leave.
   * @throws Error when it can't be written: then nothing may be signed.
   */
  remember(signed: readonly NewSignature[]): ReadonlySet<string>;
  /** Returns the payment that was signed for a withdrawal. */
  find(withdrawalId: string): RememberedPayment | null;
  /** Returns that payment, if a signature for another nonce could pay the withdrawal once more. */
  findOther(withdrawalId: string, nonce: NonceOfWallet): RememberedPayment | null;
  /** Returns what a transaction was signed for: the withdrawal that it `pays`, or null for none. Null: it is not known. */
  findSigned(txHash: string): { readonly pays: string | null } | null;
  /** Sums the payments of an asset that were signed since a moment of the last 24 hours, in base units. */
  sumSince(asset: AssetId, sinceMs: number): bigint;
  /**
   * Returns the part of such a sum that was signed for one nonce. Another signature for the same nonce adds nothing to
   * it.
   */
  countedFor(asset: AssetId, nonce: NonceOfWallet, sinceMs: number): bigint;
  /**
   * Forgets the payment of a withdrawal, if a final transaction has its nonce that was not signed to pay it. A
   * transaction that names the recipient may be such a payment all the same, whatever the database says. Then nothing
   * is forgotten.
   *
   * @returns whether it was forgotten.
   */
  forgetLost(withdrawalId: string, lost: LostNonce): boolean;
  /**
   * Returns the forgotten payments of a withdrawal: a line of the file, by an operator or another process, says that
   * they can't be mined. Payments whose loss this process has found out itself are left out.
   */
  listForgotten(withdrawalId: string): readonly ForgottenPayment[];
  /** Returns the known nonces of a wallet. */
  coverage(wallet: WalletOfChain): NonceCoverage;
  /** Returns the first nonce of a wallet, from one on, for which nothing was signed or cancelled as far as it knows. */
  firstUnknown(wallet: WalletOfChain, from: number): number;
  /** Remembers that a cancellation has used its nonce for good: nothing else that was signed for it can be mined. */
  noteCancelled(cancellation: NonceOfWallet & Pick<NewSignature, 'txHash'>): void;
  /** Remembers that all nonces of a wallet below one are answered for. */
  account(wallet: WalletOfChain, accountedTo: number): void;
}

/** A nonce of a wallet. When two transactions have the same one, the chain takes one of them. */
export type NonceOfWallet = Pick<NewSignature, 'chainCode' | 'fromAddress' | 'nonce'>;

/** All transactions that were signed to pay a withdrawal with one nonce, by their hashes. */
export interface ForgottenPayment extends NonceOfWallet {
  readonly hashes: ReadonlySet<string>;
}

/** A nonce that a transaction has, as the chain's RPCs agree. */
export interface LostNonce extends NonceOfWallet {
  readonly use: Pick<NonceUse, 'txHash' | 'own'>;
}

/** @param path of a file that keeps it over restarts; null: it ends with the process. */
export function createSigningMemory(path: string | null): SigningMemory {
  const recalled = createRecollection();
  const file = path === null ? null : openMemoryFile(path, (line) => recalled.learn(line));
  const tell = (lines: readonly MemoryLine[]): void => {
    if (file === null) for (const line of lines) recalled.learn(line);
    else file.append(lines);
  };
  // An older version has written only payments, and its file is believed to have no gaps.
  if (recalled.isOlder()) tell([...recalled.nonces.highest(), { format: 2 }]);
  const { payments, signedFor } = recalled;
  const isPaidWith = (withdrawalId: string, nonce: NonceOfWallet): boolean => {
    const known = recalled.find(withdrawalId);
    return known !== undefined && isSameNonce(known, nonce);
  };
  const findOther: SigningMemory['findOther'] = (withdrawalId, nonce) => {
    file?.catchUp();
    return isPaidWith(withdrawalId, nonce) ? null : (recalled.find(withdrawalId) ?? null);
  };
  return {
    ...createLookUps(recalled, () => file?.catchUp()),
    path,
    remember(signed) {
      const lines = signed.map(lineOf);
      tell(lines);
      const lost = lines.flatMap((line) =>
        'paid' in line && line.paid !== null && !isPaidWith(line.withdrawalId, line.paid)
          ? [line.withdrawalId]
          : [],
      );
      return new Set(lost);
    },
    findOther,
    forgetLost(withdrawalId, { use, chainCode, fromAddress, nonce }) {
      file?.catchUp();
      const lost = { chainCode, fromAddress, nonce };
      const known = payments.get(withdrawalId);
      if (known === undefined || !isPaidWith(withdrawalId, lost) || known.hashes.has(use.txHash))
        return false;
      if (!signedFor.has(use.txHash) && mayPay(use.own, known)) return false;
      tell([{ withdrawalId, lost }]);
      recalled.forgotten.noteProven(withdrawalId, lost);
      return true;
    },
    noteCancelled({ chainCode, fromAddress, nonce, txHash }) {
      tell([{ used: { chainCode, fromAddress, nonce, txHash } }]);
    },
    account({ chainCode, fromAddress }, accountedTo) {
      tell([{ chainCode, fromAddress, accountedTo }]);
    },
  };
}

/** @param catchUp reads the lines that others have added. */
function createLookUps(
  { find, payments, forgotten, signedFor, amounts, nonces }: Recollection,
  catchUp: () => void,
): Pick<
  SigningMemory,
  'find' | 'findSigned' | 'listForgotten' | 'sumSince' | 'countedFor' | 'coverage' | 'firstUnknown'
> {
  return {
    find(withdrawalId) {
      catchUp();
      return find(withdrawalId) ?? null;
    },
    findSigned(txHash) {
      catchUp();
      const pays = signedFor.get(txHash);
      return pays === undefined ? null : { pays };
    },
    listForgotten(withdrawalId) {
      catchUp();
      const known = payments.get(withdrawalId);
      // Somebody may have taken such a line out again: then it is remembered as before.
      return forgotten.list(withdrawalId).filter((one) => known === undefined || !isSameNonce(known, one));
    },
    sumSince(asset, sinceMs) {
      catchUp();
      return amounts.sumSince(asset, sinceMs);
    },
    countedFor(asset, nonce, sinceMs) {
      catchUp();
      return amounts.countedFor(asset, nonce, sinceMs);
    },
    coverage(wallet) {
      catchUp();
      return nonces.coverage(wallet);
    },
    firstUnknown(wallet, from) {
      catchUp();
      return nonces.firstUnknown(wallet, from);
    },
  };
}

/** A payment with its recipient; undefined in lines of an older version. */
type Known = NonceOfWallet & { readonly txHash: string; readonly to: string | undefined };

/** Tells whether a transaction may have paid the recipient. `own` is null when the wallet's key has not signed it. */
function mayPay(own: NonceUse['own'], { to, fromAddress }: Known): boolean {
  if (own === null) return false;
  if (to === undefined) return own.to !== fromAddress || own.data !== '0x';
  return own.to === to || own.data.toLowerCase().includes(to.slice(2));
}

/** The state that the lines give, read one after the other. */
interface Recollection {
  /** Payments by withdrawal, in the order in which they were signed last: a map keeps the order of insertion. */
  readonly payments: ReadonlyMap<string, Known & { readonly hashes: ReadonlySet<string> }>;
  /** Finds the payment of a withdrawal, however long ago it was signed. */
  readonly find: (withdrawalId: string) => RememberedPayment | undefined;
  readonly forgotten: ForgottenPayments;
  /** The withdrawals that transactions pay, by their hashes; null for one that pays none. */
  readonly signedFor: ReadonlyMap<string, string | null>;
  readonly amounts: DayOfAmounts;
  readonly nonces: KnownNonces;
  /** Tells whether all lines are of an older version, which did not write the nonces that pay no withdrawal. */
  isOlder(): boolean;
  learn(line: MemoryLine): void;
}

/** Tells whether an approval of what was signed at that time may still be valid. */
const mayBeApproved = (atMs: number, nowMs: number): boolean => atMs + APPROVAL_SECONDS_MAX * 1_000 >= nowMs;

function createRecollection(): Recollection {
  const payments = new Map<string, Known & { hashes: Set<string>; atMs: number }>();
  const longAgo = new PaidLongAgo();
  const find: Recollection['find'] = (withdrawalId) => {
    const paid = longAgo.find(withdrawalId);
    return payments.get(withdrawalId) ?? (paid === undefined ? undefined : { ...paid, txHash: null });
  };
  const forgotten = createForgotten();
  const signedFor = new Map<string, string | null>();
  const amounts = createDayOfAmounts();
  const nonces = new KnownNonces();
  let isOlder = true;
  const forget = (withdrawalId: string): void => {
    for (const txHash of payments.get(withdrawalId)?.hashes ?? []) signedFor.delete(txHash);
    payments.delete(withdrawalId);
  };
  const giveUp = (withdrawalId: string): void => {
    const known = payments.get(withdrawalId);
    if (known !== undefined) forgotten.add(withdrawalId, known);
    forget(withdrawalId);
  };
  const forgetOldest = (nowMs: number): void => {
    for (const [withdrawalId, { atMs, ...known }] of payments) {
      if (payments.size <= REMEMBERED_WITHDRAWALS || mayBeApproved(atMs, nowMs)) return;
      forget(withdrawalId);
      longAgo.add(withdrawalId, known);
    }
  };
  const learnPaid = (withdrawalId: string, paid: PaidLine): void => {
    const { chainCode, fromAddress, nonce, txHash, atMs, to } = paid;
    const known = payments.get(withdrawalId);
    const before = find(withdrawalId);
    // The line that stands first has signed it. Nobody gets to see the bytes of this one.
    if (before !== undefined && !isSameNonce(before, paid)) return;
    nonces.use({ chainCode, fromAddress, nonce, txHash });
    amounts.add(paid, { isAgain: before !== undefined });
    signedFor.set(txHash, withdrawalId);
    // Of the transactions with one nonce, one is mined. The payment is kept while its newest approval may be valid.
    const first = known ?? { chainCode, fromAddress, nonce, txHash, atMs, to, hashes: new Set<string>() };
    first.hashes.add(txHash);
    payments.delete(withdrawalId);
    longAgo.delete(withdrawalId);
    payments.set(withdrawalId, { ...first, atMs: Math.max(first.atMs, atMs) });
    forgetOldest(atMs);
  };
  return {
    payments,
    find,
    forgotten,
    signedFor,
    amounts,
    nonces,
    isOlder: () => isOlder,
    learn(line) {
      if ('format' in line) isOlder = false;
      else if ('accountedTo' in line) nonces.account(line);
      else if ('used' in line) {
        signedFor.set(line.used.txHash, null);
        nonces.use(line.used);
      } else if ('filled' in line) {
        signedFor.set(line.filled.txHash, null);
        nonces.cancel(line.filled);
      } else if ('lost' in line) {
        const known = payments.get(line.withdrawalId);
        if (known !== undefined && isSameNonce(known, line.lost)) giveUp(line.withdrawalId);
      } else if (line.paid === null) giveUp(line.withdrawalId);
      else learnPaid(line.withdrawalId, line.paid);
    },
  };
}

/** The forgotten payments of withdrawals. */
interface ForgottenPayments {
  add(withdrawalId: string, given: ForgottenPayment): void;
  /** Notes that this process has found out itself that the payment with a nonce can't be mined. */
  noteProven(withdrawalId: string, lost: NonceOfWallet): void;
  /** Lists the forgotten payments of a withdrawal, without those that are proven to be lost. */
  list(withdrawalId: string): readonly ForgottenPayment[];
}

function createForgotten(): ForgottenPayments {
  type Forgotten = ForgottenPayment & { readonly isProven: boolean };
  /** By withdrawal, then by nonce. */
  const all = new LruCache<string, ReadonlyMap<string, Forgotten>>(REMEMBERED_WITHDRAWALS);
  const keep = (withdrawalId: string, given: Forgotten): void =>
    all.keep(withdrawalId, new Map([...(all.get(withdrawalId) ?? []), [keyOf(given), given]]));
  return {
    add(withdrawalId, { chainCode, fromAddress, nonce, ...given }) {
      const lost = { chainCode, fromAddress, nonce };
      const before = all.get(withdrawalId)?.get(keyOf(lost))?.hashes ?? [];
      const hashes = new Set([...before, ...given.hashes]);
      keep(withdrawalId, { ...lost, hashes, isProven: false });
    },
    noteProven(withdrawalId, lost) {
      const given = all.get(withdrawalId)?.get(keyOf(lost));
      if (given !== undefined) keep(withdrawalId, { ...given, isProven: true });
    },
    list: (withdrawalId) => [...(all.get(withdrawalId)?.values() ?? [])].filter(({ isProven }) => !isProven),
  };
}

type PaidLine = NonNullable<Extract<MemoryLine, { paid: unknown }>['paid']>;

/** The payments that were signed in the last day. */
interface DayOfAmounts {
  /** @param how.isAgain whether the same withdrawal was signed before: its day began then, unless it has grown. */
  add(paid: PaidLine, how: { readonly isAgain: boolean }): void;
  sumSince: SigningMemory['sumSince'];
  countedFor: SigningMemory['countedFor'];
}

/**
 * When several transactions are signed for one nonce, the largest amount counts: one of them is mined, and it may be the
 * largest. It counts from the last signature of a withdrawal for that nonce: it may be mined today.
 */
function createDayOfAmounts(): DayOfAmounts {
  /** By asset, then by nonce. */
  const days = new Map<string, Map<string, { readonly amountAtomic: bigint; readonly atMs: number }>>();
  return {
    add({ asset, amountAtomic, atMs, chainCode, fromAddress, nonce }, { isAgain }) {
      const ofAsset = days.get(asset) ?? new Map<string, { amountAtomic: bigint; atMs: number }>();
      days.set(asset, ofAsset);
      const key = keyOf({ chainCode, fromAddress, nonce });
      const [before, now] = [ofAsset.get(key), BigInt(amountAtomic)];
      const largest = before !== undefined && before.amountAtomic > now ? before.amountAtomic : now;
      // A larger amount was not signed before, so it counts from now.
      if (isAgain && before !== undefined && now <= before.amountAtomic) return;
      ofAsset.delete(key);
      ofAsset.set(key, { amountAtomic: largest, atMs });
      for (const [each, past] of ofAsset) {
        if (past.atMs + SIGNER_DAY_MS > atMs) break;
        ofAsset.delete(each);
      }
    },
    sumSince(asset, sinceMs) {
      const all = [...(days.get(signerLimitKey(asset))?.values() ?? [])];
      return all.reduce((sum, { amountAtomic, atMs }) => (atMs > sinceMs ? sum + amountAtomic : sum), 0n);
    },
    countedFor(asset, nonce, sinceMs) {
      const counted = days.get(signerLimitKey(asset))?.get(keyOf(nonce));
      return counted === undefined || counted.atMs <= sinceMs ? 0n : counted.amountAtomic;
    },
  };
}

function lineOf({ withdrawalId, purpose, payment, signedAtMs, ...signed }: NewSignature): MemoryLine {
  const { chainCode, fromAddress, nonce, txHash } = signed;
  const used = { chainCode, fromAddress, nonce, txHash };
  if (purpose === 'cancellation') return { filled: used };
  if (purpose !== 'payment' || withdrawalId === null) return { used };
  if (payment === null)
    throw new Error(`Transaction ${txHash} for ${withdrawalId} does not say what it pays`);
  const asset = signerLimitKey({ chainCode, tokenSymbol: payment.tokenSymbol });
  const amount = { asset, amountAtomic: payment.amountAtomic.toString(), atMs: signedAtMs };
  const to = payment.to.toLowerCase();
  return { withdrawalId, paid: { ...used, ...amount, to } };
}

function keyOf({ chainCode, fromAddress, nonce }: NonceOfWallet): string {
  return `${chainCode}/${fromAddress}/${nonce}`;
}

function isSameNonce(a: NonceOfWallet, b: NonceOfWallet): boolean {
  return a.chainCode === b.chainCode && a.fromAddress === b.fromAddress && a.nonce === b.nonce;
}
