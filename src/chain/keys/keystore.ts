import {
  createCipheriv,
  createDecipheriv,
  pbkdf2,
  randomBytes,
  randomUUID,
  scrypt,
  timingSafeEqual,
  type ScryptOptions,
} from 'node:crypto';
import { promisify } from 'node:util';
import { scryptAsync } from '@noble/hashes/scrypt';
import { keccak256 } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { z } from 'zod';

const derivePbkdf2 = promisify(pbkdf2);
const deriveScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const KEY_BYTES = 32;
/** OWASP's minimum for scrypt with r = 8: 128 MiB, and some tenths of a second for each password that is tried. */
const WRITTEN_SCRYPT = { n: 2 ** 17, r: 8, p: 1 };
/** The most that a file may ask for: a forged file must not use up memory or run for hours. geth writes 256 MiB. */
const MAX_SCRYPT_BYTES = 2 ** 30;
const MAX_PARALLEL = 64;
const MAX_ITERATIONS = 10_000_000;

const hex = z
  .string()
  .regex(/^([0-9a-fA-F]{2})*$/)
  .transform((text) => Buffer.from(text, 'hex'));
const hexOf = (bytes: number) => hex.refine((buffer) => buffer.length === bytes);
const positive = z.int().min(1);

const kdf = z.discriminatedUnion('kdf', [
  z.object({
    kdf: z.literal('scrypt'),
    kdfparams: z
      .object({
        dklen: z.literal(KEY_BYTES),
        n: positive,
        r: positive,
        p: positive.max(MAX_PARALLEL),
        salt: hex,
      })
      .refine(({ n, r }) => 128 * n * r <= MAX_SCRYPT_BYTES),
  }),
  z.object({
    kdf: z.literal('pbkdf2'),
    kdfparams: z.object({
      dklen: z.literal(KEY_BYTES),
      c: positive.max(MAX_ITERATIONS),
      prf: z.literal('hmac-sha256'),
      salt: hex,
    }),
  }),
]);
const cipher = z.object({
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.object({ iv: hexOf(16) }),
  ciphertext: hexOf(KEY_BYTES),
  mac: hexOf(32),
});
const keystoreSchema = z.object({
  version: z.literal(3),
  crypto: z.intersection(cipher, kdf),
  address: z.string().optional(),
});
type Keystore = z.output<typeof keystoreSchema>;

/** `address` in lower case, `privateKey` 32 bytes in hex with `0x`. */
export interface OpenKeystore {
  readonly address: string;
  readonly privateKey: string;
}

/**
 * Opens a keystore: Web3 Secret Storage, version 3, with scrypt or PBKDF2, as geth and others write it.
 *
 * @throws Error when the text is no keystore, when the password does not open it, or when its key belongs to another
 *   address than the file says.
 */
export async function openKeystore({
  text,
  password,
}: {
  text: string;
  password: string;
}): Promise<OpenKeystore> {
  const keystore = parseKeystore(text);
  const { cipherparams, ciphertext, mac } = keystore.crypto;
  const derived = await deriveKey(keystore, password);
  if (!timingSafeEqual(macOf(derived, ciphertext), mac))
    throw new Error('The password does not open the keystore, or the file was changed: its MAC differs.');
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), cipherparams.iv);
  const privateKey =
    `0x${Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('hex')}` as const;
  const address = privateKeyToAddress(privateKey).toLowerCase();
  const statedAddress = keystore.address?.toLowerCase().replace(/^(0x)?/, '0x');
  if (statedAddress !== undefined && statedAddress !== address)
    throw new Error(
      `The keystore names the address ${statedAddress}, but its key belongs to ${address}. Find out whose file it is.`,
    );
  return { address, privateKey };
}

/** Creates a keystore with a new random key, as text. */
export async function createKeystore({ password }: { password: string }): Promise<{
  /** Lower case. */
  readonly address: string;
  readonly text: string;
}> {
  const key = randomBytes(KEY_BYTES);
  // This throws when the bytes are no key of the curve, which happens once in 2^128 times.
  const address = privateKeyToAddress(`0x${key.toString('hex')}`).toLowerCase();
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const { n, r, p } = WRITTEN_SCRYPT;
  const derived = await runScrypt(password, { ...WRITTEN_SCRYPT, salt });
  const encipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([encipher.update(key), encipher.final()]);
  const keystore = {
    address: address.slice(2),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams: { dklen: KEY_BYTES, n, r, p, salt: salt.toString('hex') },
      mac: macOf(derived, ciphertext).toString('hex'),
    },
    id: randomUUID(),
    version: 3,
  };
  return { address, text: `${JSON.stringify(keystore)}\n` };
}

function parseKeystore(text: string): Keystore {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('This is no keystore: it is not JSON.');
  }
  // Older files use the name `Crypto`.
  const { Crypto, ...rest } = (json ?? {}) as Record<string, unknown>;
  const parsed = keystoreSchema.safeParse(Crypto === undefined ? json : { crypto: Crypto, ...rest });
  if (parsed.success) return parsed.data;
  const at = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'the whole'))].join(', ');
  throw new Error(
    `This is no keystore that can be opened (Web3 Secret Storage, version 3, aes-128-ctr with scrypt or pbkdf2): see ${at}.`,
  );
}

function deriveKey({ crypto }: Keystore, password: string): Promise<Buffer> {
  if (crypto.kdf === 'scrypt') return runScrypt(password, crypto.kdfparams);
  const { salt, c } = crypto.kdfparams;
  return derivePbkdf2(password, salt, c, KEY_BYTES, 'sha256');
}

/**
 * Runs scrypt in OpenSSL, which takes a third of the time of the same in JavaScript. Some parameters OpenSSL refuses:
 * r = 1 with n from 2^16 on (RFC 7914 §2), which the example in the definition of keystores needs. JavaScript does those.
 */
async function runScrypt(
  password: string,
  { n, r, p, salt }: { n: number; r: number; p: number; salt: Buffer },
): Promise<Buffer> {
  const isPowerOfTwo = Number.isInteger(Math.log2(n));
  if (isPowerOfTwo && n > 1 && n < 2 ** (16 * r)) {
    const maxmem = 128 * r * (n + p + 3);
    return deriveScrypt(password, salt, KEY_BYTES, { N: n, r, p, maxmem });
  }
  return Buffer.from(await scryptAsync(password, salt, { N: n, r, p, dkLen: KEY_BYTES }));
}

/** Returns the Keccak-256 of the second half of the derived key, followed by the ciphertext. */
function macOf(derived: Buffer, ciphertext: Buffer): Buffer {
  return Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]), 'bytes'));
}
