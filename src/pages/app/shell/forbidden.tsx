import { KeyIcon } from '../parts/icons.js';
import { AppPage } from '../parts/layout.js';
import { Empty, NOT_ALLOWED } from '../parts/states.js';

/** In place of a page that would be refused: it asks for nothing. */
export function Forbidden({ scope }: { readonly scope: string }) {
  return (
    <AppPage title={NOT_ALLOWED.title}>
      <Empty icon={KeyIcon} title={`It needs ${scope}`}>
        {NOT_ALLOWED.next}
      </Empty>
    </AppPage>
  );
}
