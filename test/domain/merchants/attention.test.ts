import { describe, expect, it } from '@jest/globals';
import { sayAttention, type AttentionFact } from '../../../src/domain/merchants/attention.js';

describe("a merchant's text about held money", () => {
  it.each([
    ['order-1', 'too late', 'Order order-1: 20.00 USDC came too late.'],
    [null, 'too late', 'Invoice inv_1: 20.00 USDC came too late.'],
    [null, null, 'Invoice inv_1: 20.00 USDC came and is held.'],
  ])('names its order, here %j, and why it is held: %j', (name, reason, told) => {
    const fact: AttentionFact = {
      kind: 'money_held',
      subjectId: 'inv_1',
      sinceMs: 1,
      name,
      reason,
      asset: null,
      amount: null,
    };
    expect(sayAttention(fact, '20.00 USDC')).toBe(`${told} Accept it or send it back.`);
  });
});

describe("a merchant's text about a failed withdrawal", () => {
  it.each([
    ['the token refused it', 'the token refused it.'],
    ['Nobody knows that address.', 'Nobody knows that address.'],
    [null, 'no reason is on record.'],
  ])('has one full stop after the reason %j, and says once what becomes of the amount', (reason, told) => {
    const fact: AttentionFact = {
      kind: 'withdrawal_failed',
      subjectId: 'wd_1',
      sinceMs: 1,
      name: null,
      reason,
      asset: null,
      amount: null,
    };
    expect(sayAttention(fact, '5 USDC')).toBe(
      `The withdrawal of 5 USDC failed: ${told} The amount is available again; a refund's is held again.`,
    );
  });
});
