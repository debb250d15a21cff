import { RpcAnswerError, RpcMissingError } from './rpc-errors.js';

/** Strict readers of JSON-RPC values (EIP-1474). An RPC can lie or break, so each value is checked before its use. */

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const DATA = /^0x(?:[0-9a-f]{2})*$/i;
const BLOOM = /^0x[0-9a-f]{512}$/i;

export type JsonFields = Readonly<Record<string, unknown>>;

/** An object. For `null`, by which an RPC says that it has no such object, it throws `RpcMissingError`. */
export function decodeObject(value: unknown, what: string): JsonFields {
  if (value === null) throw new RpcMissingError(`${what} is not known`);
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong(value, what, 'an object');
  return value as JsonFields;
}

export function decodeArray(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(value, what, 'an array');
  return value as readonly unknown[];
}

/** A count: block number, index, time in seconds. */
export function decodeNumber(value: unknown, what: string): number {
  const number = typeof value === 'string' && QUANTITY.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw wrong(value, what, 'a number in hex');
  return number;
}

/** The last second of the year 9999. No block is later, and few date types hold a later time. */
const MAX_TIMESTAMP_SECONDS = 253_402_300_799;

/** A block's time. It is answered in seconds since the epoch, and returned in ms. */
export function decodeTimestampMs(value: unknown, what: string): number {
  const seconds = decodeNumber(value, what);
  if (seconds > MAX_TIMESTAMP_SECONDS) throw wrong(value, what, 'a time in seconds');
  return seconds * 1000;
}

/** Every index is below this: no block can hold as many transactions or logs. */
const INDEX_LIMIT = 2 ** 31 - 1;

/** The index of a transaction or of a log in its block. */
export function decodeIndex(value: unknown, what: string): number {
  const index = decodeNumber(value, what);
  if (index >= INDEX_LIMIT) throw wrong(value, what, 'an index in a block');
  return index;
}

/** An amount of gas. geth and EIP-1985 limit it to 2^63 − 1. */
export function decodeGas(value: unknown, what: string): bigint {
  return decodeAtMost(value, { what, max: 2n ** 63n - 1n });
}

/** A price in wei: less than 2^128, so that its product with an amount of gas is still a quantity of coin. */
export function decodeCostWei(value: unknown, what: string): bigint {
  return decodeAtMost(value, { what, max: 2n ** 128n - 1n });
}

function decodeAtMost(value: unknown, { what, max }: { what: string; max: bigint }): bigint {
  const quantity = decodeBigint(value, what);
  if (quantity > max) throw wrong(value, what, `at most ${max}`);
  return quantity;
}

/** A quantity of coin, wei or gas: at most 2^256 − 1. */
export function decodeBigint(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !QUANTITY.test(value)) throw wrong(value, what, 'a quantity in hex');
  return BigInt(value);
}

/** 32 bytes, returned in lower case. */
export function decodeHash(value: unknown, what: string): string {
  return decodeHex(value, { what, pattern: HASH, expected: '32 bytes in hex' });
}

/** 20 bytes, returned in lower case. */
export function decodeAddress(value: unknown, what: string): string {
  return decodeHex(value, { what, pattern: ADDRESS, expected: 'an address' });
}

/** Whole bytes, returned in lower case. */
export function decodeData(value: unknown, what: string): string {
  return decodeHex(value, { what, pattern: DATA, expected: 'bytes in hex' });
}

/** The 2048 bits of a block's logsBloom. */
export function decodeBloom(value: unknown, what: string): string {
  return decodeHex(value, { what, pattern: BLOOM, expected: '256 bytes in hex' });
}

function decodeHex(
  value: unknown,
  { what, pattern, expected }: { what: string; pattern: RegExp; expected: string },
): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw wrong(value, what, expected);
  return value.toLowerCase();
}

/** Compares a value that an RPC answered with the expected one. @throws RpcAnswerError when they differ. */
export function expectSame<T>(actual: T, { expected, what }: { expected: T; what: string }): void {
  if (actual !== expected) {
    throw new RpcAnswerError(`${what} was answered as ${String(actual)}, must be ${String(expected)}`);
  }
}

/** Writes a number as a JSON-RPC quantity. */
export function toQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function wrong(value: unknown, what: string, expected: string): RpcAnswerError {
  const shown = (JSON.stringify(value) as string | undefined) ?? 'undefined';
  return new RpcAnswerError(`${what} was answered as ${shown.slice(0, 80)}, expected ${expected}`);
}
