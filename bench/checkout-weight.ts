import type { TestBrowser } from '../test/pages/chromium.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { createInvoice, startProduct } from './parts/product.js';
import { slowDown, startBrowser } from './parts/slow-browser.js';

const VISITS = 5;
/** What the page needs before it is whole, compressed: the document with its style, and the script. */
const BUDGET_KIB = 40;
/** Above this a page is felt to jump (https://web.dev/articles/cls). */
const LAYOUT_SHIFT_MAX = 0.1;
const PHONE = { width: 390, height: 844 };

interface Visit {
  readonly kib: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
}
const FIGURES = ['kib', 'firstPaintMs', 'largestPaintMs', 'layoutShift'] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** Collects what the browser measures, before the page begins. */
const OBSERVE = `
  globalThis.seen = { largestPaintMs: 0, layoutShift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;
const FIRST_PAINT = "(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)";

/** @param whole a condition in the page that holds once nothing more is to come. */
async function visit(browser: TestBrowser, url: string, whole: string): Promise<Visit> {
  const { context, page } = await browser.open({ viewport: PHONE });
  try {
    const bytes = await slowDown(await context.newCDPSession(page));
    await page.addInitScript(OBSERVE);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForFunction(`${FIRST_PAINT} > 0 && (${whole})`);
    const seen = await page.evaluate<Omit<Visit, 'kib' | 'firstPaintMs'>>('seen');
    return { ...seen, kib: bytes() / 1_024, firstPaintMs: await page.evaluate<number>(FIRST_PAINT) };
  } finally {
    await context.close();
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

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const product = await startProduct(context);
  const { checkoutUrl } = await createInvoice(product);
  const browser = await startBrowser(context);
  const html = await (await fetch(checkoutUrl)).text();
  const [, icon = ''] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(html) ?? [];
  if (icon === '') throw new Error('The page names no icon, which is what it is compared with.');
  const iconUrl = new URL(icon, checkoutUrl).href;
  // The script writes the time that is left: then it has run.
  const hasRun = "document.querySelector('[data-countdown]')?.textContent.includes('minute')";
  const page = await visitOften(context, {
    name: 'the page',
    visitOnce: () => visit(browser, `${checkoutUrl}?lang=en`, hasRun),
  });
  const least = await visitOften(context, {
    name: 'its icon alone',
    visitOnce: () => visit(browser, iconUrl, 'true'),
  });
  const ofIcon = { unit: 'ms', reference: 'its icon alone', referenceValue: least.firstPaintMs };
  return [
    {
      ...{ measure: 'the checkout page over the line', value: page.kib, unit: 'KiB' },
      ...{ reference: 'its budget', referenceValue: BUDGET_KIB },
    },
    { measure: 'first paint, slow 4G and a slow phone', value: page.firstPaintMs, ...ofIcon },
    { measure: 'largest paint, slow 4G and a slow phone', value: page.largestPaintMs, ...ofIcon },
    {
      ...{ measure: 'layout shift until the script has run', value: page.layoutShift, unit: 'of 1' },
      ...{ reference: 'what is felt', referenceValue: LAYOUT_SHIFT_MAX },
    },
  ];
}

export const checkoutWeight: Bench = {
  name: 'checkout-weight',
  summary: "the checkout page's bytes against its budget, and its paints on a slow line against its icon's",
  run,
};
