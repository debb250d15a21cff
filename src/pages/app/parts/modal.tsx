import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useReturn } from '../data/focus.js';
import { KeepingOpen, useKeeping } from './keeps-open.js';

/** A dialog above the page. */
export function Modal({
  isOpen,
  close,
  title,
  about,
  children,
}: {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}) {
  const back = useReturn(isOpen);
  const { keeping, isFilled } = useKeeping();
  const follow = (next: boolean): void => {
    if (!next && keeping.count === 0) close();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={follow}>
      <Dialog.Portal keepMounted={isFilled}>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal" finalFocus={back}>
          <div>
            <Dialog.Title>{title}</Dialog.Title>
            {about !== undefined && (
              <Dialog.Description className="about" render={<div />}>
                {about}
              </Dialog.Description>
            )}
          </div>
          <KeepingOpen value={keeping}>{children}</KeepingOpen>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
