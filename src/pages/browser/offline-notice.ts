/**
 * Shows the server's `[data-offline]` while the connection is lost. Returns what to call with whether it is, and after
 * each change of the state, in which the notice is hidden again.
 */
export function createOfflineNotice(): {
  readonly onConnection: (isLost: boolean) => void;
  readonly show: () => void;
} {
  let isLostNow = false;
  const show = (): void => {
    const notice = document.querySelector<HTMLElement>('[data-offline]');
    if (notice === null || notice.hidden !== isLostNow) return;
    // An alert is read aloud when it appears.
    notice.setAttribute('role', 'alert');
    notice.hidden = !isLostNow;
  };
  return {
    onConnection: (isLost) => {
      isLostNow = isLost;
      show();
    },
    show,
  };
}
