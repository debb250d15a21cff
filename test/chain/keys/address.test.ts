import { describe, expect, it } from '@jest/globals';
import { parseAddress, toChecksumAddress, ZERO_ADDRESS } from '../../../src/chain/keys/address.js';
import { QuittanceError } from '../../../src/domain/core/errors.js';

/** From EIP-55's own test cases: all capitals, all small, normal. */
const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

function refusalOf(text: string): QuittanceError {
  try {
    parseAddress(text, 'address');
  } catch (error) {
    if (error instanceof QuittanceError) return error;
  }
  throw new Error(`${text} was not refused`);
}

describe('addresses', () => {
  it.each(EIP_55)('accepts %s and keeps it in lower case', (text) => {
    expect(parseAddress(text, 'address')).toBe(text.toLowerCase());
  });

  it.each(EIP_55)('writes the checksum of %s as EIP-55 does', (text) => {
    expect(toChecksumAddress(text.toLowerCase())).toBe(text);
  });

  it('writes the same checksum again after it has written more addresses than it caches', () => {
    for (let i = 0; i < 9_000; i += 1) toChecksumAddress(`0x${i.toString(16).padStart(40, '0')}`);
    expect(EIP_55.map((text) => toChecksumAddress(text.toLowerCase()))).toEqual(EIP_55);
    expect(EIP_55.map((text) => toChecksumAddress(text.toLowerCase()))).toEqual(EIP_55);
  });

  it('accepts an address of one case, which has no checksum', () => {
    expect(parseAddress(`0x${'ab'.repeat(20)}`, 'address')).toBe(`0x${'ab'.repeat(20)}`);
    expect(parseAddress(`0x${'AB'.repeat(20)}`, 'address')).toBe(`0x${'ab'.repeat(20)}`);
    expect(parseAddress(ZERO_ADDRESS, 'address')).toBe(ZERO_ADDRESS);
  });

  it('refuses a single letter of the wrong case, and says that the checksum fails', () => {
    const error = refusalOf('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD');
    expect(error.code).toBe('invalid_address');
    expect(error.message).toContain('checksum');
    expect(error.details).toEqual([{ path: 'address', message: expect.any(String) as unknown }]);
  });

  it.each([
    ['nothing', ''],
    ['too short', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['too long', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0'],
    ['no prefix', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a capital X', '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a space', ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a line feed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n'],
    ['not hex', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg'],
    ['a name', 'vitalik.eth'],
  ])('refuses %s', (_what, text) => {
    expect(refusalOf(text).code).toBe('invalid_address');
  });
});
