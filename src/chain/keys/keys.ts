import { pbkdf2Sync } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { validateMnemonic } from '@scure/bip39';
import { hexToBytes, keccak256, toHex, type Address, type Hex } from 'viem';
import {
  english,
  generateMnemonic as generateViemMnemonic,
  HDKey,
  hdKeyToAccount,
  privateKeyToAccount,
  type HDAccount,
  type LocalAccount,
} from 'viem/accounts';
import { assert } from '../../domain/core/errors.js';
import type { SignedTransaction, SweepKeys, TransactionSigner, UnsignedTransaction } from './types.js';
import { serializeTransaction, toViemTransaction } from './serialize-transaction.js';

/** The hardened account of the deposit addresses (BIP-44, coin type 60). The API has its xpub, never its key. */
const DEPOSIT_ACCOUNT_PATH = "m/44'/60'/0'";
/** The hot wallet has its own hardened account: a deposit key and the xpub together do not reveal its key. */
const HOT_WALLET_PATH = "m/44'/60'/1'/0/0";
/** The wallet that pays for sweeping has its own hardened account as well. */
const SWEEP_WALLET_PATH = "m/44'/60'/2'/0/0";
/** The key that signs heads of the audit log holds no money, and has its own hardened account as well. */
const AUDIT_KEY_PATH = "m/44'/60'/3'/0/0";

/** Generates a new BIP-39 mnemonic of 12 English words (128 random bits). */
export function generateMnemonic(): string {
  return generateViemMnemonic(english, 128);
}

/**
 * Returns the extended public key (BIP-32) of the deposit account, m/44'/60'/0'.
 *
 * @throws Error when a word or the checksum is wrong.
 */
export function depositXpubOf(mnemonic: string): string {
  return accountAt(mnemonic, DEPOSIT_ACCOUNT_PATH).getHdKey().publicExtendedKey;
}

/** Returns the signer of the hot wallet, m/44'/60'/1'/0/0. @throws Error when a word or the checksum is wrong. */
export function hotWalletOf(mnemonic: string): TransactionSigner {
  return signerOfHd(accountAt(mnemonic, HOT_WALLET_PATH));
}

/** Returns the private key for heads of the audit log, m/44'/60'/3'/0/0: 32 bytes in hex, with `0x`. */
export function auditPrivateKeyOf(mnemonic: string): string {
  return toHex(privateKeyOf(accountAt(mnemonic, AUDIT_KEY_PATH)));
}

/**
 * Returns the keys for sweeping: the wallet m/44'/60'/2'/0/0, and m/44'/60'/0'/0/{index} for each deposit address.
 *
 * @throws Error when a word or the checksum is wrong.
 */
export function sweepKeysOf(mnemonic: string): SweepKeys {
  // Derived once: stretching the mnemonic again for each of hundreds of addresses would delay everything else.
  const depositAccount = accountAt(mnemonic, DEPOSIT_ACCOUNT_PATH).getHdKey();
  return {
    wallet: signerOfHd(accountAt(mnemonic, SWEEP_WALLET_PATH)),
    deposit: (index) => {
      const account = hdKeyToAccount(depositAccount, { path: `m/0/${index}` as `m/44'/60'/${string}` });
      return {
        ...signerOfHd(account),
        signAuthorization: async ({ chainId, address, nonce }) => {
          assert(account.signAuthorization !== undefined, 'a key in memory signs authorizations');
          const { r, s, yParity } = await account.signAuthorization({
            chainId,
            nonce,
            address: address as Address,
          });
          return { chainId, address, nonce, r, s, yParity: yParity ?? 0 };
        },
      };
    },
  };
}

/** Returns the signer of a single private key. @param privateKey 32 bytes in hex, with `0x`. */
export function walletOfPrivateKey(privateKey: string): TransactionSigner {
  return signerOf(privateKeyToAccount(privateKey as Hex), hexToBytes(privateKey as Hex));
}

function signerOfHd(account: HDAccount): TransactionSigner {
  return signerOf(account, privateKeyOf(account));
}

function privateKeyOf(account: HDAccount): Uint8Array {
  const { privateKey } = account.getHdKey();
  assert(privateKey !== null, 'a seed leads to private keys');
  return privateKey;
}

function signerOf(account: LocalAccount, privateKey: Uint8Array): TransactionSigner {
  return {
    address: account.address.toLowerCase(),
    signTransaction: async (transaction, { isUnlike = false } = {}) => {
      if (isUnlike) return signUnlike(transaction, privateKey);
      const raw = await account.signTransaction(toViemTransaction(transaction));
      return { raw, hash: keccak256(raw) };
    },
  };
}

/** Signs with fresh randomness besides that of RFC 6979 (its section 3.6): the same transaction gets another hash. */
function signUnlike(transaction: UnsignedTransaction, privateKey: Uint8Array): SignedTransaction {
  const digest = keccak256(serializeTransaction(transaction), 'bytes');
  const { r, s, recovery } = secp256k1.sign(digest, privateKey, { lowS: true, extraEntropy: true });
  const signature = { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }) };
  const raw = serializeTransaction(transaction, { ...signature, yParity: recovery === 0 ? 0 : 1 });
  return { raw, hash: keccak256(raw) };
}

function accountAt(mnemonic: string, path: `m/44'/60'/${string}`): HDAccount {
  const words = mnemonic.trim().replace(/\s+/g, ' ');
  // BIP-39 derives a wallet from any text. Without this check a mistyped word would silently lead to another wallet.
  if (!validateMnemonic(words, english)) {
    throw new Error(
      'SIGNER_MNEMONIC or SIGNER_DEPOSIT_MNEMONIC is not a BIP-39 mnemonic: a word is not in the English list, or the checksum fails.',
    );
  }
  return hdKeyToAccount(HDKey.fromMasterSeed(seedOf(words)), { path });
}

/** Derives BIP-39's seed without a passphrase. OpenSSL takes milliseconds; the same in JavaScript takes 0.1 seconds. */
function seedOf(words: string): Buffer {
  return pbkdf2Sync(words, 'mnemonic', 2_048, 64, 'sha512');
}
