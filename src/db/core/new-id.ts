import { randomBytes } from 'node:crypto';

export type IdPrefix =
  'inv' | 'chk' | 'wd' | 'we' | 'evt' | 'dlv' | 'key' | 'mer' | 'opr' | 'pol' | 'mbr' | 'ses' | 'ivt' | 'psk';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_BYTES = 10;
const RANDOM_DIGITS = 16;
/** A clock that is set back by less keeps the order of the ids. After more, the ids have the time of the clock again. */
const SET_BACK_MS = 60_000;

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
 * Returns an id that sorts by its creation time: the prefix, `_`, and a lower-case ULID of 48 bits of ms and 80 random
 * bits. Within one ms and process the random part counts upward, so that ids sort in the order of creation. Ids keep their
 * order also when the clock is set back, by up to 60,000 ms.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  if (nowMs > lastMs || nowMs < lastMs - SET_BACK_MS) {
    lastMs = nowMs;
    lastRandom = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`) >> 1n;
  } else {
    lastRandom += 1n + BigInt(randomBytes(2).readUInt16BE());
  }
  return `${prefix}_${base32(BigInt(lastMs), TIME_DIGITS)}${base32(lastRandom, RANDOM_DIGITS)}`;
}

/** Returns the creation time of an id made by {@link newId}, in epoch ms. */
export function timeOfId(id: string): number {
  let timeMs = 0;
  for (const digit of id.slice(id.indexOf('_') + 1).slice(0, TIME_DIGITS)) {
    timeMs = timeMs * ALPHABET.length + ALPHABET.indexOf(digit);
  }
  return timeMs;
}

/** Returns a bound for a moment (epoch ms): ids made at or after it sort at or above the bound, earlier ones below. */
export function leastIdOf(prefix: IdPrefix, timeMs: number): string {
  return `${prefix}_${base32(BigInt(Math.max(0, timeMs)), TIME_DIGITS)}${'0'.repeat(RANDOM_DIGITS)}`;
}

/** Returns an id that a customer sees: 160 random bits and nothing else. */
export function newPublicId(): string {
  return `pay_${randomBytes(20).toString('hex')}`;
}

/** Returns a checkout's id that a customer sees: 160 random bits and nothing else. */
export function newCheckoutPublicId(): string {
  return `cs_${randomBytes(20).toString('hex')}`;
}
