import { expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import { volumeByDay } from '../../../src/domain/invoices/volume-by-day.js';

const NOW_MS = Date.parse('2026-03-02T12:00:00Z');
const part = (at: string, fields: object = {}) => ({
  quarterMs: Date.parse(at),
  chainCode: 'base',
  tokenSymbol: 'USDC',
  invoices: 1,
  amountAtomic: 1_000_000n,
  fiatCurrency: 'USD',
  fiatCents: 100n,
  ...fields,
});

it('a payment counts on the day in its time zone, and every day is present', () => {
  const parts = [
    part('2026-02-28T23:30:00Z'),
    part('2026-03-01T00:00:00Z', { fiatCurrency: null, fiatCents: 0n }),
  ];
  const inZone = (timeZone: string) =>
    volumeByDay(parts, { timeZone, days: 3, nowMs: NOW_MS }).map(({ day, invoices }) => [day, invoices]);
  expect(inZone('UTC')).toEqual([
    ['2026-02-28', 1],
    ['2026-03-01', 1],
    ['2026-03-02', 0],
  ]);
  expect(inZone('Europe/Berlin')).toEqual([
    ['2026-02-28', 0],
    ['2026-03-01', 2],
    ['2026-03-02', 0],
  ]);
});

it('sums are kept by asset and currency', () => {
  const parts = [
    part('2026-03-02T01:00:00Z'),
    part('2026-03-02T02:00:00Z', { amountAtomic: 5n, fiatCurrency: 'EUR', fiatCents: 7n }),
    part('2026-03-02T02:00:00Z', { chainCode: 'arbitrum', invoices: 3, fiatCurrency: null, fiatCents: 0n }),
  ];
  expect(volumeByDay(parts, { timeZone: 'UTC', days: 1, nowMs: NOW_MS })).toEqual([
    {
      day: '2026-03-02',
      invoices: 5,
      assets: [
        { chainCode: 'arbitrum', tokenSymbol: 'USDC', invoices: 3, amountAtomic: 1_000_000n },
        { chainCode: 'base', tokenSymbol: 'USDC', invoices: 2, amountAtomic: 1_000_005n },
      ],
      fiat: [
        { currency: 'EUR', cents: 7n },
        { currency: 'USD', cents: 100n },
      ],
    },
  ]);
});

it('nothing within the days is lost or counted twice, in any time zone', () => {
  const quarters = fc.integer({ min: 0, max: 96 * 40 }).map((n) => NOW_MS - n * 900_000);
  const zones = fc.constantFrom(
    'UTC',
    'Asia/Kathmandu',
    'Europe/Berlin',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  );
  fc.assert(
    fc.property(fc.array(quarters), zones, (times, timeZone) => {
      const parts = times.map((ms) => part(new Date(ms).toISOString()));
      const days = volumeByDay(parts, { timeZone, days: 42, nowMs: NOW_MS });
      expect(days.reduce((sum, { invoices }) => sum + invoices, 0)).toBe(times.length);
    }),
  );
});
