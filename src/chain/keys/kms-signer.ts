import { createPublicKey } from 'node:crypto';
import type * as Kms from '@aws-sdk/client-kms';
import { secp256k1 } from '@noble/curves/secp256k1';
import { toHex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import type { DigestSigner } from './digest-signer.js';
import type { DigestSignature } from './serialize-transaction.js';
import { SigningError } from './signing-error.js';

type KmsSdk = Pick<typeof Kms, 'KMSClient' | 'GetPublicKeyCommand' | 'SignCommand'>;

const KEY_SPEC = 'ECC_SECG_P256K1';
const ALGORITHM = 'ECDSA_SHA_256';
/** The SDK makes these attempts. It waits longer each time, and knows which failures are temporary. */
const MAX_ATTEMPTS = 4;
const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 4_000;
/**
 * The limit for all attempts together. KMS is asked while a wallet is locked, and the database ends such a transaction
 * after 60 s.
 */
const TOTAL_TIMEOUT_MS = 20_000;

/**
 * Opens a key in AWS KMS, which the key never leaves. The AWS SDK's own variables, files and instance roles give the
 * region, the credentials and the endpoint.
 *
 * @param options.keyId id, ARN or alias of a signing key of the kind ECC_SECG_P256K1. An alias is resolved once, now.
 * @throws Error when the SDK is not installed, or when KMS does not show such a key.
 */
export async function openKmsSigner(
  { keyId }: { readonly keyId: string },
  importSdk: () => Promise<KmsSdk> = () => import('@aws-sdk/client-kms'),
): Promise<DigestSigner> {
  const sdk = await load(importSdk);
  const client = new sdk.KMSClient({
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  const shown = await showKey({ sdk, client, keyId });
  const address = publicKeyToAddress(`0x${readPublicKey(shown, keyId).toString('hex')}`).toLowerCase();
  // The id that KMS gives: an alias may be moved to another key later.
  const key = { keyId: shown.KeyId ?? keyId, address };
  return {
    address,
    signDigest: async (digest) => {
      const der = await askKms({ sdk, client, ...key, digest });
      return readSignature({ der, digest, ...key });
    },
  };
}

async function load(importSdk: () => Promise<KmsSdk>): Promise<KmsSdk> {
  try {
    return await importSdk();
  } catch (error) {
    throw new Error(
      'SIGNER_KMS_KEY_ID is set, but the package @aws-sdk/client-kms is not installed. Install with optional dependencies, or run: npm install @aws-sdk/client-kms',
      { cause: error },
    );
  }
}

interface KmsRequest {
  readonly sdk: KmsSdk;
  readonly client: Kms.KMSClient;
  readonly keyId: string;
}

async function showKey({ sdk, client, keyId }: KmsRequest): Promise<Kms.GetPublicKeyCommandOutput> {
  try {
    return await client.send(new sdk.GetPublicKeyCommand({ KeyId: keyId }), timeLimit());
  } catch (error) {
    throw new Error(`AWS KMS does not show the public key of SIGNER_KMS_KEY_ID: ${describe(error)}`, {
      cause: error,
    });
  }
}

/** @returns the 65 bytes of the point, uncompressed. */
function readPublicKey(shown: Kms.GetPublicKeyCommandOutput, keyId: string): Buffer {
  const { PublicKey: spki, KeySpec, KeyUsage, SigningAlgorithms = [] } = shown;
  if (KeySpec !== KEY_SPEC || KeyUsage !== 'SIGN_VERIFY' || !SigningAlgorithms.includes(ALGORITHM)) {
    throw new Error(
      `The key ${keyId} in AWS KMS is of the kind ${KeySpec ?? 'unknown'} for ${KeyUsage ?? 'an unknown usage'}; expected ${KEY_SPEC} for SIGN_VERIFY.`,
    );
  }
  const key = createPublicKey({ key: Buffer.from(spki ?? []), format: 'der', type: 'spki' });
  const { crv, x = '', y = '' } = key.export({ format: 'jwk' });
  if (crv !== 'secp256k1')
    throw new Error(`The key ${keyId} in AWS KMS is on the curve ${crv ?? 'unknown'}, not secp256k1.`);
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

async function askKms({
  sdk,
  client,
  keyId,
  digest,
}: KmsRequest & { readonly digest: Uint8Array }): Promise<Uint8Array> {
  const command = new sdk.SignCommand({
    KeyId: keyId,
    Message: digest,
    MessageType: 'DIGEST',
    SigningAlgorithm: ALGORITHM,
  });
  try {
    const { Signature } = await client.send(command, timeLimit());
    return Signature ?? new Uint8Array();
  } catch (error) {
    throw new SigningError('no_signature', `AWS KMS gave no signature: ${describe(error)}`, { cause: error });
  }
}

function timeLimit(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(TOTAL_TIMEOUT_MS) };
}

/**
 * Reads r and s from DER (RFC 3279 §2.2.3), with s in its lower half. Finds which yParity leads to the key's address.
 */
function readSignature({
  der,
  digest,
  keyId,
  address,
}: {
  der: Uint8Array;
  digest: Uint8Array;
  keyId: string;
  address: string;
}): DigestSignature {
  const signature = decode(der);
  for (const yParity of [0, 1] as const) {
    if (recover(signature.addRecoveryBit(yParity), digest) !== address) continue;
    const { r, s } = signature;
    return { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }), yParity };
  }
  throw new SigningError(
    'wrong_key',
    `AWS KMS answered for ${keyId} with a signature that is not from its key, ${address}. Check that the endpoint is the right one.`,
  );
}

type Signature = ReturnType<typeof secp256k1.Signature.fromDER>;

function decode(der: Uint8Array): Signature {
  try {
    return secp256k1.Signature.fromDER(der).normalizeS();
  } catch (error) {
    throw new SigningError('no_signature', 'AWS KMS gave no signature: its answer is not DER', {
      cause: error,
    });
  }
}

function recover(signature: ReturnType<Signature['addRecoveryBit']>, digest: Uint8Array): string | null {
  try {
    return publicKeyToAddress(`0x${signature.recoverPublicKey(digest).toHex(false)}`).toLowerCase();
  } catch {
    return null; // no point of the curve
  }
}

function describe(error: unknown): string {
  const { name, message } = error as { name?: unknown; message?: unknown };
  return `${String(name)}: ${String(message)}`;
}
