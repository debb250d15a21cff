import { describe, expect, it } from '@jest/globals';
import { returnUrl } from '../../../src/http/requests/schemas.js';
import { parseUrl } from '../../../src/domain/core/parse-url.js';

/** After this many calls V8 has optimised the code. */
const CALLS = 50_000;

describe('a URL', () => {
  it.each([
    ['https://shop.example/a?b#c', 'https://shop.example/a?b#c'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['mailto:ann@shop.example', 'mailto:ann@shop.example'],
  ])('%s is parsed', (text, href) => {
    expect(parseUrl(text)?.href).toBe(href);
  });

  it.each(['', 'shop.example', 'https://', 'https://1.2.3.256', 'https://a b'])('%s is not a URL', (text) => {
    expect(parseUrl(text)).toBeNull();
  });

  it('with a non-ASCII letter is accepted at the first request and at the ten-thousandth', () => {
    let refused = 0;
    for (let call = 0; call < CALLS; call += 1)
      if (!returnUrl.safeParse('https://bücher.example').success) refused += 1;
    expect(refused).toBe(0);
  });
});
