import type { Logger } from 'pino';
import type { CheckoutFacts } from '../../../pages/checkout/facts.js';
import { renderMain, type RenderedMain } from '../../../pages/checkout/main-part.js';
import { phaseOf } from '../../../pages/checkout/phase.js';
import type { PageLocale } from '../../../pages/checkout/words/locales.js';

/** All open pages of the process are read this often, in ms. */
const READ_EVERY_MS = 1_000;
/** The most pages of one statement. */
const READ_TOGETHER_MAX = 1_000;

/** One open stream. */
export interface PageWatcher {
  readonly publicId: string;
  readonly locale: PageLocale;
  /** Called with each change; the first call has the state that the watching began with. */
  readonly tell: (main: RenderedMain) => void;
}

/** What {@link OpenPages} needs: how pages are read, and the time in epoch ms. */
export interface OpenPagesDeps {
  readonly read: (publicIds: readonly string[]) => Promise<ReadonlyMap<string, CheckoutFacts>>;
  readonly now: () => number;
  readonly log: Logger;
}

interface Rendered {
  /** The facts and the state that it was rendered from. */
  readonly key: string;
  readonly main: RenderedMain;
}

interface OpenPage {
  /** Each with the version that it was told last. */
  readonly watchers: Map<PageWatcher, string>;
  readonly rendered: Map<PageLocale, Rendered>;
  facts: CheckoutFacts;
  /** The facts as text: they are equal when their texts are. */
  factsKey: string;
}

/**
 * The pages that customers have open. However many there are, the process reads all of them with one statement a second
 * and renders only what has changed. LISTEN and NOTIFY would tell sooner, but they make commits wait for each other
 * (https://www.postgresql.org/docs/current/sql-notify.html), and confirmations change with no row of the invoice.
 */
export class OpenPages {
  readonly #pages = new Map<string, OpenPage>();
  readonly #deps: OpenPagesDeps;
  #isReading = false;

  constructor(deps: OpenPagesDeps) {
    this.#deps = deps;
  }

  /** Tells the state at once, and then each change, until the returned function is called. */
  watch(facts: CheckoutFacts, watcher: PageWatcher): () => void {
    const { publicId } = watcher;
    const page = this.#pages.get(publicId) ?? {
      ...{ watchers: new Map(), rendered: new Map(), facts, factsKey: JSON.stringify(facts) },
    };
    this.#pages.set(publicId, page);
    page.watchers.set(watcher, '');
    this.#tell(page, watcher);
    if (!this.#isReading) this.#readLater();
    return () => {
      page.watchers.delete(watcher);
      if (page.watchers.size === 0) this.#pages.delete(publicId);
    };
  }

  #readLater(): void {
    this.#isReading = true;
    setTimeout(() => {
      void this.#readAll().then(() => {
        this.#isReading = false;
        if (this.#pages.size > 0) this.#readLater();
      });
    }, READ_EVERY_MS).unref();
  }

  /** A reading that fails is made up for by the next one. */
  async #readAll(): Promise<void> {
    const publicIds = [...this.#pages.keys()];
    try {
      for (let start = 0; start < publicIds.length; start += READ_TOGETHER_MAX) {
        const found = await this.#deps.read(publicIds.slice(start, start + READ_TOGETHER_MAX));
        for (const [publicId, facts] of found) this.#tellChanges(publicId, facts);
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'open pages could not be read; the next second tries again');
    }
  }

  #tellChanges(publicId: string, facts: CheckoutFacts): void {
    const page = this.#pages.get(publicId);
    if (page === undefined) return;
    page.facts = facts;
    page.factsKey = JSON.stringify(facts);
    for (const watcher of page.watchers.keys()) this.#tell(page, watcher);
  }

  #tell(page: OpenPage, watcher: PageWatcher): void {
    const main = this.#render(page, watcher.locale);
    if (page.watchers.get(watcher) === main.version) return;
    page.watchers.set(watcher, main.version);
    watcher.tell(main);
  }

  /** Renders only what differs. Besides the facts the time does it: an invoice comes to its end without any change. */
  #render({ facts, factsKey, rendered }: OpenPage, locale: PageLocale): RenderedMain {
    const nowMs = this.#deps.now();
    const key = `${phaseOf(facts, nowMs)} ${factsKey}`;
    const before = rendered.get(locale);
    if (before?.key === key) return before.main;
    const main = renderMain({ facts, locale, nowMs });
    rendered.set(locale, { key, main });
    return main;
  }
}
