import { randomBytes } from 'node:crypto';

export type IdPrefix = 'inv' | 'wd' | 'we' | 'evt' | 'dlv' | 'key' | 'mer' | 'opr';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_BYTES = 10;

function base32(value: bigint, digits: number): string {
  let text = '';
  for (let i = 0; i < digits; i += 1) {
    text = (ALPHABET[Number(value % 32n)] ?? '') + text;
    value /= 32n;
  }
  return text;
}

let lastMs = 0;
let lastRandom = 0n;

/**
 * An id that sorts by the time it was made: prefix, `_`, and a lower-case ULID (48 bits of ms, 80 random bits;
 * within one ms and process it counts upward, so that a list's order is the order of creation).
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    lastRandom = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`) >> 1n;
  } else {
    lastRandom += 1n + BigInt(randomBytes(2).readUInt16BE());
  }
  return `${prefix}_${base32(BigInt(lastMs), TIME_DIGITS)}${base32(lastRandom, 16)}`;
}

/** The id a customer sees: 160 random bits and nothing else. */
export function newPublicId(): string {
  return `pay_${randomBytes(20).toString('hex')}`;
}
