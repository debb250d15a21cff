import { KeyIcon } from '../parts/icons.js';
import { AppPage } from '../parts/layout.js';
import { Empty } from '../parts/states.js';

/** In place of a page that would be refused: it asks for nothing. */
export function Forbidden({ scope }: { readonly scope: string }) {
  return (
    <AppPage title="Your role does not allow this">
      <Empty icon={KeyIcon} title={`It needs ${scope}`}>
        Ask a person who manages roles for another one.
      </Empty>
    </AppPage>
  );
}
