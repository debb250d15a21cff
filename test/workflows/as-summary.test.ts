import { describe, expect, it } from '@jest/globals';
import fc from '../helpers/properties.js';
import { asSummary } from '../../workflows/as-summary.js';

describe('a summary', () => {
  it('keeps a text that fits', () => {
    const text = `waits: ${'a'.repeat(390)}`;
    expect(asSummary(text)).toBe(text);
  });

  it('shortens a longer text to what fits', () => {
    const summary = asSummary('waits for somebody: ä'.repeat(100));
    expect(Buffer.byteLength(JSON.stringify(summary))).toBeGreaterThan(380);
  });

  it('is never longer than 400 bytes of JSON, and begins as the text does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), (text) => {
        const summary = asSummary(text);
        expect(Buffer.byteLength(JSON.stringify(summary))).toBeLessThanOrEqual(400);
        expect(text.startsWith(summary.replace(/…$/, ''))).toBe(true);
      }),
    );
  });
});
