import { LOGO } from '../test/pages/checkout/logos.js';
import type { TestBrowser } from '../test/pages/chromium.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { createInvoice, startProduct, type Product } from './parts/product.js';
import { until } from './parts/wait.js';
import { slowDown, startBrowser } from './parts/slow-browser.js';

const VISITS = 5;
/**
 * The budget for everything that the page needs, compressed: the document with its style, the script, and its stream's
 * first event.
 */
const BUDGET_KIB = 40;
/** A fifth of the shift that a visitor notices as a jump (https://web.dev/articles/cls). */
const LAYOUT_SHIFT_MAX = 0.02;
const PHONE = { width: 390, height: 844 };

interface Visit {
  readonly kib: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
}
const FIGURES = ['kib', 'firstPaintMs', 'largestPaintMs', 'layoutShift'] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** Collects the browser's own measurements. It must be there before the page begins. */
const OBSERVE = `
  globalThis.seen = { largestPaintMs: 0, layoutShift: 0 };
  globalThis.hasStream = false;
  globalThis.EventSource = class extends EventSource {
    constructor(...given) {
      super(...given);
      for (const name of ['same', 'state']) this.addEventListener(name, () => (hasStream = true));
    }
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;
const FIRST_PAINT = "(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)";

/** @param visited.whole a condition in the page that is true when everything has come. */
async function visit(
  context: BenchContext,
  { browser, url, whole }: { readonly browser: TestBrowser; readonly url: string; readonly whole: string },
): Promise<Visit> {
  const { context: window, page } = await browser.open({ viewport: PHONE });
  try {
    const bytes = await slowDown(await window.newCDPSession(page));
    await page.addInitScript(OBSERVE);
    await page.goto(url, { waitUntil: 'load' });
    // The condition is asked from outside, because the page's content security policy forbids Playwright's own polling
    // inside.
    const isWhole = (): Promise<boolean> =>
      page.evaluate<boolean>(`Boolean(${FIRST_PAINT} > 0 && (${whole}))`);
    await until(context, 'the page is whole', isWhole);
    const seen = await page.evaluate<Omit<Visit, 'kib' | 'firstPaintMs'>>('seen');
    return { ...seen, kib: bytes() / 1_024, firstPaintMs: await page.evaluate<number>(FIRST_PAINT) };
  } finally {
    await window.close();
  }
}

async function visitOften(
  { signal, say }: BenchContext,
  visited: { readonly name: string; readonly visitOnce: () => Promise<Visit> },
): Promise<Figures> {
  const visits: Visit[] = [];
  while (visits.length < VISITS) {
    signal.throwIfAborted();
    visits.push(await visited.visitOnce());
  }
  const of = (figure: keyof Visit): number[] => visits.map((one) => one[figure]);
  say(`${visited.name}: first paint after ${describeSpread(of('firstPaintMs'), 'ms')}`);
  return Object.fromEntries(FIGURES.map((figure) => [figure, median(of(figure))])) as Figures;
}

/** Makes a checkout. @returns the address of its page, where the customer chooses a coin. */
async function createCheckout({ merchant }: Product): Promise<string> {
  const { checkoutUrl } = await merchant.api.post('/v1/checkouts', {
    body: { amountFiat: '25.00', fiatCurrency: 'USD', description: 'Two coffees and a cake' },
  });
  return checkoutUrl;
}

/** Gives the merchant the largest logo that is allowed. */
async function setLogo({ merchant }: Product): Promise<void> {
  await merchant.api.patch('/web/v1/merchant', { body: { look: { logoUrl: LOGO } } });
}

/** Returns the measurements of one page under its name. */
function measurementsOf(name: string, page: Figures, least: Figures): readonly Measurement[] {
  const ofIcon = { unit: 'ms', reference: 'its icon alone', referenceValue: least.firstPaintMs };
  return [
    {
      measure: `${name} over the line`,
      value: page.kib,
      unit: 'KiB',
      reference: 'its budget',
      referenceValue: BUDGET_KIB,
    },
    { measure: `${name}: first paint, slow 4G and a slow phone`, value: page.firstPaintMs, ...ofIcon },
    { measure: `${name}: largest paint, slow 4G and a slow phone`, value: page.largestPaintMs, ...ofIcon },
    {
      measure: `${name}: layout shift until the script has run`,
      value: page.layoutShift,
      unit: 'of 1',
      reference: 'its budget',
      referenceValue: LAYOUT_SHIFT_MAX,
    },
  ];
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const product = await startProduct(context);
  const { checkoutUrl } = await createInvoice(product);
  const choiceUrl = await createCheckout(product);
  const browser = await startBrowser(context);
  const html = await (await fetch(checkoutUrl)).text();
  const [, icon = ''] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(html) ?? [];
  if (icon === '') throw new Error('The page has no icon. The bench compares the page with it.');
  // Only the script writes the time that is left. When it is there, the script has run.
  const hasRun = "hasStream && document.querySelector('[data-countdown]')?.textContent.match(/hour|minute/)";
  const measure = (name: string, url: string, whole: string): Promise<Figures> =>
    visitOften(context, { name, visitOnce: () => visit(context, { browser, url, whole }) });
  const least = await measure('its icon alone', new URL(icon, checkoutUrl).href, 'true');
  const page = await measure('the page', `${checkoutUrl}?lang=en`, hasRun);
  const choice = await measure('the choice', `${choiceUrl}?lang=en`, 'hasStream');
  await setLogo(product);
  const withLogo = await measure('with the largest logo', `${checkoutUrl}?lang=en`, hasRun);
  return [
    ...measurementsOf('the checkout page', page, least),
    ...measurementsOf('the page of the choice', choice, least),
    ...measurementsOf('the page with the largest logo', withLogo, least),
  ];
}

export const checkoutWeight: Bench = {
  name: 'checkout-weight',
  summary: "the checkout page's bytes against its budget, and its paints on a slow line against its icon's",
  run,
};
