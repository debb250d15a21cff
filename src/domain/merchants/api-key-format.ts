import { assert } from '../core/errors.js';

/** `qk_`: a merchant's key; `qo_`: an operator's. */
export type ApiKeyPrefix = 'qk_' | 'qo_';

export const API_KEY_RANDOM_BYTES = 32;
const PREFIX_LENGTH = 3;
/** Base62 digits of 256 bits and of 32 bits. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let i = 0; i < digits; i += 1) {
    text = (BASE62[Number(value % 62n)] ?? '') + text;
    value /= 62n;
  }
  return text;
}

const CRC32_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  }
  return remainder;
});

/** CRC-32 (ISO-HDLC, as in zip and PNG) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1) {
    crc = (crc >>> 8) ^ (CRC32_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_DIGITS);
}

/**
 * Writes a key: the prefix, 43 base62 characters of 32 random bytes, and 6 base62 characters of the CRC-32 of all
 * before.
 */
export function formatApiKey(prefix: ApiKeyPrefix, random: Uint8Array): string {
  assert(random.length === API_KEY_RANDOM_BYTES, 'a key is made of 32 random bytes');
  const secret = random.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  const text = prefix + base62(secret, SECRET_DIGITS);
  return text + checksumOf(text);
}

/** Says whether the text could be a key. The checksum refuses a mistyped one without a look-up. */
export function isWellFormedApiKey(text: string): boolean {
  if (text.length !== PREFIX_LENGTH + SECRET_DIGITS + CHECKSUM_DIGITS || !/^q[ko]_[0-9A-Za-z]+$/.test(text)) {
    return false;
  }
  return checksumOf(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
}

/** Returns the parts of a key that its owner may see again: enough to tell it from others. */
export function apiKeyHints(key: string): { readonly start: string; readonly last4: string } {
  return { start: key.slice(0, PREFIX_LENGTH + 4), last4: key.slice(-4) };
}
