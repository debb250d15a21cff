import { useQueryClient, type Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { localTime } from '../data/figures.js';
import { Button } from '../parts/button.js';
import { Copyable } from '../parts/copyable.js';
import { RefreshIcon } from '../parts/icons.js';
import { failureWords, isTakenAway, requestIdOf } from '../parts/states.js';

/** Data that was refused or is gone does not count as stale: its place on the page says so. */
const isStale = ({ state }: Query): boolean =>
  state.status === 'error' && state.data !== undefined && !isTakenAway(state.error);

/**
 * Says above the page that something on it could not be read again. People who decide by this data have to know that it is
 * old.
 */
export function StaleBar() {
  const client = useQueryClient();
  const stale = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => client.getQueryCache().findAll({ type: 'active', predicate: isStale })[0]?.state,
  );
  // OfflineBar says that the device is offline.
  if (stale === undefined || !navigator.onLine) return null;
  const requestId = requestIdOf(stale.error);
  return (
    <div className="offline stays" role="alert">
      <p>
        This page shows data from {localTime(new Date(stale.dataUpdatedAt).toISOString(), 'second')}. It could
        not be read again. {failureWords(stale.error)}
        {requestId !== null && (
          <>
            {' '}
            Request <Copyable text={requestId} what="request id" />
          </>
        )}
      </p>
      <Button
        icon={RefreshIcon}
        onClick={() => void client.refetchQueries({ type: 'active', predicate: isStale })}
      >
        Try again
      </Button>
    </div>
  );
}
