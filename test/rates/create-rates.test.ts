import { expect, it } from '@jest/globals';
import { createRates } from '../../src/rates/create-rates.js';
import type { SourceTrouble } from '../../src/rates/median-rates.js';

it('a pair without a fixed price is refused in words for merchants, and the operator is told which setting has it', async () => {
  const told: SourceTrouble[] = [];
  const rates = createRates(
    { fixed: new Map([['USDC/USD', '1']]), sources: [], maxAgeMs: 1, maxDeviationBps: 1 },
    (trouble) => told.push(trouble),
  );
  expect(await rates.rate('USDC', 'USD')).toMatchObject({ text: '1', source: 'fixed' });
  expect(told).toEqual([]);
  await expect(rates.rate('USDC', 'CHF')).rejects.toMatchObject({
    code: 'unsupported_asset',
    message: expect.not.stringMatching(/FIXED_RATES|RATE_SOURCE/),
  });
  expect(told).toEqual([{ source: 'fixed', pair: 'USDC/CHF', why: expect.stringContaining('FIXED_RATES') }]);
});
