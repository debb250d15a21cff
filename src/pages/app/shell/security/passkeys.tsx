import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { browserWords } from '../../data/browser-words.js';
import { makePasskey } from '../../data/passkeys.js';
import { api, securityPath } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/field.js';
import { At, FromNow } from '../../parts/figures.js';
import { PasskeyIcon, PlusIcon } from '../../parts/icons.js';
import { Card } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { FactorRow, RemoveFactor, useFactorOrder } from './factor-row.js';
import { CODES_ABOUT, CODES_TITLE, CodesOnce } from './recovery-codes.js';

async function register(name: string) {
  const offer = await api.post(securityPath('/web/v1/security/passkeys/options'));
  const response = await makePasskey(offer as unknown as Parameters<typeof makePasskey>[0]);
  return api.post(securityPath('/web/v1/security/passkeys'), {
    body: { name, response } as unknown as NewPasskeyBody,
  });
}
type NewPasskeyBody = { name: string; response: Schemas['NewPasskey'] };

function NewPasskeyForm({
  close,
  then,
}: {
  readonly close: () => void;
  readonly then: (codes: readonly string[] | null) => void;
}) {
  const [name, setName] = useState(() => browserWords(navigator.userAgent));
  const order = useFactorOrder(
    () => register(name.trim()),
    (made) => then(made.recoveryCodes),
  );
  return (
    <OrderForm
      order={order}
      act="Register"
      icon={PasskeyIcon}
      stays="No passkey was registered."
      close={close}
    >
      <TextField
        label="Name"
        hint="You recognise this device by it."
        name="name"
        maxLength={64}
        autoFocus
        required
        value={name}
        onValue={setName}
      />
    </OrderForm>
  );
}

function NewPasskey({ isNeeded }: { readonly isNeeded: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = (): void => {
    setOpen(false);
    setCodes(null);
  };
  return (
    <>
      <Button look={isNeeded ? 'primary' : 'plain'} icon={PlusIcon} onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      <Modal
        isOpen={isOpen}
        close={close}
        title={codes === null ? 'Add a passkey' : CODES_TITLE}
        about={
          codes === null
            ? 'Your device asks for your finger, face or PIN. All your other sessions end.'
            : `The passkey is registered. ${CODES_ABOUT}`
        }
      >
        {codes === null ? (
          <NewPasskeyForm close={close} then={(made) => (made === null ? close() : setCodes(made))} />
        ) : (
          <CodesOnce codes={codes} done={close} />
        )}
      </Modal>
    </>
  );
}

/** The passkeys of the signed-in member. */
export function PasskeysCard({
  passkeys,
  isNeeded,
}: {
  readonly passkeys: readonly Schemas['Passkey'][];
  readonly isNeeded: boolean;
}) {
  return (
    <Card title="Passkeys" actions={<NewPasskey isNeeded={isNeeded} />}>
      {passkeys.length === 0 && (
        <FactorRow
          icon={PasskeyIcon}
          name="No passkey yet"
          about="Your finger, face or the PIN of your device replaces the code. A false page cannot steal it."
        />
      )}
      {passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => (
        <FactorRow
          key={passkeyId}
          icon={PasskeyIcon}
          name={name}
          about={
            <>
              Added <At time={createdAt} /> ·{' '}
              {lastUsedAt === null ? (
                'not used yet'
              ) : (
                <>
                  used <FromNow time={lastUsedAt} />
                </>
              )}
            </>
          }
        >
          <RemoveFactor
            what={name}
            title={`Remove ${name}`}
            about="It no longer signs you in, and all your other sessions end."
            send={() =>
              api.delete(securityPath('/web/v1/security/passkeys/{passkeyId}'), { path: { passkeyId } })
            }
          />
        </FactorRow>
      ))}
    </Card>
  );
}
