import type { Page } from 'playwright-core';
import { SECURITY_PLACE, type Application } from '../../../src/pages/app/shell/application.js';
import { until } from '../../helpers/until.js';
import { findBarriers, loadIcon, showTheme, THEMES, type TestWindow } from '../chromium.js';

/** A window that goes from page to page within an application, and loads it once. */
export interface AppWindow extends TestWindow {
  /** Opens a page as a link of the application does, and waits until everything is read. */
  goTo(path: string): Promise<void>;
}

/** Lets a window go through an application, which is below this path. */
export function goThrough<W extends TestWindow>(window: W, basePath: string): W & AppWindow {
  const underWay = new Set<unknown>();
  const { page } = window;
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return Object.assign(window, {
    goTo: async (path: string) => {
      const url = JSON.stringify(`${basePath}${path}`);
      // The heading of the previous page must not count. An object that can't be read has none.
      await page.evaluate(`if (location.pathname !== ${url}) {
        for (const shown of document.querySelectorAll('#main :is(h1, .blank)')) shown.setAttribute('data-before', '');
        history.pushState(null, '', ${url});
      }`);
      const isShown = `document.querySelector('#main :is(h1, .blank):not([data-before])') !== null && document.querySelector('.bone, .bones') === null`;
      await until(`${path} is shown`, () => page.evaluate<boolean>(isShown));
      await until('nothing is read any more', () => underWay.size === 0);
    },
  });
}

/** The paths of all pages of the signed-in member, from the router, each for one of its objects. */
export function pathsOf(
  { pages }: Pick<Application, 'pages'>,
  ids: Readonly<Record<string, string>>,
): readonly string[] {
  const signedIn = pages.filter(({ isOpen }) => isOpen !== true).map(({ path }) => path);
  return [...signedIn, SECURITY_PLACE.to].map((path) =>
    path.replace(/\/$/, '').replaceAll(/\$(\w+)/g, (_, name: string) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`${path} is a page, and the test has no ${name} for it`);
      return id;
    }),
  );
}

/** Opens the page of a ⌘K option with the keyboard alone. @returns its path. */
export async function goByPalette(page: Page, words: string, option: string | RegExp): Promise<string> {
  await page.keyboard.press('Control+k');
  await page.locator('[role=combobox]:focus').waitFor();
  await page.keyboard.type(words);
  const chosen = page.getByRole('option', { name: option }).first();
  await chosen.waitFor();
  while ((await chosen.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
  const before = page.url();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== before);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return new URL(page.url()).pathname;
}

/** @returns a function that tells how the button with these first words was when it appeared: `true`, it rested. */
export async function watchForButton(page: Page, words: string): Promise<() => Promise<string | null>> {
  await page.evaluate(`{
    delete globalThis.atFirst;
    const look = () => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('${words}'));
      if (button !== undefined) globalThis.atFirst ??= String(button.ariaDisabled);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  }`);
  return () => page.evaluate<string | null>('globalThis.atFirst');
}

/** Returns the moving elements of the page. With reduced motion there must be none: 0.01 s is too short to be seen. */
export function findMotion(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll('body *')].flatMap((element) =>
    [null, '::before', '::after'].flatMap((pseudo) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element, pseudo);
      const seconds = [animationDuration, transitionDuration].join().split(',').map(parseFloat);
      return Math.max(...seconds) > 0.01 ? ['moves: ' + element.tagName + '.' + element.getAttribute('class')] : [];
    }))`);
}

/**
 * Returns the elements that make the page scroll sideways, and each table that is wider than its place, after the new
 * width is drawn.
 */
function findWide(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(async () => {
    for (const _ of 'ab') await new Promise((drawn) => requestAnimationFrame(drawn));
    const { scrollWidth, clientWidth } = document.documentElement;
    const isOut = (element) => element.getBoundingClientRect().right > clientWidth;
    const out = scrollWidth > clientWidth ? [...document.querySelectorAll('body *')].filter(isOut) : [];
    const tables = [...document.querySelectorAll('.table')];
    return [
      ...out.slice(0, 1).map((first) => 'scrolls sideways by ' + first.tagName + '.' + first.getAttribute('class')),
      ...tables.filter((one) => one.offsetWidth > one.parentElement.offsetWidth).map((one) => 'wide table: ' + one.ariaLabel),
    ];
  })()`);
}

/** Returns the elements that have the keyboard focus and are still covered, for example by the navigation bar. */
function findCovered(page: Page): Promise<readonly string[]> {
  return page.evaluate<
    readonly string[]
  >(`['#main :is(a, button, input)', 'a.row-link'].flatMap((selector) => {
    const element = document.querySelector(selector);
    if (element === null) return [];
    document.activeElement?.blur();
    scrollTo(0, document.body.scrollHeight);
    element.focus();
    const { left, top, height } = element.getBoundingClientRect();
    const above = document.elementFromPoint(left + 4, top + height / 2);
    return above === element || element.contains(above) ? [] : ['covers what has the focus: ' + (above?.outerHTML ?? 'nothing')];
  })`);
}

/** The widths that axe-core checks. At the others, pages only have to fit. */
const LOOKED_AT: readonly number[] = [390, 1440];

/**
 * Returns everything that makes these pages inaccessible, wide or narrow, in both themes: violations, motion despite a
 * preference for less, user text that became HTML, and requests to other hosts.
 */
export async function findFaults(window: AppWindow, paths: readonly string[]): Promise<string[]> {
  const { page } = window;
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of paths) {
    await window.goTo(path);
    for (const moving of await findMotion(page)) found.push(`${path} ${moving}`);
    for (const width of [320, 390, 768, 960, 1440]) {
      const say = (what: string): void => void found.push(`${path} at ${width} px: ${what}`);
      await page.setViewportSize({ width, height: 844 });
      for (const wide of await findWide(page)) say(wide);
      if (!LOOKED_AT.includes(width)) continue;
      for (const [theme, rule] of THEMES) {
        await showTheme(page, theme);
        for (const barrier of await findBarriers(page, rule)) say(`${theme}: ${barrier}`);
      }
      for (const covered of await findCovered(page)) say(covered);
    }
    if (await page.locator('img[src="x"]').count()) found.push(`${path}: has what somebody wrote as HTML`);
  }
  await loadIcon(page);
  const { host } = new URL(page.url());
  for (const other of window.hosts) if (other !== host) found.push(`asks ${other}`);
  return found;
}
