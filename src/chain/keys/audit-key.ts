import { hkdfSync } from 'node:crypto';
import { hashTypedData, recoverAddress, type Hex, type TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { auditHeadMessage, type AuditHead, type SignedHead } from '../../domain/core/audit-head.js';
import { auditPrivateKeyOf } from './keys.js';
import { openKeystore } from './keystore.js';
import type { HotWalletKey } from './open-hot-wallet.js';

/** The key that signs heads of the audit log and nothing else. It holds no money. */
export interface AuditKey {
  /** Lower-case address. */
  readonly address: string;
  /** Signs a head. It offers no way to sign bytes that were chosen elsewhere. */
  sign(head: AuditHead): Promise<SignedHead>;
}

/**
 * Derives the key for heads from the signing worker's secrets. With a mnemonic (its own, or that of the deposit
 * addresses) the path is m/44'/60'/3'/0/0. With a keystore alone it is HKDF-SHA-256 (RFC 5869) of the keystore's key.
 * Neither reveals a key that holds money.
 *
 * @returns null with a key in AWS KMS and no mnemonic: nothing can be derived from a key that never leaves KMS.
 */
export async function openAuditKey(
  key: HotWalletKey,
  depositMnemonic: string | null,
): Promise<AuditKey | null> {
  if (key.kind === 'mnemonic') return auditKeyOf(auditPrivateKeyOf(key.mnemonic));
  if (key.kind === 'kms')
    return depositMnemonic === null ? null : auditKeyOf(auditPrivateKeyOf(depositMnemonic));
  const { privateKey } = await openKeystore({ text: key.keystore, password: key.password });
  const secret = Buffer.from(privateKey.slice(2), 'hex');
  const derived = hkdfSync('sha256', secret, '', 'quittance audit-log heads', 32);
  return auditKeyOf(`0x${Buffer.from(derived).toString('hex')}`);
}

/** @param privateKey 32 bytes in hex, with `0x`. */
export function auditKeyOf(privateKey: string): AuditKey {
  const account = privateKeyToAccount(privateKey as Hex);
  return {
    address: account.address.toLowerCase(),
    sign: async (head) => {
      const hash = hashAuditHead(head);
      const signature = await account.sign({ hash: `0x${hash}` });
      return { ...head, hash, signer: account.address.toLowerCase(), signature };
    },
  };
}

/** Returns the hash of a head (EIP-712), in hex without `0x`. */
export function hashAuditHead(head: AuditHead): string {
  return hashTypedData(auditHeadMessage(head) as unknown as TypedDataDefinition).slice(2);
}

/**
 * Finds out whose key signed a head. Returns the address in lower case; null when no key can have made the signature.
 */
export async function recoverHeadSigner({ hash, signature }: SignedHead): Promise<string | null> {
  try {
    return (await recoverAddress({ hash: `0x${hash}`, signature: signature as Hex })).toLowerCase();
  } catch {
    return null; // no signature, or no point of the curve
  }
}
