import { expect, it } from '@jest/globals';
import {
  normalizeRecoveryCode,
  parseTotpCode,
  secondFactorsOf,
} from '../../../src/domain/people/second-factors.js';

it.each([
  [{ hasTotp: false, passkeys: 0, recoveryCodes: 0 }, []],
  // Leftover codes do not count as a second factor.
  [{ hasTotp: false, passkeys: 0, recoveryCodes: 10 }, []],
  [{ hasTotp: true, passkeys: 0, recoveryCodes: 0 }, ['totp']],
  [{ hasTotp: true, passkeys: 2, recoveryCodes: 1 }, ['passkey', 'totp', 'recovery_code']],
])('a member with %j is asked for %j', (has, factors) => {
  expect(secondFactorsOf(has)).toEqual(factors);
});

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345６', null],
  ['3f7k-9m2p-x4vw-8c1d', null],
])('%j is read as an authenticator code: %j', (said, code) => {
  expect(parseTotpCode(said)).toBe(code);
});

it('a recovery code is read as people write it', () => {
  expect(normalizeRecoveryCode(' 3F7K 9m2p-X4vw-8cId ')).toBe('3f7k9m2px4vw8c1d');
  expect(normalizeRecoveryCode('OOLL-iiii')).toBe('00111111');
});
