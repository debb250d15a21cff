import { describe, expect, it } from '@jest/globals';
import { paymentUri } from '../../../src/domain/invoices/payment-uri.js';
import { chainIdOf, untilConfirmed } from '../../../src/pages/app/data/pace.js';

const TO = `0x${'ab'.repeat(20)}`;

describe('the expected time of the confirmation', () => {
  it.each([
    [8_453, 12, ', in about 24 s'],
    [1, 12, ', in about 3 min'],
    [8_453, 0, ''],
    [999_999, 12, ''],
  ])('follows the pace of the chain: %d, %d more confirmations: "%s"', (chainId, missing, words) => {
    expect(untilConfirmed(chainId, missing)).toBe(words);
  });

  it.each([TO, null])('depends on the chain in the payment request, for token %s', (tokenAddress) => {
    const uri = paymentUri({ chainId: 8_453, tokenAddress, to: TO, amountAtomic: 5n });
    expect(chainIdOf(uri)).toBe(8_453);
  });
});
