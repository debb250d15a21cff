import type { ReactNode } from 'react';
import { Button } from './button.js';
import { SecretOnce } from './copyable.js';
import { InPlace } from './layout.js';

/** A key, a secret or a link that is shown now and never again, and the word of whoever reads it that it is kept. */
export function OneTimeSecret({
  secret,
  what,
  kept,
  children,
}: {
  readonly secret: string;
  /** What it is, for the button: `key`. */
  readonly what: string;
  readonly kept: () => void;
  /** What has to be known of it. */
  readonly children?: ReactNode;
}) {
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
