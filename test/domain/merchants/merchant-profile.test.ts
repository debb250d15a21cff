import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import { FRAME_ORIGIN, frameOriginOf } from '../../../src/domain/merchants/merchant-profile.js';

describe('a site that may embed a checkout', () => {
  it.each([
    ...[
      'https://shop.example',
      'https://a-b.shop.example:8443',
      'https://xn--bcher-kva.example',
      'https://shop',
    ],
    ...['https://192.0.2.1:65535', 'http://localhost:3000', 'http://127.0.0.1'],
  ])('is named by its origin: %s', (origin) => {
    expect([FRAME_ORIGIN.test(origin), frameOriginOf(origin)]).toEqual([true, origin]);
  });

  it('is accepted by the rule exactly if a browser writes it in the same way', () => {
    // fast-check generates no texts for lookahead patterns.
    const alike = fc.stringMatching(new RegExp(FRAME_ORIGIN.source.replaceAll(/\(\?!.*?\)/g, '')));
    fc.assert(
      fc.property(alike, (text) => {
        // Only the URL parser can tell whether a Punycode name can be decoded.
        fc.pre(!text.includes('xn--'));
        expect(frameOriginOf(text) === text).toBe(FRAME_ORIGIN.test(text));
      }),
    );
  });

  it('can never break out of its place in the header, whatever the database row says', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.string().map((text) => `https://${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(frameOriginOf(text) ?? '').toMatch(/^[a-z0-9:/.-]*$/);
      }),
    );
  });
});
