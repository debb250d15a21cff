import { useState } from 'react';
import { api, securityPath } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { Copyable } from '../../parts/copyable.js';
import { TextField } from '../../parts/field.js';
import { At } from '../../parts/figures.js';
import { PhoneIcon } from '../../parts/icons.js';
import LinkCode from '../../parts/link-code.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { Refusal } from '../../parts/states.js';
import { FactorRow, RemoveFactor, useFactorOrder } from './factor-row.js';
import { CODES_ABOUT, CODES_TITLE, CodesOnce } from './recovery-codes.js';

/** The new secret for the app. The API returns it only once. */
interface Offered {
  readonly secret: string;
  readonly otpauthUri: string;
}

function ScanForm({
  offered,
  close,
  then,
}: {
  readonly offered: Offered;
  readonly close: () => void;
  readonly then: (codes: readonly string[] | null) => void;
}) {
  const [code, setCode] = useState('');
  const order = useFactorOrder(
    () => api.post(securityPath('/web/v1/security/totp/confirm'), { body: { code: code.trim() } }),
    (made) => then(made.recoveryCodes),
  );
  return (
    <OrderForm order={order} act="Turn on" stays="The app is not in force yet." close={close}>
      <div className="scan">
        <LinkCode text={offered.otpauthUri} label="Code for your authenticator app" />
        <div className="field">
          <span className="label">Or type this into the app</span>
          <Copyable text={offered.secret} what="secret" whole />
        </div>
      </div>
      <TextField
        label="Code"
        hint="The six digits that the app shows after that."
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        required
        value={code}
        onValue={setCode}
      />
    </OrderForm>
  );
}

function SetUp() {
  const [offered, setOffered] = useState<Offered | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = (): void => {
    setOffered(null);
    setCodes(null);
  };
  const order = useFactorOrder(() => api.post(securityPath('/web/v1/security/totp')), setOffered);
  return (
    <>
      <Button busy={order.isPending} onClick={() => order.mutate(undefined)}>
        Set up
      </Button>
      <Modal
        isOpen={offered !== null}
        close={close}
        title={codes === null ? 'Set up an authenticator app' : CODES_TITLE}
        about={
          codes === null
            ? 'Scan this with the app on your phone. All your other sessions end.'
            : `The app is in force. ${CODES_ABOUT}`
        }
      >
        {offered !== null && codes === null && (
          <ScanForm
            offered={offered}
            close={close}
            then={(made) => (made === null ? close() : setCodes(made))}
          />
        )}
        {codes !== null && <CodesOnce codes={codes} done={close} />}
      </Modal>
      <Refusal error={order.error} />
    </>
  );
}

/** The authenticator app of the signed-in member. */
export function AppRow({ confirmedAt }: { readonly confirmedAt: string | null }) {
  return (
    <FactorRow
      icon={PhoneIcon}
      name="Authenticator app"
      about={
        confirmedAt === null ? (
          'Six digits from an app on your phone, after the password.'
        ) : (
          <>
            On since <At time={confirmedAt} />
          </>
        )
      }
    >
      <SetUpOrRemove isOn={confirmedAt !== null} />
    </FactorRow>
  );
}

/** The form has to stay while it shows the recovery codes, although the app is already in force then. */
function SetUpOrRemove({ isOn }: { readonly isOn: boolean }) {
  return (
    <>
      <span hidden={isOn}>
        <SetUp />
      </span>
      {isOn && (
        <RemoveFactor
          what="the authenticator app"
          title="Remove the authenticator app"
          about="Its codes no longer work, and all your other sessions end."
          send={() => api.delete(securityPath('/web/v1/security/totp'))}
        />
      )}
    </>
  );
}
