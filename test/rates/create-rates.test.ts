import { expect, it, jest } from '@jest/globals';
import { createRates } from '../../src/rates/create-rates.js';
import type { SourceTrouble } from '../../src/rates/median-rates.js';

const NAMES_THE_SETTING = expect.stringContaining('FIXED_RATES') as unknown;

it('a pair without a fixed price is refused with an explanation for merchants, and the operator is told which setting to change', async () => {
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
  expect(told).toEqual([{ source: 'fixed', pair: 'USDC/CHF', why: NAMES_THE_SETTING }]);
});

it('a pair that is requested again and again is logged once an hour', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  try {
    const told: string[] = [];
    const rates = createRates(
      { fixed: new Map(), sources: [], maxAgeMs: 1, maxDeviationBps: 1 },
      ({ pair }) => told.push(pair),
    );
    const ask = (symbol: string): Promise<void> =>
      expect(rates.rate(symbol, 'CHF')).rejects.toMatchObject({ code: 'unsupported_asset' });
    for (const symbol of ['USDC', 'ETH', 'USDC', 'ETH']) await ask(symbol);
    expect(told).toEqual(['USDC/CHF', 'ETH/CHF']);
    now.mockReturnValue(3_600_000);
    await ask('USDC');
    expect(told).toEqual(['USDC/CHF', 'ETH/CHF', 'USDC/CHF']);
  } finally {
    now.mockRestore();
  }
});
