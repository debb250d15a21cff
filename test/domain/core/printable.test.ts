import { expect, it } from '@jest/globals';
import { printable, quoted } from '../../../src/domain/core/printable.js';

it.each([
  ['terminal colour', 'a\u001b[31mred', 'a\\u001b[31mred'],
  ['line break', 'one\r\ntwo\u2028three', 'one\\r\\ntwo\\u2028three'],
  ['eight-bit control character', '\u009b8m', '\\u009b8m'],
  ['change of writing direction', 'to \u202e0x12\u2066', 'to \\u202e0x12\\u2066'],
])('a text that is printed has no %s', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('a text from the database is quoted on one line, and cut to a limit', () => {
  expect(quoted('a "shop"\nappend this line')).toBe('"a \\"shop\\"\\nappend this line"');
  expect(quoted('x'.repeat(100))).toBe(`"${'x'.repeat(80)}…"`);
  expect(quoted(9)).toBe('"9"');
  expect(quoted(null)).toBe('"null"');
});
