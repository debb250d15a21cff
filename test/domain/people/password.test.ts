import { expect, it } from '@jest/globals';
import { isPassword, normalizePassword } from '../../../src/domain/people/password.js';

it.each([
  ['11 characters', 'a'.repeat(11), false],
  ['12 characters', 'a'.repeat(12), true],
  ['256 characters', 'a'.repeat(256), true],
  ['257 characters', 'a'.repeat(257), false],
  ['12 characters outside the basic plane', '🔑'.repeat(12), true],
  ['11 characters outside the basic plane', '🔑'.repeat(11), false],
  ['256 characters outside the basic plane', '🔑'.repeat(256), true],
  ['257 characters outside the basic plane', '🔑'.repeat(257), false],
  ['a ligature whose normal form is 18 characters', '\ufdfa', true],
  ['a text with a much longer normal form', '\ufdfa'.repeat(256), false],
  ['a million characters', 'a'.repeat(1_000_000), false],
  ['words and spaces', 'four words of mine', true],
])('a text of %s: accepted as a password or not', (_, text, expected) => {
  expect(isPassword(text)).toBe(expected);
});

it('an accented letter is the same in both of its Unicode forms', () => {
  expect(normalizePassword('cafe\u0301')).toBe(normalizePassword('caf\u00e9'));
});
