/** A view is read at most once in this time by each process, in ms. */
const SHARED_FOR_MS = 1_000;
/** An older view is not shown any more: whoever asks waits for the database. In ms. */
const SHOWN_FOR_MS = 1_500;
/** The most views that are kept. Each is of some kilobytes. */
const VIEWS_MAX = 10_000;

interface Kept<View> {
  readonly readAtMs: number;
  readonly view: View;
  /** Somebody asked for a later one, and this was none. */
  isVain: boolean;
}

/**
 * Views that anybody may ask for as often as they like, such as what a customer sees of an invoice. However many ask,
 * each process reads a view at most once a second, and once more where somebody names a later one that there is not. While
 * it is read anew, all but the first to ask get the view that was read before. So somebody who floods a page makes nobody
 * wait for the database, and hides no change for longer than {@link SHOWN_FOR_MS} and one read.
 */
export class SharedViews<View> {
  readonly #read: (key: string) => Promise<View>;
  readonly #now: () => number;
  /** In the order of their readings, the oldest first. */
  readonly #kept = new Map<string, Kept<View>>();
  readonly #underWay = new Map<string, Promise<View>>();
  /** Readings that begin when those under way have ended. */
  readonly #waiting = new Map<string, Promise<View>>();

  /** @param options.read reads a view from the database. Its errors are not kept. */
  constructor({ read, now }: { read: (key: string) => Promise<View>; now: () => number }) {
    this.#read = read;
    this.#now = now;
  }

  async get(key: string): Promise<View> {
    const kept = this.#kept.get(key);
    const ageMs = kept === undefined ? Infinity : this.#now() - kept.readAtMs;
    if (kept !== undefined && ageMs < SHARED_FOR_MS) return kept.view;
    const underWay = this.#underWay.get(key);
    if (underWay === undefined) return this.#readAnew(key);
    return kept !== undefined && ageMs < SHOWN_FOR_MS ? kept.view : underWay;
  }

  /**
   * Reads a view that a caller knows to be older than what it asks for. However many do, one such reading is under way
   * and one waits for it: whoever asks meanwhile shares the second. What was read in vain is all that they get as long as
   * it is shared: who makes up what there is not makes nobody read.
   *
   * @param isLater says whether a view is what the caller asks for.
   */
  async renew(key: string, isLater: (view: View) => boolean): Promise<View> {
    const before = this.#kept.get(key);
    if (before?.isVain === true && this.#now() - before.readAtMs < SHARED_FOR_MS) return before.view;
    const view = await (this.#waiting.get(key) ?? this.#renewLater(key));
    const kept = this.#kept.get(key);
    if (kept?.view === view && !isLater(view)) kept.isVain = true;
    return view;
  }

  #renewLater(key: string): Promise<View> {
    const next = this.#afterUnderWay(key);
    this.#waiting.set(key, next);
    return next;
  }

  async #afterUnderWay(key: string): Promise<View> {
    // Its failure is told to those who asked for it.
    await this.#underWay.get(key)?.catch(() => undefined);
    this.#waiting.delete(key);
    return this.#readAnew(key);
  }

  /** Forgets a view that the caller has changed: the next one to ask reads it anew. */
  forget(key: string): void {
    this.#kept.delete(key);
    this.#underWay.delete(key);
  }

  #readAnew(key: string): Promise<View> {
    // The view is as old as the moment at which its reading began: later changes may not be in it.
    const readAtMs = this.#now();
    const reading = this.#read(key).then((view) => {
      if (this.#underWay.get(key) === reading) this.#keep(key, { readAtMs, view, isVain: false });
      return view;
    });
    this.#underWay.set(key, reading);
    return reading.finally(() => {
      if (this.#underWay.get(key) === reading) this.#underWay.delete(key);
    });
  }

  #keep(key: string, kept: Kept<View>): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const [oldest, { readAtMs }] of this.#kept) {
      if (this.#kept.size <= VIEWS_MAX && this.#now() - readAtMs < SHOWN_FOR_MS) break;
      this.#kept.delete(oldest);
    }
  }
}
