import { fromAtomic, isZero } from './figures.js';

/** The API cuts each `…Crypto` figure to this many digits after the point. The `…Atomic` figure beside it is exact. */
const SHOWN_DIGITS = 6;
/** No asset has more decimals: `CHAINS_FILE` takes no more (`ASSET_DECIMALS_MAX`). */
const DECIMALS_MAX = 36;
/** The decimals of each offered asset, as the list of the assets has told them in this window. */
const told = new Map<string, number>();

/** Writes a figure with all its digits, and at least those that the API shows. */
function allDigits(figure: string): string {
  const [whole = '0', fraction = ''] = figure.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(SHOWN_DIGITS, '0')}`;
}

/** Cuts a figure as the API does. */
function cut(figure: string): string {
  const [whole = '0', fraction = ''] = allDigits(figure).split('.');
  return `${whole}.${fraction.slice(0, SHOWN_DIGITS)}`;
}

/**
 * Returns the exact figure for one that the API has cut. Only one number of decimals gives these digits, unless all of
 * them are zeros. Then `decimals` decides; without it, the figure stays.
 */
export function exactFigure(shown: string, atomic: string, decimals?: number): string {
  // Zeros alone fit too many numbers of decimals.
  for (let tried = 0; tried <= DECIMALS_MAX && !isZero(shown); tried += 1) {
    const figure = fromAtomic(atomic, tried);
    if (cut(figure) === shown) return allDigits(figure);
  }
  const figure = decimals === undefined ? shown : fromAtomic(atomic, decimals);
  return cut(figure) === shown ? allDigits(figure) : shown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether an asset may have so many decimals. */
const areDecimals = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= DECIMALS_MAX;

const assetOf = ({ chainCode, tokenSymbol }: Fields): string => `${String(chainCode)}/${String(tokenSymbol)}`;

/**
 * Keeps the decimals of the assets in a page of the API's list of them. No other answer tells them, because people write
 * parts of other answers.
 */
export function keepDecimals({ data }: { readonly data: readonly Fields[] }): void {
  for (const asset of data) {
    const { decimals } = asset;
    if (areDecimals(decimals)) told.set(assetOf(asset), decimals);
  }
}

/** The fields that somebody has written, or that are shown as they were stored. Nothing in them is an amount of ours. */
const AS_WRITTEN: readonly string[] = ['metadata', 'before', 'after', 'change'];

/**
 * Makes every amount in an answer of the API exact: `amountCrypto` by the `amountAtomic` beside it, `available` by
 * `availableAtomic`. So pages show and add amounts to the last digit. What somebody has written stays as it is. The
 * decimals that stand beside an amount count for that amount alone.
 */
export function withExactAmounts<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(withExactAmounts) as Answer;
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = answer as Fields;
  const exact = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      AS_WRITTEN.includes(name) ? value : withExactAmounts(value),
    ]),
  );
  const decimals = areDecimals(fields['decimals']) ? fields['decimals'] : told.get(assetOf(fields));
  for (const [name, atomic] of Object.entries(fields)) {
    if (!name.endsWith('Atomic') || typeof atomic !== 'string') continue;
    const base = name.slice(0, -'Atomic'.length);
    for (const field of [base, `${base}Crypto`]) {
      const shown = fields[field];
      if (typeof shown === 'string') exact[field] = exactFigure(shown, atomic, decimals);
    }
  }
  return exact as Answer;
}
