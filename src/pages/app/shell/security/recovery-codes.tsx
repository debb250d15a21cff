import { useState } from 'react';
import { api, securityPath } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { CopyText } from '../../parts/copyable.js';
import { DownloadIcon, LifebuoyIcon } from '../../parts/icons.js';
import { useKeepsOpen } from '../../parts/keeps-open.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { FactorRow, useFactorOrder } from './factor-row.js';

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'quittance-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The new recovery codes. They are shown only once. */
export function CodesOnce({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  useKeepsOpen(true);
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions apart">
        <span className="row-words">
          <CopyText text={text} />
          <Button icon={DownloadIcon} onClick={() => download(text)}>
            Download
          </Button>
        </span>
        <Button look="primary" onClick={done}>
          I have kept them
        </Button>
      </div>
    </>
  );
}

export const CODES_TITLE = 'Keep your recovery codes';
export const CODES_ABOUT =
  'Each code signs you in once if you lose your device. They are shown now and never again. Keep them apart from your password.';

/** Shows how many codes are left, and makes new ones. */
export function RecoveryRow({ left }: { readonly left: number }) {
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = (): void => {
    setOpen(false);
    setCodes(null);
  };
  const order = useFactorOrder(
    () => api.post(securityPath('/web/v1/security/recovery-codes')),
    (made) => setCodes(made.recoveryCodes),
  );
  return (
    <>
      <FactorRow
        icon={LifebuoyIcon}
        name="Recovery codes"
        about={`${left === 1 ? '1 code' : `${left} codes`} left, in case you lose your device.`}
      >
        <Button onClick={() => setOpen(true)}>Make new codes</Button>
      </FactorRow>
      <Modal
        isOpen={isOpen}
        close={close}
        title={codes === null ? 'Make new recovery codes' : CODES_TITLE}
        about={codes === null ? 'Your old codes stop working, and all your other sessions end.' : CODES_ABOUT}
      >
        {codes === null ? (
          <OrderForm order={order} act="Make new codes" stays="Your codes are as before." close={close} />
        ) : (
          <CodesOnce codes={codes} done={close} />
        )}
      </Modal>
    </>
  );
}
