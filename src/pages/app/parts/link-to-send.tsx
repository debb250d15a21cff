import { lazy, Suspense } from 'react';
import { SecretOnce } from './copyable.js';
import { ExternalIcon } from './icons.js';
import { Card } from './layout.js';

/** Few pages need it, so it is loaded on demand. */
const LinkCode = lazy(() => import('./link-code.js'));

/** A link for a customer: to copy, to open, or to scan from the screen. */
export function LinkToSend({ url }: { readonly url: string }) {
  return (
    <Card
      title="Link to send"
      actions={
        <a className="button quiet" href={url} target="_blank" rel="noreferrer">
          <ExternalIcon size={16} />
          Open
        </a>
      }
    >
      <div className="stack">
        <div className="qr-frame">
          <Suspense>
            <LinkCode text={url} label="The link as a QR code" />
          </Suspense>
        </div>
        <SecretOnce secret={url} what="link" oneLine />
      </div>
    </Card>
  );
}
