import { describe, expect, it } from '@jest/globals';
import { paymentUri } from '../../../src/domain/invoices/payment-uri.js';

const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('the payment URI', () => {
  it('asks for the native coin as EIP-681 specifies', () => {
    expect(
      paymentUri({ chainId: 1, tokenAddress: null, to: TO, amountAtomic: 2_014_000_000_000_000_000n }),
    ).toBe(`ethereum:${TO}@1?value=2014000000000000000`);
  });

  it('asks for a token by a call of its transfer function', () => {
    expect(paymentUri({ chainId: 137, tokenAddress: TOKEN, to: TO, amountAtomic: 12_500_000n })).toBe(
      `ethereum:${TOKEN}@137/transfer?address=${TO}&uint256=12500000`,
    );
  });

  it('writes every amount with all digits, because wallets disagree about exponents', () => {
    const amountAtomic = 2n ** 256n - 1n;
    expect(paymentUri({ chainId: 1, tokenAddress: TOKEN, to: TO, amountAtomic })).toContain(
      `uint256=${amountAtomic}`,
    );
  });

  it.each([
    ['nothing to pay', { amountAtomic: 0n }],
    ['more than a token can hold', { amountAtomic: 2n ** 256n }],
    ['an invalid recipient address', { to: 'vitalik.eth' }],
    ['an invalid token address', { tokenAddress: `${TOKEN}&x=1` }],
    ['no chain', { chainId: 0 }],
  ])('is not created for %s', (_what, wrong) => {
    expect(() => paymentUri({ chainId: 1, tokenAddress: TOKEN, to: TO, amountAtomic: 1n, ...wrong })).toThrow(
      'Invariant',
    );
  });
});
