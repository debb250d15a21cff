import { bytesToHex, hexToBytes, keccak256, recoverAddress, type Hex } from 'viem';
import type { TransactionSigner } from './types.js';
import { serializeTransaction, type DigestSignature } from './serialize-transaction.js';
import { SigningError } from './signing-error.js';

/** A key outside this process, which can be asked for signatures. */
export interface DigestSigner {
  /** Lower-case address. */
  readonly address: string;
  /**
   * Signs 32 bytes unchanged. Two signatures of the same bytes must differ: a signing worker uses the hash of its first
   * transaction to prove that no other worker has begun with its wallet. So a key service that derives the random
   * number from the key and the bytes (RFC 6979) is refused then.
   *
   * @throws SigningError when there is no signature, or when it is not from the key of `address`.
   */
  signDigest(digest: Uint8Array): Promise<DigestSignature>;
}

/** Returns the wallet of such a key. It uses a signature only when the signature leads to the key's address. */
export function walletOfDigestSigner(signer: DigestSigner): TransactionSigner {
  const { address } = signer;
  return {
    address,
    signTransaction: async (transaction, { isUnlike = false } = {}) => {
      const digest = keccak256(serializeTransaction(transaction), 'bytes');
      const signature = await signer.signDigest(digest);
      if (isUnlike) await requireUnlike(signer, { digest, signature });
      const recovered = await recoverAddress({
        hash: bytesToHex(digest),
        signature: toViemSignature(signature),
      });
      if (recovered.toLowerCase() !== address)
        throw new SigningError(
          'wrong_key',
          `a signature was asked from ${address}, but it is from ${recovered.toLowerCase()}`,
        );
      const raw = serializeTransaction(transaction, signature);
      return { raw, hash: keccak256(hexToBytes(raw)) };
    },
  };
}

/** Checks that a second signature of the same bytes differs from the first one. @throws SigningError */
async function requireUnlike(
  signer: DigestSigner,
  { digest, signature }: { digest: Uint8Array; signature: DigestSignature },
): Promise<void> {
  const { r } = await signer.signDigest(digest);
  if (r !== signature.r) return;
  throw new SigningError(
    'wrong_key',
    `the key of ${signer.address} signs the same bytes in the same way each time (RFC 6979), so the first transaction of its wallet ` +
      'would not prove that no other signing worker has begun with it; use a key service that draws a random number for each signature',
  );
}

function toViemSignature({ r, s, yParity }: DigestSignature): { r: Hex; s: Hex; yParity: number } {
  return { r: r as Hex, s: s as Hex, yParity };
}
