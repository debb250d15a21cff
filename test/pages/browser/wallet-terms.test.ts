import { describe, expect, it } from '@jest/globals';
import { encodeFunctionData, erc20Abi, formatUnits as viemFormatUnits } from 'viem';
import { formatLeft } from '../../../src/pages/browser/time-left.js';
import {
  encodeBalanceOf,
  encodePayment,
  formatUnits,
  nameTerms,
  readWalletTerms,
} from '../../../src/pages/browser/wallet-terms.js';

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const FROM = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const DATA = {
  chainId: '8453',
  chainName: 'Base',
  symbol: 'USDC',
  token: TOKEN,
  decimals: '6',
  to: TO,
  amountAtomic: '25000001',
  explorer: '',
};
const AMOUNTS = ['1', '25000000', '9007199254740993', String(2n ** 256n - 1n)];

function termsOf(changes: Readonly<Record<string, string>>) {
  const terms = readWalletTerms({ ...DATA, ...changes });
  if (terms === null) throw new Error('The terms are not whole.');
  return terms;
}

describe('the request of the page to a wallet', () => {
  it.each(AMOUNTS)('is the call that viem encodes, for %s base units', (amountAtomic) => {
    const amount = BigInt(amountAtomic);
    expect(encodePayment(termsOf({ amountAtomic }), FROM)).toEqual({
      chainId: '0x2105',
      from: FROM,
      to: TOKEN,
      value: '0x0',
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TO, amount] }),
    });
    expect(encodePayment(termsOf({ amountAtomic, token: '' }), FROM)).toEqual({
      chainId: '0x2105',
      from: FROM,
      to: TO,
      value: `0x${amount.toString(16)}`,
    });
  });

  it('reads the balance as viem does', () => {
    expect(encodeBalanceOf(FROM)).toBe(
      encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [FROM] }),
    );
  });

  it.each([0, 2, 6, 18])('shows all digits, at %d decimals', (decimals) => {
    for (const amount of AMOUNTS)
      expect(
        formatUnits(BigInt(amount), termsOf({ decimals: String(decimals), symbol: 'X' }), 'en').replaceAll(
          ',',
          '',
        ),
      ).toBe(`${viemFormatUnits(BigInt(amount), decimals)} X`);
  });

  it("writes numbers as the page's language does", () => {
    const terms = termsOf({ decimals: '3', symbol: 'ETH' });
    expect(formatUnits(1_234_567n, terms, 'de')).toBe('1.234,567 ETH');
    expect(formatUnits(1_234_567n, terms, 'en')).toBe('1,234.567 ETH');
  });

  it.each([
    [7 * 86_400_000 - 1, '6 days', '6 Tage'],
    [3 * 3_600_000, '3 hours', '3 Stunden'],
    [100 * 60_000, '100 minutes', '100 Minuten'],
    [60_000, '1 minute', '1 Minute'],
    [-1, '0 minutes', '0 Minuten'],
  ])('shows a remaining time of %d ms as %s', (ms, en, de) => {
    expect([formatLeft(ms, 'en'), formatLeft(ms, 'de')]).toEqual([en, de]);
  });

  it.each([
    { to: '' },
    { to: `${TO}00` },
    { token: '0x1' },
    { amountAtomic: '0' },
    { amountAtomic: '-1' },
    { amountAtomic: '1.5' },
    { amountAtomic: '0x10' },
    { chainId: '' },
    { decimals: 'six' },
  ])('is not made when the terms are incomplete: %j', (changes) => {
    expect(readWalletTerms({ ...DATA, ...changes })).toBeNull();
  });

  it('is another payment when address, coin, chain or amount differs', () => {
    const names = [{}, { to: FROM }, { token: '' }, { chainId: '1' }, { amountAtomic: '1' }];
    expect(new Set(names.map((changes) => nameTerms(termsOf(changes)))).size).toBe(names.length);
  });
});
