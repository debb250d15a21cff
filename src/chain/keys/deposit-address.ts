import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { bytesToHex } from 'viem/utils';
import { HDKey, publicKeyToAddress } from 'viem/accounts';
import { assert } from '../../domain/core/errors.js';
import type { XpubPin } from '../../domain/invoices/pinned-xpubs.js';
import { LruCache } from '../../domain/core/lru-cache.js';
import type { DeriveDeposit } from '../../domain/invoices/proven-deposit.js';

/** Indexes from 2^31 on are hardened (BIP-32): they can't be derived from a public key. */
export const MAX_DEPOSIT_INDEX = 2 ** 31 - 1;
/** The depth of an account, m/44'/60'/0'. */
const ACCOUNT_DEPTH = 3;

/**
 * Throws unless the text is the extended public key of an account. The message never contains the text, which may be a
 * private key.
 */
export function assertDepositXpub(xpub: string): void {
  externalChainOf(xpub);
}

/**
 * Derives the deposit address of an index: `{xpub}/0/{index}` (BIP-44's external chain). It is the same on every EVM
 * chain.
 *
 * @param xpub the extended public key of the account m/44'/60'/0' (see `depositXpubOf`).
 * @param index 0 to `MAX_DEPOSIT_INDEX`. Each invoice has its own index, which is never used again.
 * @returns the address in lower case.
 * @throws Error when the text is not an xpub, above all when it is an xprv.
 */
export function deriveDepositAddress(xpub: string, index: number): string {
  assert(
    Number.isInteger(index) && index >= 0 && index <= MAX_DEPOSIT_INDEX,
    'a deposit index is within BIP-32',
  );
  const { publicKey } = externalChainOf(xpub).deriveChild(index);
  assert(publicKey !== null, 'a child of an extended key has a public key');
  const uncompressed = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false);
  return publicKeyToAddress(bytesToHex(uncompressed)).toLowerCase();
}

/** How many addresses are remembered. Each takes some 150 bytes. */
const REMEMBERED_ADDRESSES = 20_000;

/** An xpub that gave the addresses up to an index, and was then replaced. */
export interface EarlierXpub {
  /** The last index that is its own. */
  readonly untilIndex: number;
  readonly xpub: string;
}

/**
 * The xpubs of an installation: the newest, and the earlier ones by rising last index. Each index belongs to one xpub.
 */
export interface DepositXpubs {
  readonly newest: string;
  readonly earlier: readonly EarlierXpub[];
}

/** Returns the fingerprint by which an xpub is pinned: its SHA-256 in hexadecimal. It reveals no address. */
export function fingerprintOf(xpub: string): string {
  return createHash('sha256').update(xpub).digest('hex');
}

/** Returns the first index of each xpub, in the form that is stored in the database. */
export function pinsOf({ newest, earlier }: DepositXpubs): readonly XpubPin[] {
  return [...earlier.map(({ xpub }) => xpub), newest].map((xpub, position) => ({
    firstIndex: (earlier[position - 1]?.untilIndex ?? -1) + 1,
    fingerprint: fingerprintOf(xpub),
  }));
}

/**
 * Returns a function that derives deposit addresses and remembers the most recent ones. A derivation takes a third of a
 * millisecond, and the address of an open invoice is shown again and again.
 *
 * @param earlier the xpubs before a rotation. Each keeps the addresses up to its last index.
 * @throws Error when the text is not an xpub.
 */
export function createDepositDeriver(newest: string, earlier: readonly EarlierXpub[] = []): DeriveDeposit {
  for (const xpub of [newest, ...earlier.map((one) => one.xpub)]) assertDepositXpub(xpub);
  const xpubOf = (index: number): string =>
    earlier.find(({ untilIndex }) => index <= untilIndex)?.xpub ?? newest;
  const remembered = new LruCache<number, string>(REMEMBERED_ADDRESSES);
  return (index) => remembered.getOrMake(index, () => deriveDepositAddress(xpubOf(index), index));
}

/** The keys that were derived, by xpub. This saves one derivation for each address; a process has few xpubs. */
const externalChains = new Map<string, HDKey>();

function externalChainOf(xpub: string): HDKey {
  const known = externalChains.get(xpub);
  if (known !== undefined) return known;
  const account = parseExtendedKey(xpub);
  if (account === null) {
    throw new Error(
      "DEPOSIT_XPUB is not an extended public key: expected the xpub… of the account m/44'/60'/0'.",
    );
  }
  if (account.privateKey !== null) {
    throw new Error(
      'DEPOSIT_XPUB is an extended PRIVATE key. Give the xpub of the same account; keep the xprv off this machine.',
    );
  }
  if (account.depth !== ACCOUNT_DEPTH) {
    throw new Error(
      `DEPOSIT_XPUB is a key of depth ${account.depth}: expected that of an account, m/44'/60'/0' (depth ${ACCOUNT_DEPTH}).`,
    );
  }
  const externalChain = account.deriveChild(0);
  externalChains.set(xpub, externalChain);
  return externalChain;
}

function parseExtendedKey(text: string): HDKey | null {
  try {
    return HDKey.fromExtendedKey(text);
  } catch {
    return null;
  }
}
