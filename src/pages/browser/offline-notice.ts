/**
 * Shows the server's `[data-offline]` while the connection is lost. `onConnection` takes whether it is lost. `show` has to
 * be called after each change of the state, because the server's new state hides the notice again.
 */
export function createOfflineNotice(): {
  readonly onConnection: (isLost: boolean) => void;
  readonly show: () => void;
} {
  let isLostNow = false;
  const show = (): void => {
    const notice = document.querySelector<HTMLElement>('[data-offline]');
    if (notice === null || notice.hidden !== isLostNow) return;
    // Screen readers read an alert aloud when it appears.
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
