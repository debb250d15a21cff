/** Texts by name. Where the browser denies the page all storage, they are remembered until the page is left. */
interface Memory {
  /** Returns null when nothing is remembered under this name. */
  readonly recall: (name: string) => string | null;
  /** A null text removes the name. */
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
        // Without storage, it is remembered until the page is left.
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
  /** The transaction's page in an explorer. Null: the chain has no explorer. */
  readonly url: string | null;
}

/** Longer than any invoice lasts. */
const SENT_FOR_MS = 8 * 86_400_000;
const sentName = (publicId: string): string => `sent ${publicId}`;

/** Returns the payment that any tab of this browser has sent for a page. Null: none that may still arrive. */
export function recallSent(publicId: string): SentPayment | null {
  const [sentAt = '', text = ''] = browserMemory.recall(sentName(publicId))?.split('\n') ?? [];
  return Number(sentAt) + SENT_FOR_MS > Date.now() ? (JSON.parse(text) as SentPayment) : null;
}

/** Remembers the payment that was sent for a page, so that it is not offered twice. Null forgets it. */
export function rememberSent(publicId: string, sent: SentPayment | null): void {
  const text = sent === null ? null : `${Date.now()}\n${JSON.stringify(sent)}`;
  browserMemory.remember(sentName(publicId), text);
}

/** Longer than wallets usually show a request. */
const ASKED_FOR_MS = 3_600_000;
const askedName = (publicId: string): string => `asked ${publicId}`;

/** Says whether a wallet may still show a request for this page that any tab of this browser has made. */
export const wasAsked = (publicId: string): boolean =>
  Number(browserMemory.recall(askedName(publicId))) + ASKED_FOR_MS > Date.now();

/** Remembers that a wallet is being asked to send, or that it has answered. */
export function rememberAsked(publicId: string, isAsked: boolean): void {
  browserMemory.remember(askedName(publicId), isAsked ? String(Date.now()) : null);
}
