/** Texts by name. A browser may keep a page from all storage: then they are remembered until the page is left. */
interface Memory {
  /** Null: nothing is remembered under this name. */
  readonly recall: (name: string) => string | null;
  /** Null forgets it. */
  readonly remember: (name: string, text: string | null) => void;
}

function memoryIn(storage: () => Storage): Memory {
  const untilLeft = new Map<string, string>();
  return {
    recall: (name) => {
      try {
        return untilLeft.get(name) ?? storage().getItem(name);
      } catch {
        return null;
      }
    },
    remember: (name, text) => {
      if (text === null) untilLeft.delete(name);
      else untilLeft.set(name, text);
      try {
        if (text === null) storage().removeItem(name);
        else storage().setItem(name, text);
      } catch {
        // It is remembered until the page is left.
      }
    },
  };
}

/** What this tab remembers. It outlives a reload. */
export const tabMemory = memoryIn(() => sessionStorage);
const browserMemory = memoryIn(() => localStorage);

/** A payment that this browser has sent. */
export interface SentPayment {
  readonly hash: string;
  readonly to: string;
  /** See `nameTerms`. */
  readonly terms: string;
  /** Where to look it up; null: nowhere. */
  readonly url: string | null;
}

/** Longer than any invoice lasts. */
const SENT_FOR_MS = 8 * 86_400_000;
const sentName = (publicId: string): string => `sent ${publicId}`;

/** Returns what any tab of this browser has sent for a page; null: nothing that may still arrive. */
export function recallSent(publicId: string): SentPayment | null {
  const [sentAt = '', text = ''] = browserMemory.recall(sentName(publicId))?.split('\n') ?? [];
  return Number(sentAt) + SENT_FOR_MS > Date.now() ? (JSON.parse(text) as SentPayment) : null;
}

/** Remembers what was sent for a page, or forgets it (null): a payment is not offered twice. */
export function rememberSent(publicId: string, sent: SentPayment | null): void {
  const text = sent === null ? null : `${Date.now()}\n${JSON.stringify(sent)}`;
  browserMemory.remember(sentName(publicId), text);
}
