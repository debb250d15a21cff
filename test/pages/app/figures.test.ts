import { describe, expect, it } from '@jest/globals';
import { localTime } from '../../../src/pages/app/data/figures.js';
import { atAGlance } from '../../../src/pages/app/data/sentence.js';

describe('a text of the API, made easy to read,', () => {
  it.each([
    ['1250.500000 USDC came late.', '1,250.50 USDC came late.'],
    ['It lacks 0.000100 ETH. Send it.', 'It lacks 0.0001 ETH. Send it.'],
    [`to 0x${'ab'.repeat(20)}`, 'to 0xababab…ababab'],
    ['Asked for from 10.100.0.5.', 'Asked for from 10.100.0.5.'],
    ['from 192.168.100.200', 'from 192.168.100.200'],
  ])('of %j is %j', (words, read) => {
    expect(atAGlance(words)).toBe(read);
  });
});

describe('a local time', () => {
  it('has its seconds in every year where they count', () => {
    expect(localTime('2020-12-31T12:34:56.000Z', 'second')).toMatch(/2020.*34:56/);
    expect(localTime('2020-12-31T12:34:56.000Z')).not.toContain('56');
    expect(localTime(new Date().toISOString())).not.toContain(String(new Date().getFullYear()));
  });
});
