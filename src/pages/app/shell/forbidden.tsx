import { KeyIcon } from '../parts/icons.js';
import { AppPage } from '../parts/layout.js';
import { Empty, NOT_ALLOWED } from '../parts/states.js';

/** Replaces a page that the API would refuse. It sends no requests. */
export function Forbidden({ scope }: { readonly scope: string }) {
  return (
    <AppPage title={NOT_ALLOWED.title}>
      <Empty icon={KeyIcon} title={`It needs ${scope}`}>
        {NOT_ALLOWED.next}
      </Empty>
    </AppPage>
  );
}
