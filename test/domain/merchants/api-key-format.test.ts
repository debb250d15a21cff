import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import {
  apiKeyHints,
  formatApiKey,
  isWellFormedApiKey,
} from '../../../src/domain/merchants/api-key-format.js';

const random = fc.uint8Array({ minLength: 32, maxLength: 32 });
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the format of API keys', () => {
  it('is the prefix, 43 characters of the secret and 6 of its CRC-32', () => {
    // 0x12da39cc is the CRC-32 of what precedes by any other implementation.
    expect(formatApiKey('qk_', new Uint8Array(32))).toBe(`qk_${'0'.repeat(43)}0LP7sK`);
    expect(formatApiKey('qo_', new Uint8Array(32).fill(255))).toMatch(/^qo_[0-9A-Za-z]{49}$/);
    fc.assert(fc.property(random, (bytes) => isWellFormedApiKey(formatApiKey('qk_', bytes))));
  });

  it('detects every single mistyped character', () => {
    fc.assert(
      fc.property(random, fc.nat(51), fc.nat(61), (bytes, at, digit) => {
        const typed = ALPHABET.charAt(digit);
        const key = formatApiKey('qk_', bytes);
        fc.pre(key[at] !== typed);
        return !isWellFormedApiKey(key.slice(0, at) + typed + key.slice(at + 1));
      }),
    );
  });

  it('detects two swapped neighbouring characters', () => {
    fc.assert(
      fc.property(random, fc.nat(50), (bytes, at) => {
        const key = formatApiKey('qo_', bytes);
        fc.pre(key[at] !== key[at + 1]);
        return !isWellFormedApiKey(
          key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2),
        );
      }),
    );
  });

  it.each(['', 'qk_', 'qx_'.padEnd(52, '0'), 'qk_'.padEnd(53, '0'), ` ${'qk_'.padEnd(51, '0')}`])(
    'refuses %j',
    (text) => {
      expect(isWellFormedApiKey(text)).toBe(false);
    },
  );

  it('shows its owner only enough to tell it from other keys', () => {
    const key = formatApiKey('qk_', new Uint8Array(32).fill(7));
    expect(apiKeyHints(key)).toEqual({ start: key.slice(0, 7), last4: key.slice(-4) });
  });
});
