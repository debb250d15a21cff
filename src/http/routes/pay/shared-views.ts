/** Each process reads a view at most once in this time, in ms. */
const SHARED_FOR_MS = 1_000;
/** A view older than this is not shown, in ms. The caller then waits for the database. */
const SHOWN_FOR_MS = 1_500;
/** The maximum number of stored views. Each takes some kilobytes. */
const VIEWS_MAX = 10_000;

interface Kept<View> {
  readonly readAtMs: number;
  readonly view: View;
  /** True: a caller asked for a later view, and the database had none. */
  isVain: boolean;
}

/**
 * Views that anybody may request as often as they like, such as a customer's view of an invoice. Each process reads a
 * view at most once per second, and once more if a caller names a later view that does not exist. While a view is read,
 * all callers but the first get the previous view. So many requests do not make others wait for the database. No change
 * is hidden for longer than {@link SHOWN_FOR_MS} and one read.
 */
export class SharedViews<View> {
  readonly #read: (key: string) => Promise<View>;
  readonly #now: () => number;
  /** Ordered by the start of their reads, the oldest first. */
  readonly #kept = new Map<string, Kept<View>>();
  readonly #underWay = new Map<string, Promise<View>>();
  /** Reads that begin when the running read of the same view has ended. */
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
   * Reads a view again, because the caller knows that it is outdated. At most one read runs and one waits: further
   * callers share the waiting one. If a read finds no later view, all callers get its result for {@link SHARED_FOR_MS}.
   * So a caller that invents a later view causes no additional reads.
   *
   * @param isLater tells whether a view is as late as the caller needs.
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
    // Its failure is thrown to the callers that wait for it.
    await this.#underWay.get(key)?.catch(() => undefined);
    this.#waiting.delete(key);
    return this.#readAnew(key);
  }

  /** Forgets a view that the caller has changed, so that the next caller reads it again. */
  forget(key: string): void {
    this.#kept.delete(key);
    this.#underWay.delete(key);
  }

  #readAnew(key: string): Promise<View> {
    // The age of a view counts from the start of its read, because it may lack later changes.
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
