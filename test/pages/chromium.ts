import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { getService } from '../helpers/services/services.js';

/** Only its text is needed: the browser runs it. The short form is read in half the time of the long one. */
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Generous: on a slow machine a browser alone may take half a minute to start. */
const WAIT_MS = 120_000;

/** One browser for a file of tests. */
export interface TestBrowser {
  /** Opens a window without any stored data, and collects the browser's complaints. */
  open(options?: BrowserContextOptions): Promise<TestWindow>;
  close(): Promise<void>;
}

/** A window of one customer. */
export interface TestWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and warnings of the console, script errors, and reports of the Content-Security-Policy. */
  readonly complaints: readonly string[];
  /** All hosts that were requested. */
  readonly hosts: ReadonlySet<string>;
}

/** Returns the complaints of a window, without Chromium's own messages about answers that the test asks for. */
export function complaintsBeside(
  { complaints }: Pick<TestWindow, 'complaints'>,
  ...statuses: readonly number[]
): readonly string[] {
  const start = 'Failed to load resource: the server responded with a status of';
  return complaints.filter((text) => !statuses.some((status) => text.startsWith(`${start} ${status} (`)));
}

/** Loads the icon of the page as windows of a browser do, under the page's policy. The headless shell has no windows. */
export async function loadIcon(page: Page): Promise<void> {
  await page.evaluate(`new Promise((onload, refused) => {
    const { href: src } = document.querySelector('link[rel=icon]');
    Object.assign(new Image(), { onload, onerror: () => refused(new Error('the icon does not load: ' + src)), src });
  })`);
}

/** Starts Debian's Chromium. It must be closed. */
export async function startChromium(): Promise<TestBrowser> {
  const home = mkdtempSync(path.join(tmpdir(), 'quittance-chromium-'));
  const browser = await chromium.launch({
    executablePath: getService('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { ...process.env, HOME: home },
    timeout: WAIT_MS,
  });
  return {
    async open(options = {}) {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(WAIT_MS);
      const complaints: string[] = [];
      const hosts = new Set<string>();
      const page = await context.newPage();
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http')) hosts.add(url.host);
      });
      return { context, page, complaints, hosts };
    },
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * The themes, and the rule that is checked in each. Themes differ only in colours, so the first one is checked by all
 * rules.
 */
export const THEMES = [
  ['light', undefined],
  ['dark', 'color-contrast'],
] as const;

/** Shows an open page in the other theme. It returns when all transitions between the colours have ended. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(`(async () => {
    for (const _ of 'ab') await new Promise((drawn) => requestAnimationFrame(drawn));
    // The end of one can begin the next: of an element that inherits the color.
    const underWay = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (let some = underWay(); some.length > 0; some = underWay())
      await Promise.allSettled(some.map(({ finished }) => finished));
  })()`);
}

/**
 * axe-core describes only one element of each passed check, because the rest takes most of its time. The size of
 * targets is the only rule of WCAG 2.2 AA that must be enabled explicitly.
 */
const VIOLATIONS = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };

/**
 * Returns the accessibility violations that axe-core finds: the rule, and the element.
 *
 * @param only these rules, when the others were checked already.
 */
export async function findBarriers(
  page: Page,
  only?: string | readonly string[],
): Promise<readonly string[]> {
  // Not as a script of the page, which its policy would refuse.
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`))
    await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate<{
    violations: readonly { id: string; nodes: readonly { html: string; failureSummary?: string }[] }[];
  }>(
    `axe.run(${JSON.stringify({ ...VIOLATIONS, ...(only === undefined ? {} : { runOnly: [only].flat() }) })})`,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}
