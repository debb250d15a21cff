import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../../src/client/client.js';
import { changedTo, policyChangeWords } from '../../../src/pages/app/admin/merchants/merchant-words.js';

const LIMIT = { chainCode: 'base', tokenSymbol: 'ETH', decimals: 18, field: 'perDayAtomic' };

const limitChange = (change: Schemas['PolicyChange']['change']): Schemas['PolicyChange'] => ({
  policyChangeId: 'pol_00000000000000000000000001',
  kind: 'withdrawal_limit',
  status: 'waiting',
  merchantId: 'mer_00000000000000000000000001',
  objectId: 'mer_00000000000000000000000001',
  merchantName: 'Corner shop',
  objectName: null,
  change,
  requestedBy: 'operator',
  requestedById: null,
  requestedByName: null,
  requestedAt: '2026-01-31T12:00:00.000Z',
  holdsFrom: '2026-02-01T12:00:00.000Z',
  decidedBy: null,
  decidedById: null,
  decidedAt: null,
});

describe('a changed limit in the console', () => {
  it('has the same digits in its words as on the button that confirms it', () => {
    const change = limitChange({ ...LIMIT, from: '1000000100000000000', to: '1250000000900000000000' });
    expect(policyChangeWords(change, () => 'Base')).toBe(
      'The most for 24 hours, in ETH on Base, from 1.0000001 to 1,250.0000009',
    );
    expect(changedTo(change)).toBe('1,250.0000009 ETH');
  });

  it.each([
    [{ ...LIMIT, to: null }, 'no limit'],
    [{ tokenSymbol: 'ETH', to: '900000000' }, '900000000 ETH'],
    [{ ...LIMIT, decimals: 1e9, to: '900000000' }, '900000000 ETH'],
    [{ ...LIMIT, tokenSymbol: null, to: '1000000000000000000' }, '1.00'],
  ])('can be read however somebody has altered it: %j is "%s"', (change, words) => {
    expect(changedTo(limitChange(change))).toBe(words);
  });
});
