import { RpcAnswerError, RpcMissingError } from './rpc-errors.js';

/** Strict readers of JSON-RPC values (EIP-1474). An RPC can lie or break: what it says is checked before it is used. */

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const DATA = /^0x(?:[0-9a-f]{2})*$/i;
const BLOOM = /^0x[0-9a-f]{512}$/i;

export type Fields = Readonly<Record<string, unknown>>;

/** An object; `null`, an RPC's word for "I don't have it", is told apart. */
export function decodeObject(value: unknown, what: string): Fields {
  if (value === null) throw new RpcMissingError(`${what} is not known`);
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong(value, what, 'an object');
  return value as Fields;
}

export function decodeArray(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(value, what, 'an array');
  return value as readonly unknown[];
}

/** A quantity that is counted: block number, index, time in seconds. */
export function decodeNumber(value: unknown, what: string): number {
  const number = typeof value === 'string' && QUANTITY.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw wrong(value, what, 'a number in hex');
  return number;
}

/** A quantity of coin, wei or gas: at most 2^256 − 1. */
export function decodeBigint(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !QUANTITY.test(value)) throw wrong(value, what, 'a quantity in hex');
  return BigInt(value);
}

/** 32 bytes, given back in lower case. */
export function decodeHash(value: unknown, what: string): string {
  return decodeHex(value, { what, pattern: HASH, expected: '32 bytes in hex' });
}

/** 20 bytes, given back in lower case. */
export function decodeAddress(value: unknown, what: string): string {
  return decodeHex(value, { what, pattern: ADDRESS, expected: 'an address' });
}

/** Whole bytes, given back in lower case. */
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

/** Compares what an RPC says with what it must be. */
export function expectSame<T>(actual: T, { expected, what }: { expected: T; what: string }): void {
  if (actual !== expected) {
    throw new RpcAnswerError(`${what} was answered as ${String(actual)}, must be ${String(expected)}`);
  }
}

/** A number as a JSON-RPC quantity. */
export function toQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function wrong(value: unknown, what: string, expected: string): RpcAnswerError {
  const shown = (JSON.stringify(value) as string | undefined) ?? 'undefined';
  return new RpcAnswerError(`${what} was answered as ${shown.slice(0, 80)}, expected ${expected}`);
}
