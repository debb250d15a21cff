import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak256, recoverTransactionAddress, type Hex, type TransactionSerialized } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { walletOfDigestSigner, type DigestSigner } from '../../../src/chain/keys/digest-signer.js';
import { walletOfPrivateKey } from '../../../src/chain/keys/keys.js';
import { openKmsSigner } from '../../../src/chain/keys/kms-signer.js';
import { startKmsServer, type KmsServer } from '../../helpers/chain/kms-server.js';

const PRIVATE_KEY = `0x${'42'.repeat(32)}` as const;
const ADDRESS = privateKeyToAccount(PRIVATE_KEY).address.toLowerCase();
const TRANSACTION = {
  chainId: 31_337,
  nonce: 7,
  to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  valueAtomic: 5n,
  data: '0xa9059cbb',
  gasLimit: 60_000n,
  maxFeePerGasWei: 30_000_000_000n,
  maxPriorityFeePerGasWei: 1_000_000_000n,
};
const before = { ...process.env };
let kms: KmsServer;

beforeEach(async () => {
  kms = await startKmsServer(Buffer.from(PRIVATE_KEY.slice(2), 'hex'));
  Object.assign(process.env, kms.env);
});
afterEach(async () => {
  for (const name of Object.keys(kms.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before);
  await kms.stop();
});

const openWallet = async (): Promise<TransactionSigner> =>
  walletOfDigestSigner(await openKmsSigner({ keyId: 'alias/hot' }));

describe('a key in AWS KMS', () => {
  it('has the address of its public key', async () => {
    expect((await openWallet()).address).toBe(ADDRESS);
    expect(kms.requests).toMatchObject([
      { target: 'TrentService.GetPublicKey', body: { KeyId: 'alias/hot' } },
    ]);
  });

  it('signs digests unchanged, with the key that the alias named when it was opened', async () => {
    const wallet = await openWallet();
    const { raw, hash } = await wallet.signTransaction(TRANSACTION);
    const serialized = raw as TransactionSerialized<'eip1559'>;
    expect((await recoverTransactionAddress({ serializedTransaction: serialized })).toLowerCase()).toBe(
      ADDRESS,
    );
    expect(hash).toBe(keccak256(raw as Hex));
    // The stand-in signs by RFC 6979 as the key in memory does: the same bytes.
    expect(raw).toBe((await walletOfPrivateKey(PRIVATE_KEY).signTransaction(TRANSACTION)).raw);
    const [, request] = kms.requests;
    expect(request).toMatchObject({
      target: 'TrentService.Sign',
      authorization: expect.stringContaining('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/'),
      body: { KeyId: kms.keyId, MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' },
    });
    expect(Buffer.from(String(request?.body['Message']), 'base64')).toHaveLength(32);
  });

  it('makes the s of its signatures low, which KMS does not do (EIP-2)', async () => {
    const wallet = await openWallet();
    const low = await wallet.signTransaction(TRANSACTION);
    kms.faults.push('high-s');
    expect(await wallet.signTransaction(TRANSACTION)).toEqual(low);
  });

  it('is asked again when KMS throttles', async () => {
    const wallet = await openWallet();
    kms.faults.push('throttle', 'throttle');
    const { raw } = await wallet.signTransaction(TRANSACTION);
    expect(raw).toMatch(/^0x02/);
    expect(kms.requests).toHaveLength(4);
  });

  it('is asked again when KMS does not answer', async () => {
    const wallet = await openWallet();
    kms.faults.push('hang');
    expect((await wallet.signTransaction(TRANSACTION)).raw).toMatch(/^0x02/);
  });

  it.each([
    ['is denied', 'deny', 'no_signature', /AccessDeniedException: User is not authorized/],
    ['is of another key', 'other-key', 'wrong_key', new RegExp(`not from its key, ${ADDRESS}`)],
    ['is none', 'not-der', 'no_signature', /its answer is not DER/],
  ] as const)('gives no transaction when the signature %s', async (_what, fault, code, message) => {
    const wallet = await openWallet();
    kms.faults.push(fault);
    const error: unknown = await wallet.signTransaction(TRANSACTION).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'SigningError', code, message: expect.stringMatching(message) });
  });

  it.each([
    ['of another kind', { KeySpec: 'ECC_NIST_P256' }, 'is of the kind ECC_NIST_P256 for SIGN_VERIFY'],
    ['for encryption', { KeyUsage: 'ENCRYPT_DECRYPT' }, 'for ENCRYPT_DECRYPT; expected ECC_SECG_P256K1'],
    ['without the algorithm', { SigningAlgorithms: [] }, 'expected ECC_SECG_P256K1 for SIGN_VERIFY'],
  ])('is refused when it is opened: %s', async (_what, shown, words) => {
    kms.shown = shown;
    await expect(openWallet()).rejects.toThrow(words);
  });

  it('needs the package of the SDK, and says which one', async () => {
    const missing = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(openKmsSigner({ keyId: 'alias/hot' }, missing)).rejects.toThrow(
      'the package @aws-sdk/client-kms is not installed',
    );
  });
});

describe('the wallet of a remote key', () => {
  const signerWith = (key: Uint8Array | string, { extraEntropy = false } = {}): DigestSigner => ({
    address: ADDRESS,
    signDigest: (digest) => {
      const { r, s, recovery } = secp256k1.sign(digest, key, { extraEntropy });
      const hex = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
      return Promise.resolve({ r: hex(r), s: hex(s), yParity: recovery === 1 ? 1 : 0 });
    },
  });

  it('accepts no signature that is not from its address, whatever the key says', async () => {
    const signer = signerWith(secp256k1.utils.randomPrivateKey());
    await expect(walletOfDigestSigner(signer).signTransaction(TRANSACTION)).rejects.toMatchObject({
      code: 'wrong_key',
    });
  });

  it('refuses a transaction that needs a new hash when its key always signs the same bytes in the same way', async () => {
    const key = PRIVATE_KEY.slice(2);
    const alike = walletOfDigestSigner(signerWith(key));
    await expect(alike.signTransaction(TRANSACTION, { isUnlike: true })).rejects.toMatchObject({
      code: 'wrong_key',
      message: expect.stringContaining('in the same way each time') as unknown,
    });
    expect((await alike.signTransaction(TRANSACTION)).raw).toMatch(/^0x02/);
    const unlike = walletOfDigestSigner(signerWith(key, { extraEntropy: true }));
    const [one, two] = [
      await unlike.signTransaction(TRANSACTION, { isUnlike: true }),
      await unlike.signTransaction(TRANSACTION, { isUnlike: true }),
    ];
    expect(one.hash).not.toBe(two.hash);
  });
});
