import type { AssetId } from '../core/asset.js';
import { daysIn, daysUntil } from '../core/days.js';
import { groupBy } from '../core/group-by.js';

/** The sum of the invoices in one asset that were completed within some minutes. */
interface Part extends AssetId {
  readonly quarterMs: number;
  readonly invoices: number;
  readonly amountAtomic: bigint;
  readonly fiatCurrency: string | null;
  readonly fiatCents: bigint;
}

export interface DayVolume {
  /** E.g. `2026-01-31`. */
  readonly day: string;
  readonly invoices: number;
  /** Base units by asset, in order. */
  readonly assets: readonly (AssetId & { readonly invoices: number; readonly amountAtomic: bigint })[];
  /** Cents by currency, of the invoices that were priced in it. */
  readonly fiat: readonly { readonly currency: string; readonly cents: bigint }[];
}

/** Returns the volume of each of the last days in a time zone, oldest first. A day without volume is included. */
export function volumeByDay(
  parts: readonly Part[],
  { timeZone, days, nowMs }: { readonly timeZone: string; readonly days: number; readonly nowMs: number },
): DayVolume[] {
  const dayOf = daysIn(timeZone);
  const byDay = groupBy(parts, ({ quarterMs }) => dayOf(quarterMs));
  return daysUntil(dayOf(nowMs), days).map((day) => {
    const ofDay = byDay.get(day) ?? [];
    return { day, invoices: countInvoices(ofDay), assets: sumAssets(ofDay), fiat: sumFiat(ofDay) };
  });
}

const countInvoices = (parts: readonly Part[]): number =>
  parts.reduce((sum, { invoices }) => sum + invoices, 0);

function sumAssets(parts: readonly Part[]): DayVolume['assets'] {
  const byAsset = groupBy(parts, ({ chainCode, tokenSymbol }) => `${chainCode}/${tokenSymbol}`);
  return inOrder(byAsset).map(([key, ofAsset]) => {
    const [chainCode = '', tokenSymbol = ''] = key.split('/');
    const amountAtomic = ofAsset.reduce((sum, part) => sum + part.amountAtomic, 0n);
    return { chainCode, tokenSymbol, invoices: countInvoices(ofAsset), amountAtomic };
  });
}

function sumFiat(parts: readonly Part[]): DayVolume['fiat'] {
  const priced = parts.filter(({ fiatCurrency }) => fiatCurrency !== null);
  return inOrder(groupBy(priced, ({ fiatCurrency }) => fiatCurrency ?? '')).map(([currency, ofCurrency]) => ({
    currency,
    cents: ofCurrency.reduce((sum, { fiatCents }) => sum + fiatCents, 0n),
  }));
}

const inOrder = (groups: Map<string, Part[]>): [string, Part[]][] =>
  [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
