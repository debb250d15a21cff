import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server.edge';
import type { AppKind } from '../data/session.js';
import { SignInPage } from './sign-in.js';

/** Returns the sign-in as HTML, for documents without a session. It is rendered once, when the pages are built. */
export function signInHtml(kind: AppKind): string {
  return renderToString(
    <StrictMode>
      <SignInPage kind={kind} begun={null} then={() => undefined} />
    </StrictMode>,
  );
}
