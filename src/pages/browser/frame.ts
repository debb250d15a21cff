/** A message of a checkout page to the page that shows it in a frame. `/quittance.js` reads it. */
export interface FrameMessage {
  readonly source: 'quittance';
  /** `up`: it shows a fault, and has no state. */
  readonly type: 'status' | 'close' | 'up';
  readonly publicId: string;
  readonly status: string;
}

/** Whether this page is shown inside another one. Wallets do not inject themselves there. */
export const isFramed = window.top !== window.self;

/** The data of `<main>`. A page that shows a fault has no status there. */
const told = (): DOMStringMap => document.querySelector('main')?.dataset ?? {};

/**
 * Tells the page around this one of each new status, and of the Escape key. The messages go to the origins that the
 * merchant lists (`data-frame-origins`), never to `*`. The browser delivers them to no other origin. A page that shows a
 * fault tells that it is there.
 */
export function tellFrame(): () => void {
  let last: string | null | undefined = null;
  const post = (type: FrameMessage['type']): void => {
    const { publicId = '', status = '', frameOrigins = '' } = told();
    // If the browser names the origin around us, no other one is tried: each try would log an error in the console.
    const around = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
    const message: FrameMessage = { source: 'quittance', type, publicId, status };
    for (const origin of frameOrigins.split(' ')) {
      if (origin === '' || (around !== undefined && around !== origin)) continue;
      window.parent.postMessage(message, origin);
    }
  };
  if (isFramed) {
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') post('close');
    });
  }
  return () => {
    const { status } = told();
    if (!isFramed || status === last) return;
    last = status;
    post(status === undefined ? 'up' : 'status');
  };
}
