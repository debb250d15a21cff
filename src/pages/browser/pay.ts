import { createOfflineNotice } from './offline-notice.js';
import { letCopy } from './copying.js';
import { tellFrame } from './frame.js';
import { goBack } from './going-back.js';
import { LiveState } from './live.js';
import { scriptWords } from './script-words.js';
import { findState } from './state.js';
import { showTimeLeft } from './time-left.js';
import { WalletButtons } from './wallet-buttons.js';

/**
 * Starts all that the checkout page does beyond its HTML. Each part reads the server's state from the page. A page that
 * shows a fault has none.
 */
function start(): void {
  const language = document.documentElement.lang;
  const words = scriptWords(language);
  letCopy(words);
  const tell = tellFrame();
  if (findState() === null) {
    tell();
    return;
  }
  const connection = createOfflineNotice();
  forgetForm();
  const parts: (() => void)[] = [];
  const apply = (): void => {
    for (const part of parts) part();
  };
  const live = new LiveState({ onState: apply, onConnection: connection.onConnection });
  const wallets = new WalletButtons(words, live);
  const back = goBack(() => live.isCurrent());
  parts.push(showTimeLeft(language), back, tell, connection.show, () => wallets.show());
  apply();
}

/**
 * Removes the result of a form from the address. The page has shown it, and it may be wrong when the page is loaded
 * again.
 */
function forgetForm(): void {
  const url = new URL(location.href);
  for (const mark of ['refused', 'sent']) url.searchParams.delete(mark);
  if (url.href !== location.href) history.replaceState(null, '', url);
}

start();
