import { readAgreedNonce } from '../../../../src/chain/agreement/read-agreed-nonce.js';
import { readAgreedDepth, type TransactionDepth } from '../../../../src/chain/agreement/read-agreed-depth.js';
import type { ChainClient } from '../../../../src/chain/rpc/types.js';
import { NotYet, type MemoryAdvice } from '../../../withdrawals/not-yet.js';
import type { WalletOfChain } from '../memory/known-nonces.js';
import type { MemoryLine } from '../memory/memory-file.js';
import type { SignedWithdrawal, SigningDependencies } from '../signed-withdrawal.js';
import type { SigningMemory } from '../memory/signing-memory.js';

/** How many nonces are checked in one call, to find out what has used them. */
const NONCES_AT_ONCE = 32;

/** More transactions of a wallet than wait to be mined at once: batches sign on for a minute. */
const MOST_UNMINED = 4_096;

/** A nonce to sign for. */
export interface AskedNonce {
  readonly nonce: number;
  /** The first one that is signed together with it: this one, or one below, and all in between. */
  readonly from: number;
  /** How many the chain counts as used. */
  readonly counted: number;
}

/** Decides for which nonces of the hot wallet payments may be signed. */
export interface WalletCoverage {
  /**
   * Requires that the memory knows the transactions for each nonce below.
   *
   * @throws NotYet `not_approved`; `unread` while the first transaction of a new wallet, or a cancellation, is not final.
   */
  require(asked: AskedNonce): void;
}

/** The remedy when two memories have one wallet. */
export const ONE_MEMORY =
  'Let all signing workers of this key share one file, SIGNER_MEMORY_FILE, on one host.';

/** Tells whether a memory has to prove that no other one signs: a database that lies could have both pay one approval. */
export function isStrict({
  approvers,
  localMode = false,
}: Pick<SigningDependencies, 'approvers' | 'localMode'>): boolean {
  return approvers !== null && !localMode;
}

/**
 * Finds out for which nonces payments may be signed. The database can't say whether another signing worker, with a
 * memory of its own, has made the same payment: its owner can write anything. The chain can, by this rule:
 *
 * - A memory signs nothing but nonce 0 at first. It goes on when a transaction that it has signed for nonce 0 is final.
 *   No two memories sign the same bytes for it, and of all of them the chain takes the transaction of one. The others
 *   never go on.
 * - After that it signs for a nonce only if it knows what was signed for each nonce below. If anybody else has used one,
 *   or the memory has lost some of it, it stops until an operator answers for these nonces. A cancellation of its own that
 *   is final answers for its nonce.
 *
 * In local mode, where a wallet is used by hand, the worker answers for them itself, and logs it once.
 *
 * Call it after the used nonces are counted: what is mined in between has a receipt by then.
 */
export async function readCoverage(
  deps: CoverageDependencies,
  { chain: { chainCode }, client }: CoverageOf,
): Promise<WalletCoverage> {
  const { memory, hotWallet, approvers, log } = deps;
  if (approvers === null) return { require: () => undefined };
  const wallet = { chainCode, fromAddress: hotWallet.address };
  if (isStrict(deps)) {
    await requireAnswered(deps, { client, wallet });
    const awaited = await accountForFinal(deps, { client, wallet });
    return { require: (asked) => requireCovered(memory, { ...asked, wallet, awaited }) };
  }
  return {
    require: ({ from }) => {
      const { next } = memory.coverage(wallet);
      if (from <= next) return;
      memory.account(wallet, from);
      log.warn(
        { ...wallet, fromNonce: next, belowNonce: from },
        'this signing worker does not know what these nonces were signed for. Outside local mode it would pay nothing more',
      );
    },
  };
}

type CoverageDependencies = Pick<SigningDependencies, 'memory' | 'approvers' | 'localMode' | 'log'> & {
  readonly hotWallet: Pick<SigningDependencies['hotWallet'], 'address'>;
};
interface CoverageOf {
  readonly chain: Pick<SignedWithdrawal['chain'], 'chainCode'>;
  readonly client: ChainClient;
}

/** A transaction that has to be final before a memory goes on. */
interface Awaited {
  readonly of: 'first' | 'cancellation';
  readonly nonce: number;
  /** Null: the RPCs don't agree on it. `unread`: it is not checked yet. */
  readonly depth: TransactionDepth | 'unread' | null;
  readonly txHash: string;
  /** True when another transaction has its nonce, as the RPCs agree. */
  readonly isLost: boolean;
}

/**
 * Lets a memory go on when a transaction that it has signed is final, as the RPCs agree. That is its first one, or a
 * cancellation of a nonce that it does not know otherwise. Then nothing else that anybody has signed for that nonce can be
 * mined. A transaction that is only confirmed may be undone, and one that somebody else has signed may be mined instead.
 *
 * @returns what it waits for. Null: nothing.
 */
async function accountForFinal(
  { memory }: Pick<SigningDependencies, 'memory'>,
  { client, wallet }: { client: ChainClient; wallet: WalletOfChain },
): Promise<Awaited | null> {
  for (let found = 0; ; found += 1) {
    const { accountedTo, first, next, cancelling } = memory.coverage(wallet);
    const isFirst = accountedTo === 0;
    const [of, nonce, hashes] = isFirst
      ? (['first', 0, first] as const)
      : (['cancellation', next, cancelling] as const);
    const [txHash] = hashes;
    if (txHash === undefined) return null;
    // Others are looked at in the next call.
    if (found === NONCES_AT_ONCE) return { of, nonce, txHash, depth: 'unread', isLost: false };
    // Read before the receipts: a transaction that is mined in between has a receipt by then.
    const counted = await readAgreedNonce(client, { address: wallet.fromAddress, block: 'latest' });
    const deepest = await findDeepest(client, [txHash, ...hashes.slice(1)]);
    const isLost = deepest.depth === 'missing' && counted !== null && counted > nonce;
    if (deepest.depth !== 'final') return { ...deepest, of, nonce, isLost };
    if (isFirst) memory.account(wallet, 1);
    else memory.noteCancelled({ ...wallet, nonce, txHash: deepest.txHash });
  }
}

/** Returns the deepest of the transactions that were signed for one nonce. */
async function findDeepest(
  client: ChainClient,
  [txHash, ...others]: readonly [string, ...string[]],
): Promise<Pick<Awaited, 'depth' | 'txHash'>> {
  let deepest = { depth: await readAgreedDepth(client, txHash), txHash };
  for (const other of others) {
    if (deepest.depth === 'final') break;
    const depth = await readAgreedDepth(client, other);
    if (depth === 'final' || deepest.depth === 'missing') deepest = { depth, txHash: other };
  }
  return deepest;
}

/**
 * Requires that nobody answers for nonces that the chain does not count. A thief could mislead an operator, by a text
 * in the database, to append such a line. Then the memory would check no nonce any more.
 *
 * @throws NotYet `not_approved`; `unread` while the RPCs don't agree on the count.
 */
async function requireAnswered(
  { memory }: Pick<SigningDependencies, 'memory'>,
  { client, wallet }: { client: ChainClient; wallet: WalletOfChain },
): Promise<void> {
  const { accountedTo, signedTo } = memory.coverage(wallet);
  if (accountedTo <= signedTo) return;
  const { fromAddress: address } = wallet;
  const counted = await readAgreedNonce(client, { address, block: 'latest' });
  if (counted === null)
    throw new NotYet(
      'unread',
      `somebody answers for the nonces of ${address} below ${accountedTo}, and the RPCs don't agree on how many are used; waits until they do`,
    );
  requireAnswerable(memory, { wallet, counted });
}

/**
 * An operator may answer for a transaction that waits to be mined, so that its fees are raised. Then the memory knows it. Until
 * then the others wait.
 *
 * @throws NotYet `not_approved`, or `unread` where as many may wait to be mined.
 */
function requireAnswerable(
  memory: SigningMemory,
  { wallet, counted }: { wallet: WalletOfChain; counted: number },
): void {
  const { accountedTo, signedTo } = memory.coverage(wallet);
  if (accountedTo <= Math.max(signedTo, counted)) return;
  const advice =
    memory.path === null
      ? null
      : { takeOut: JSON.stringify({ ...wallet, accountedTo } satisfies MemoryLine) };
  if (accountedTo <= counted + MOST_UNMINED)
    throw new NotYet(
      'unread',
      `somebody answers for the nonces of ${wallet.fromAddress} below ${accountedTo}, and the chain counts ${counted}; waits until it counts as many. If it never will, take that line out, and start the worker anew`,
      advice,
    );
  throw new NotYet(
    'not_approved',
    `${memory.path ?? 'the memory'} has a line that answers for all nonces of ${wallet.fromAddress} below ${accountedTo}, and the chain ` +
      `counts ${counted}; who has asked for that line? Payments could be made twice by it: take it out, and start the worker anew`,
    advice,
  );
}

function requireCovered(
  memory: SigningMemory,
  { wallet, awaited, ...asked }: AskedNonce & { wallet: WalletOfChain; awaited: Awaited | null },
): void {
  const { nonce, from, counted } = asked;
  const { next, accountedTo } = memory.coverage(wallet);
  const isKnown = from <= next;
  if (isKnown && (accountedTo > 0 || nonce === 0)) return;
  const isAwaited = awaited !== null && !awaited.isLost;
  if (
    isKnown
      ? counted === 0 || (isAwaited && awaited.of === 'first')
      : isAwaited && awaited.of === 'cancellation'
  )
    throw waitForFinal(memory, { wallet, awaited });
  const known = accountedTo === 0 ? 0 : next;
  throw refuseGap(memory, { wallet, known, nonce: from, counted });
}

/**
 * Requires that the chain has counted, or this memory knows, every nonce before that of a transfer from the hot wallet
 * to the cold address. A thief who alters the database could have the transfer signed for a nonce far ahead: then each
 * nonce before it would have to be cancelled, for gas.
 *
 * @throws NotYet `not_approved`
 */
export function requireNoGap(
  { memory, ...mode }: Pick<SigningDependencies, 'memory' | 'approvers' | 'localMode'>,
  { nonce, counted, ...wallet }: WalletOfChain & { readonly nonce: number; readonly counted: number },
): void {
  if (!isStrict(mode)) return;
  requireAnswerable(memory, { wallet, counted });
  const known = memory.firstUnknown(wallet, counted);
  if (known < nonce) throw refuseGap(memory, { wallet, known, nonce, counted });
}

/** @param awaited null: the first transaction is signed together with the waiting payment. */
function waitForFinal(
  memory: SigningMemory,
  { wallet, awaited }: { wallet: WalletOfChain; awaited: Awaited | null },
): NotYet {
  const { fromAddress: address } = wallet;
  if (awaited?.depth === 'unread')
    return new NotYet(
      'unread',
      `nonce ${awaited.nonce} of ${address} was cancelled by ${awaited.txHash}; whether that is final is checked next`,
    );
  const words =
    awaited?.of === 'cancellation'
      ? `nonce ${awaited.nonce} of ${address} was cancelled by ${awaited.txHash}, which has to be final before others are signed: what was signed for it elsewhere can't be mined then`
      : `the first transaction of ${address} has to be final before others are signed: that proves that no other signing worker has begun with this wallet`;
  if (awaited?.depth !== null) return new NotYet('unread', words);
  const { txHash, nonce } = awaited;
  const line = { ...wallet, accountedTo: nonce + 1 };
  return new NotYet(
    'unread',
    `${words}. The RPCs don't agree on it, or too few of them show its receipt (${txHash}); waits until they do. ` +
      `Where they keep no receipts as old as that, add an archive node to the chain's rpcUrls. Or look up on the chain ` +
      `that this transaction is final and has nonce ${nonce}. Then ${askFor(memory, line)}`,
    adviseToAppend(memory, line),
  );
}

/** Asks for the line by which an operator answers for nonces. */
export function askFor({ path }: SigningMemory, line: WalletOfChain & { accountedTo: number }): string {
  return path === null
    ? 'set SIGNER_MEMORY_FILE to a file on a disk that lasts, and start the worker anew: it asks for a line there'
    : `append this line to ${path}, and the worker goes on: ${JSON.stringify(line)}`;
}

/** The same by itself, for the log. Null: there is no file. */
export function adviseToAppend({ path }: Pick<SigningMemory, 'path'>, line: object): MemoryAdvice | null {
  return path === null ? null : { append: JSON.stringify(line) };
}

function refuseGap(
  memory: SigningMemory,
  { wallet, nonce, counted, known }: { wallet: WalletOfChain; nonce: number; counted: number; known: number },
): NotYet {
  const { fromAddress: address } = wallet;
  if (counted <= known)
    return new NotYet(
      'not_approved',
      `the database says that ${address} signs for nonce ${nonce} next, and this signing worker does not know what was signed for nonce ${known}. ` +
        `Another one has signed it, and has a memory of its own, or somebody has altered the database. ${ONE_MEMORY}`,
    );
  const words =
    counted - known === 1
      ? `nonce ${known} of ${address} was`
      : `nonces ${known} to ${counted - 1} of ${address} were`;
  const line = { ...wallet, accountedTo: counted };
  return new NotYet(
    'not_approved',
    `${words} used, and this signing worker does not know for what: they may have paid this already. Maybe another signing worker ` +
      `has this key and a file of its own; or the file of this one was lost, or is an older copy; or the key was used elsewhere. ${ONE_MEMORY} ` +
      `If no other one has it any more, look up on the chain what was paid, and stop every withdrawal that is paid already. Then ${askFor(memory, line)}`,
    adviseToAppend(memory, line),
  );
}
