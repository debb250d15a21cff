import type { ReactNode } from 'react';
import { Button } from './button.js';
import { SecretOnce } from './copyable.js';
import { useKeepsOpen } from './keeps-open.js';
import { InPlace } from './layout.js';

/** A key, secret or link that is shown only once. The reader confirms that they have kept it. */
export function OneTimeSecret({
  secret,
  what,
  kept,
  children,
}: {
  readonly secret: string;
  /** Names it in the button's label: `key`. */
  readonly what: string;
  readonly kept: () => void;
  /** Further notes about it. */
  readonly children?: ReactNode;
}) {
  useKeepsOpen(true);
  return (
    <InPlace>
      <SecretOnce secret={secret} what={what} />
      {children}
      <div className="actions">
        <Button look="primary" onClick={kept}>
          I have kept it
        </Button>
      </div>
    </InPlace>
  );
}
