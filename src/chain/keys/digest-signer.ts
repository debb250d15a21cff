import { bytesToHex, hexToBytes, keccak256, recoverAddress, type Hex } from 'viem';
import type { TransactionSigner } from './types.js';
import { serializeTransaction, type DigestSignature } from './serialize-transaction.js';
import { SigningError } from './signing-error.js';

/** A key that is elsewhere, and is asked for signatures. */
export interface DigestSigner {
  /** Lower-case address. */
  readonly address: string;
  /**
   * Signs 32 bytes as they are.
   *
   * @throws SigningError when there is no signature, or none of the key of `address`.
   */
  signDigest(digest: Uint8Array): Promise<DigestSignature>;
}

/** The wallet of such a key. What comes back is believed only once the address was recovered from it. */
export function walletOfDigestSigner(signer: DigestSigner): TransactionSigner {
  const { address } = signer;
  return {
    address,
    signTransaction: async (transaction) => {
      const digest = keccak256(serializeTransaction(transaction), 'bytes');
      const signature = await signer.signDigest(digest);
      const recovered = await recoverAddress({ hash: bytesToHex(digest), signature: inViemTypes(signature) });
      if (recovered.toLowerCase() !== address)
        throw new SigningError(
          'wrong_key',
          `a signature was asked of ${address} and is of ${recovered.toLowerCase()}`,
        );
      const raw = serializeTransaction(transaction, signature);
      return { raw, hash: keccak256(hexToBytes(raw)) };
    },
  };
}

function inViemTypes({ r, s, yParity }: DigestSignature): { r: Hex; s: Hex; yParity: number } {
  return { r: r as Hex, s: s as Hex, yParity };
}
