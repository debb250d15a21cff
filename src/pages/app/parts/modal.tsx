import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useReturn } from '../data/focus.js';

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
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : close())}>
      <Dialog.Portal>
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
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
