import { expect, it } from '@jest/globals';
import { printable, quoted } from '../../../src/domain/core/printable.js';

it.each([
  ['the colours of a terminal', 'a\u001b[31mred', 'a\\u001b[31mred'],
  ['a line break', 'one\r\ntwo\u2028three', 'one\\r\\ntwo\\u2028three'],
  ['a control character of eight bits', '\u009b8m', '\\u009b8m'],
  ['another direction of writing', 'to \u202e0x12\u2066', 'to \\u202e0x12\\u2066'],
])('a text that is printed has no %s', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('what the database says is quoted in one line, and cut', () => {
  expect(quoted('a "shop"\nappend this line')).toBe('"a \\"shop\\"\\nappend this line"');
  expect(quoted('x'.repeat(100))).toBe(`"${'x'.repeat(80)}…"`);
  expect(quoted(9)).toBe('"9"');
  expect(quoted(null)).toBe('"null"');
});
