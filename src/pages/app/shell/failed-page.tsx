import { useEffect } from 'react';
import { Button } from '../parts/button.js';
import { AlertIcon, RefreshIcon } from '../parts/icons.js';

/** How the browsers begin to say that they could not load a part of the application. */
const UNLOADED: readonly string[] = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
];

const isUnloaded = (error: unknown): boolean =>
  error instanceof Error && UNLOADED.some((words) => error.message.startsWith(words));

/** Replaces a page, or the whole application, that could not be loaded, or that has failed while it was drawn. */
export function FailedPage({
  what,
  error,
}: {
  readonly what: 'application' | 'page';
  readonly error: unknown;
}) {
  const isOurs = !isUnloaded(error);
  const title = isOurs ? `This ${what} has failed` : `The ${what} could not be loaded`;
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
  return (
    <div className="blank" role="alert">
      <AlertIcon size={20} />
      <h1 className="title">{title}</h1>
      <p>
        {isOurs
          ? 'It has a fault. If it fails again after you have loaded it again, tell whoever runs Quittance.'
          : 'It may have been updated, or the connection is lost.'}
      </p>
      <div className="actions">
        {/* A new version has other files, so the document is needed anew. */}
        <Button icon={RefreshIcon} onClick={() => location.reload()}>
          Load again
        </Button>
      </div>
    </div>
  );
}
