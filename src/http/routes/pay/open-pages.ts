import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { inPortions } from '../../../domain/core/in-portions.js';
import type { CheckoutFacts } from '../../../pages/checkout/facts.js';
import { renderMain, type RenderedMain } from '../../../pages/checkout/main-part.js';
import type { KeptPanels } from '../../../pages/checkout/pay-panel.js';
import { phaseOf } from '../../../pages/checkout/phase.js';
import type { PageLocale } from '../../../pages/checkout/words/locales.js';
import type { ReadPage } from './page-facts.js';
import { endOfWait, type PageReading } from './read-pages.js';

/** All open pages of the process are read this often, in ms. */
const READ_EVERY_MS = 1_000;
/** The maximum number of pages that are read together. */
const READ_TOGETHER_MAX = 1_000;
/** After this many updated pages, other requests are answered first. */
const TOLD_AT_ONCE = 50;
/** A page is lost if its last successful read began longer ago than this, in ms. Its state may be outdated. */
const CURRENT_FOR_MS = 10_000;

/** A page as one read found it. */
export interface ReadFacts extends ReadPage {
  /** The start of the read, in ms of `performance.now()`. Of two reads, the one that began later is newer. */
  readonly beganMs: number;
}

/** One open stream. */
export interface PageWatcher {
  readonly publicId: string;
  readonly locale: PageLocale;
  /** Called with each change. The first call has the state at the start of the watching. */
  readonly tell: (main: RenderedMain) => void;
  /** Called when the page could not be read for {@link CURRENT_FOR_MS}, and then once a second. */
  readonly lose: () => void;
}

/** The dependencies of {@link OpenPages}. `now` returns epoch ms. */
export interface OpenPagesDeps {
  /** Reads pages again. `reading` contains each page as the previous read found it. */
  readonly read: (reading: PageReading) => Promise<ReadonlyMap<string, ReadPage>>;
  readonly now: () => number;
  readonly log: Logger;
}

/** The last update that was sent in a language. */
interface Told {
  /** The phase and the revision from which it was rendered. */
  readonly key: string;
  readonly version: string;
}

interface OpenPage {
  readonly watchers: Set<PageWatcher>;
  readonly told: Map<PageLocale, Told>;
  /** The parts of the HTML that most changes leave as they are. The HTML around them is not stored. */
  readonly panels: KeptPanels;
  read: ReadFacts;
  /** The facts as text, without the logo. If two texts are equal, so are the facts. */
  text: string;
  /** Counts the changes of the facts. */
  revision: number;
}

/**
 * Returns the facts as text. The logo is left out, because it is most of the bytes and hardly ever changes. It is
 * compared separately.
 */
function textOf({ merchant: { logoUrl: _logo, ...merchant }, ...facts }: CheckoutFacts): string {
  return JSON.stringify({ ...facts, merchant });
}

/**
 * The pages that customers have open. All of them are read once a second, up to a thousand together. `readPages` lists
 * the few statements for that. The database sends only rows that have changed, and only changed pages are rendered.
 * LISTEN and NOTIFY would be faster, but they make commits wait for each other
 * (https://www.postgresql.org/docs/current/sql-notify.html). They also would not report confirmations, which change
 * without any row of the invoice.
 */
export class OpenPages {
  readonly #pages = new Map<string, OpenPage>();
  readonly #deps: OpenPagesDeps;
  #isReading = false;
  /** Looks for lost pages, also while a read is running. */
  #looking: NodeJS.Timeout | null = null;

  constructor(deps: OpenPagesDeps) {
    this.#deps = deps;
  }

  /** Sends the state at once, and then each change. Ends when the returned function is called. */
  watch(read: ReadFacts, watcher: PageWatcher): () => void {
    const { publicId, locale } = watcher;
    const page = this.#pages.get(publicId) ?? {
      watchers: new Set(),
      told: new Map(),
      panels: new Map(),
      read,
      text: textOf(read.facts),
      revision: 0,
    };
    this.#pages.set(publicId, page);
    // The customer has seen these facts already, so the first state must not be older.
    takeNewer(page, read);
    const key = this.#keyOf(page);
    const main = this.#render(page, locale);
    // If the language has a last update, it stays. The next read sends its viewers the changes since then.
    if (!page.told.has(locale)) page.told.set(locale, { key, version: main.version });
    page.watchers.add(watcher);
    watcher.tell(main);
    if (!this.#isReading) this.#readLater();
    this.#looking ??= setInterval(() => this.#loseUnread(), READ_EVERY_MS).unref();
    return () => {
      page.watchers.delete(watcher);
      if (page.watchers.size === 0) this.#pages.delete(publicId);
      if (this.#pages.size > 0 || this.#looking === null) return;
      clearInterval(this.#looking);
      this.#looking = null;
    };
  }

  /** Tells the watchers of lost pages, because a page that can't be read must not look current. */
  #loseUnread(): void {
    const readSinceMs = performance.now() - CURRENT_FOR_MS;
    for (const { read, watchers } of this.#pages.values())
      if (read.beganMs < readSinceMs) for (const watcher of watchers) watcher.lose();
  }

  #readLater(inMs = READ_EVERY_MS): void {
    this.#isReading = true;
    setTimeout(() => {
      const beganMs = performance.now();
      void this.#readAll().then(() => {
        this.#isReading = false;
        if (this.#pages.size > 0) this.#readLater(Math.max(0, READ_EVERY_MS - (performance.now() - beganMs)));
      });
    }, inMs).unref();
  }

  async #readAll(): Promise<void> {
    const publicIds = [...this.#pages.keys()];
    const isLate = endOfWait();
    for (const some of inPortions(publicIds, READ_TOGETHER_MAX)) await this.#readTogether(some, isLate);
  }

  /**
   * Reads pages and sends their changes. After a failed read, each page keeps its known facts, and the next read finds
   * all changes. The time of a page may end meanwhile.
   */
  async #readTogether(publicIds: readonly string[], isLate: PageReading['isLate']): Promise<void> {
    const beganMs = performance.now();
    const found = await this.#find(publicIds, isLate);
    let number = 0;
    for (const publicId of publicIds) {
      const page = found.get(publicId);
      const isTold = this.#tellAlone(publicId, page === undefined ? null : { ...page, beganMs });
      if (!isTold) continue;
      number += 1;
      // Between two portions, other requests are answered.
      if (number % TOLD_AT_ONCE === 0) await setImmediate();
    }
  }

  async #find(
    publicIds: readonly string[],
    isLate: PageReading['isLate'],
  ): Promise<ReadonlyMap<string, ReadPage>> {
    try {
      return await this.#deps.read({ known: this.#known(publicIds), isLate });
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'open pages could not be read; the next second tries again');
      return new Map();
    }
  }

  /** Sends the changes of one page. If the page can't be rendered, the other pages still get their changes. */
  #tellAlone(publicId: string, read: ReadFacts | null): boolean {
    try {
      return this.#tellChanges(publicId, read);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'an open page could not be rendered; the next second tries again');
      return false;
    }
  }

  /** Returns the pages as the previous read found them. Pages that were closed since then are left out. */
  #known(publicIds: readonly string[]): ReadonlyMap<string, ReadPage> {
    return new Map(
      publicIds.flatMap((publicId) => {
        const page = this.#pages.get(publicId);
        return page === undefined ? [] : [[publicId, page.read] as const];
      }),
    );
  }

  /** @param read Null: the page was not read. @returns whether something was rendered. */
  #tellChanges(publicId: string, read: ReadFacts | null): boolean {
    const page = this.#pages.get(publicId);
    if (page === undefined) return false;
    if (read !== null) takeNewer(page, read);
    const key = this.#keyOf(page);
    let isRendered = false;
    for (const [locale, before] of page.told) {
      if (before.key === key) continue;
      const main = this.#render(page, locale);
      isRendered = true;
      page.told.set(locale, { key, version: main.version });
      if (main.version === before.version) continue;
      for (const watcher of page.watchers) if (watcher.locale === locale) watcher.tell(main);
    }
    return isRendered;
  }

  /**
   * Returns a text that changes with the page's content. It includes the phase, because the time of an invoice can end
   * without a change of its facts.
   */
  #keyOf({ read, revision }: OpenPage): string {
    return `${phaseOf(read.facts, this.#deps.now())} ${revision}`;
  }

  #render({ read: { facts }, panels }: OpenPage, locale: PageLocale): RenderedMain {
    return renderMain({ facts, locale, nowMs: this.#deps.now() }, panels);
  }
}

function takeNewer(page: OpenPage, read: ReadFacts): void {
  const { facts, beganMs } = page.read;
  if (read.beganMs < beganMs) return;
  page.read = read;
  if (read.facts === facts) return;
  const text = textOf(read.facts);
  if (text === page.text && read.facts.merchant.logoUrl === facts.merchant.logoUrl) return;
  page.text = text;
  page.revision += 1;
}
