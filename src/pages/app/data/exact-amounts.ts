import { fromAtomic, isZero } from './figures.js';

/** The API cuts each `…Crypto` figure to this many digits after the point. The `…Atomic` figure beside it is exact. */
const SHOWN_DIGITS = 6;
/** No token has more decimals: an amount has at most 78 digits. */
const DECIMALS_MAX = 77;

/** The decimals of each asset that the API has told in this window. */
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
  const some = isZero(shown) ? [] : Array.from({ length: DECIMALS_MAX + 1 }, (_, tried) => tried);
  const exact = [...some, ...(decimals === undefined ? [] : [decimals])]
    .map((tried) => fromAtomic(atomic, tried))
    .find((figure) => cut(figure) === shown);
  return exact === undefined ? shown : allDigits(exact);
}

type Fields = Readonly<Record<string, unknown>>;

/** Keeps the decimals of an object's asset, if the object has them. @returns the decimals that are known for its asset. */
function decimalsOf({ chainCode, tokenSymbol, decimals }: Fields): number | undefined {
  const asset = `${String(chainCode)}/${String(tokenSymbol)}`;
  if (typeof decimals === 'number' && typeof chainCode === 'string') told.set(asset, decimals);
  return told.get(asset);
}

/**
 * Makes every amount in an answer of the API exact: `amountCrypto` by the `amountAtomic` beside it, `available` by
 * `availableAtomic`. So pages show and add amounts to the last digit.
 */
export function withExactAmounts<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(withExactAmounts) as Answer;
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = answer as Fields;
  const decimals = decimalsOf(fields);
  const exact = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, withExactAmounts(value)]),
  );
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
